/**
 * Renders the first page: sign-in at once, and the routed pages when their chunk is loaded.
 *
 * Sign-in needs no router, so it shows as soon as the first chunk runs. The router is loaded once sign-in is painted,
 * starts beside it while the user types and renders nothing at first. Sign-in disappears when the router has rendered
 * the next page, so nothing flashes.
 */
import { styled } from '@mui/material/styles';
import { type MouseEvent, startTransition, useEffect, useEffectEvent, useState } from 'react';
import { afterPaint } from '../platform/after-paint.ts';
import { parseQuery, writeQuery } from '../platform/address/query-text.ts';
import { readStoredUser, sessionState, useSession } from '../platform/session/session-state.ts';
import { restoreSession } from '../platform/session/sign-in.ts';
import { useStored } from '../platform/use-stored.ts';
import { wordLinkStyle } from './entry/word-link-style.ts';
import { pageAt, signInSearch } from './navigation.ts';
import { PageFault } from './page-fault.tsx';
import type { RoutedPages } from './routed-pages.tsx';
import { signInPlace } from './sign-in/sign-in-place.ts';
import { SignInPage, type SignInPageProps } from './sign-in/sign-in-page.tsx';
import { browserAddress, shownPath } from '../platform/address/base-path.ts';

const loadPages = () => import('./routed-pages.tsx');

export function preloadPages(): void {
  loadPages().catch(() => undefined);
}

/** Returns whether the address leads to sign-in. Looks for a session as the router would. */
async function leadsToSignIn(): Promise<boolean> {
  const pathname = shownPath();
  if (pathname !== '/login' && pageAt(pathname) === undefined) return false;
  const restored = restoreSession().catch(() => undefined);
  if (readStoredUser() !== undefined) return false;
  await restored;
  return sessionState().kind === 'signed-out';
}

/** Renders sign-in without the router if the address leads to it, and updates the address. */
export async function chooseOpening(): Promise<void> {
  if (!(await leadsToSignIn())) return;
  signInPlace.set('alone');
  const { search, hash } = window.location;
  const pathname = shownPath();
  if (pathname === '/login') return;
  const query = writeQuery(signInSearch(pathname + search + hash, undefined));
  window.history.replaceState(window.history.state, '', browserAddress(`/login${query}`));
}

const PlainWordLink = styled('a')(wordLinkStyle);

const opensElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** `goTo` is undefined while the router is not loaded; the browser then follows the links itself. */
function SignInAlone({ goTo }: { goTo: RoutedPages['goTo'] | undefined }) {
  const linkOf: SignInPageProps['linkOf'] = (to, words) => {
    const follow = (event: MouseEvent) => {
      if (goTo === undefined || opensElsewhere(event)) return;
      event.preventDefault();
      goTo(to);
    };
    return (
      <PlainWordLink href={browserAddress(to)} onClick={follow}>
        {words}
      </PlainWordLink>
    );
  };
  return <SignInPage search={parseQuery(window.location.search)} linkOf={linkOf} />;
}

const needsPages = (): boolean => sessionState().kind === 'signed-in' || signInPlace.get() === 'in-router';

export function Opening() {
  const isInRouter = useStored(signInPlace) === 'in-router';
  const isSignedIn = useSession().kind === 'signed-in';
  const [pages, setPages] = useState<RoutedPages>();
  const [fault, setFault] = useState<unknown>();
  const load = () => {
    loadPages()
      .then(({ startPages }) => startPages())
      .then(
        (started) => startTransition(() => setPages(started)),
        // A user who is not signed in yet keeps the form; signing in tries again.
        (error: unknown) => setFault(needsPages() ? error : undefined),
      );
  };
  const loadMissing = useEffectEvent(() => {
    if (pages === undefined) load();
  });
  useEffect(() => {
    if (!needsPages()) return afterPaint(() => loadMissing());
    loadMissing();
    return undefined;
  }, [isSignedIn]);
  const again = () => {
    setFault(undefined);
    load();
  };
  if (fault !== undefined && (isSignedIn || isInRouter)) return <PageFault error={fault} reset={again} />;
  return (
    <>
      {isInRouter ? null : <SignInAlone goTo={pages?.goTo} />}
      {pages?.element}
    </>
  );
}
