/**
 * Defines the routes: sign-in and not-found for everybody, every built page inside the shell, the aliases as redirects.
 *
 * Before each navigation the session is looked for once; then `navigationTo` decides. The state of a page's list is
 * stored in its address, and its scroll position is restored on the way back.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  rootRouteId,
  useLocation,
  useRouter,
} from '@tanstack/react-router';
import { useState } from 'react';
import { parseQuery, writeQuery } from '../platform/address/query-text.ts';
import { sessionState, useSession } from '../platform/session/session-state.ts';
import { restoreSession } from '../platform/session/sign-in.ts';
import { PageLoading } from '../ui/states/page-loading.tsx';
import { WordLink } from './entry/entry-link.tsx';
import { afterSignIn, aliases, navigationTo, pageAt, signInSearch } from './navigation.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageFault } from './page-fault.tsx';
import { builtPages } from './pages.ts';
import { signInPlace } from './sign-in/sign-in-place.ts';
import { SignInPage, type SignInPageProps } from './sign-in/sign-in-page.tsx';
import { basePath } from '../platform/address/base-path.ts';

/** Leads to sign-in, which returns to this page afterwards. */
function toSignIn(href: string): void {
  const session = sessionState();
  const reason = session.kind === 'signed-out' ? session.reason : undefined;
  redirect({ to: '/login', search: signInSearch(href, reason), replace: true, throw: true });
}

async function guard(pattern: string, href: string): Promise<void> {
  await restoreSession();
  const session = sessionState();
  const decided = navigationTo(
    pattern,
    session.kind === 'signed-in' ? session.user.user_role.role_key : null,
  );
  if (decided.kind === 'go' && session.kind !== 'signed-in') toSignIn(href);
  if (decided.kind === 'go') redirect({ to: decided.to, replace: true, throw: true });
}

function RoutedFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return <PageFault error={error} reset={again} />;
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: RoutedFault,
});

function RoutedSignIn() {
  // If sign-in is already rendered without the router, this route renders nothing, also while the next page replaces
  // it.
  const [hasJoined] = useState(() => signInPlace.get() !== 'in-router');
  const search = parseQuery(useLocation().searchStr);
  const linkOf: SignInPageProps['linkOf'] = (to, words) => <WordLink to={to}>{words}</WordLink>;
  return hasJoined ? null : <SignInPage search={search} linkOf={linkOf} />;
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: async ({ search, location }) => {
    // The router first joins a sign-in page that is already rendered, no matter who has signed in meanwhile.
    if (signInPlace.get() === 'alone') return;
    await restoreSession();
    const session = sessionState();
    if (session.kind === 'signed-in') {
      const back = afterSignIn(session.user.user_role.role_key, search['back']);
      if (back !== undefined) redirect({ href: back, replace: true, throw: true });
    }
    await guard('/login', location.href);
  },
  component: RoutedSignIn,
});

/** Pages for users without an account; each is a chunk of its own, since few ever see them. */
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  beforeLoad: ({ location }) => guard('/sign-up', location.href),
  component: lazyRouteComponent(() => import('./sign-up/sign-up-page.tsx'), 'SignUpPage'),
});

const findPassword = createRoute({
  getParentRoute: () => root,
  path: '/find-password',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: async ({ location, search }) => {
    // A link sent before secrets moved into the fragment.
    const { token } = search;
    if (typeof token === 'string')
      redirect({ to: '/find-password', hash: `token=${token}`, replace: true, throw: true });
    await guard('/find-password', location.href);
  },
  component: lazyRouteComponent(() => import('./find-password/find-password-page.tsx'), 'FindPasswordPage'),
});

/** The page to which a provider redirects the browser; it handles the session itself. */
const providerReturn = createRoute({
  getParentRoute: () => root,
  path: '/login/provider',
  component: lazyRouteComponent(() => import('./sign-in/provider-return-page.tsx'), 'ProviderReturnPage'),
});

/** For patients, who never sign in: no session is looked for. */
const consent = createRoute({
  getParentRoute: () => root,
  path: '/consent',
  component: lazyRouteComponent(() => import('./consent/consent-page.tsx'), 'ConsentPage'),
});

/** For programmers, who may have an API key and no account. */
const tryApi = createRoute({
  getParentRoute: () => root,
  path: '/try-api',
  beforeLoad: () => restoreSession(),
  component: lazyRouteComponent(() => import('./try-api/try-api-page.tsx'), 'TryApiPage'),
});

/** For patients as well: their own results, by a link of their hospital. */
const healthLink = createRoute({
  getParentRoute: () => root,
  path: '/health-link',
  component: lazyRouteComponent(() => import('./health-link/health-link-page.tsx'), 'HealthLinkPage'),
});

/** A link sent before secrets moved into the fragment, which no browser sends to a server. */
const oldConsent = createRoute({
  getParentRoute: () => root,
  path: '/consent/$token',
  beforeLoad: ({ params }) => {
    redirect({ to: '/consent', hash: params.token, replace: true, throw: true });
  },
});

const notFoundRoute = createRoute({
  getParentRoute: () => root,
  path: '/notFound',
  beforeLoad: () => restoreSession(),
  component: NotFoundPage,
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  notFoundComponent: NotFoundPage,
});

/**
 * A page inside the shell, or the not-found page for a role that may not use it. The router itself would show the latter
 * without the shell.
 */
function pageComponent(pattern: string, load: (typeof builtPages)[number]['load']) {
  const Page = lazyRouteComponent(load, 'Page');
  function PermittedPage() {
    const session = useSession();
    const role = session.kind === 'signed-in' ? session.user.user_role.role_key : null;
    return navigationTo(pattern, role).kind === 'not-found' ? <NotFoundPage /> : <Page />;
  }
  return Object.assign(PermittedPage, { preload: () => Page.preload?.() });
}

const pages = builtPages.map(({ path, load }) => {
  const pattern = path.replaceAll(/\{([a-z_]+)\}/g, '$$$1');
  return createRoute({
    getParentRoute: () => shell,
    path: pattern,
    beforeLoad: ({ location }) => guard(pattern, location.href),
    component: pageComponent(pattern, load),
    pendingComponent: PageLoading,
  });
});

/** Any other address: inside the shell for signed-in users, on a page of its own for everybody else. */
const anywhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad: async ({ location }) => {
    await restoreSession();
    if (sessionState().kind === 'signed-in') return;
    if (pageAt(location.pathname) !== undefined) toSignIn(location.href);
    notFound({ routeId: rootRouteId, throw: true });
  },
  component: NotFoundPage,
});

const renamed = Object.entries(aliases).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => {
      redirect({ to, search, replace: true, throw: true });
    },
  }),
);

/** `/detail?case_id=5` is `/detail/5`. */
const oldDetail = createRoute({
  getParentRoute: () => root,
  path: '/detail',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ search }) => {
    const { case_id } = search;
    if (typeof case_id === 'string' && /^\d+$/.test(case_id)) {
      redirect({ to: `/detail/${case_id}`, replace: true, throw: true });
    }
    notFound({ throw: true });
  },
});

export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([
      login,
      providerReturn,
      signUp,
      findPassword,
      consent,
      tryApi,
      healthLink,
      oldConsent,
      notFoundRoute,
      oldDetail,
      ...renamed,
      shell.addChildren([...pages, anywhere]),
    ]),
    defaultErrorComponent: RoutedFault,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    // `PageLoading` appears after a delay of its own and leaves as soon as the page is there.
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    ...(basePath === '' ? {} : { basepath: basePath }),
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
  });
}
