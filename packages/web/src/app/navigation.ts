/**
 * Decides where a navigation ends, following the specification's rules. Pure: the router passes the path and the
 * signed-in role, and acts on the result.
 */
import { hasPage, type PagePath, pages } from '@rhythmdesk/domain/people/pages';
import { redirectOf, type RoleKey } from '@rhythmdesk/domain/people/roles';
import type { EndReason } from '../platform/session/session-state.ts';

type Navigation = { kind: 'show' } | { kind: 'go'; to: string } | { kind: 'not-found' };

/** Pages that need no sign-in. */
const openPages: readonly string[] = ['/login', '/sign-up', '/find-password', '/notFound'];

/** The second set of page names that the interface uses, with the page that each one means. */
export const aliases = {
  '/home': '/',
  '/admin/patchlist': '/admin',
  '/admin/facility': '/admin/institution/list',
  '/facility': '/admin/institution/list',
} as const;

/** Converts the pattern of the router to that of the table of pages: `/detail/$case_id` → `/detail/{case_id}`. */
export function pageOf(pattern: string): PagePath | undefined {
  const written = pattern.replaceAll(/\$([a-z_]+)/g, '{$1}');
  const known = Object.keys(pages).find((page): page is PagePath => page === written);
  return known;
}

/** Finds the page that an address belongs to: `/detail/5` → `/detail/{case_id}`. */
export function pageAt(pathname: string): PagePath | undefined {
  const segments = pathname.split('/');
  return Object.keys(pages).find((page): page is PagePath => {
    const parts = page.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
    );
  });
}

const fullScreen: ReadonlySet<PagePath | undefined> = new Set<PagePath>([
  '/review/{case_id}',
  '/second/{second_id}/read',
  '/practice',
]);

/**
 * Returns whether the page takes the whole screen. The reading desk does: its own bar replaces the shell's, and there
 * is no menu beside it.
 */
export function isFullScreen(pathname: string): boolean {
  return fullScreen.has(pageAt(pathname));
}

/**
 * Returns the address to return to after sign-in, as the address of sign-in contains it: a page of this product other
 * than the start page.
 */
export function returnTarget(href: string): string | undefined {
  const [pathname = ''] = href.split(/[?#]/);
  return pathname !== '/' && pageAt(pathname) !== undefined ? href : undefined;
}

/**
 * Returns the query of the sign-in page for `href`; after a sign-out or the deletion of the account there is no return
 * address.
 */
export function signInSearch(href: string, reason: EndReason | undefined): { back?: string } {
  const back = reason === 'left' || reason === 'deleted' ? undefined : returnTarget(href);
  return back === undefined ? {} : { back };
}

/**
 * Returns the return address of the sign-in, if this role may use its page; otherwise undefined, which leads to the
 * start page.
 */
export function afterSignIn(role: RoleKey, back: unknown): string | undefined {
  if (typeof back !== 'string') return undefined;
  const [pathname = ''] = back.split(/[?#]/);
  const page = pageAt(pathname);
  return page !== undefined && pathname !== '/' && hasPage(role, page) ? back : undefined;
}

/** `pattern`: the path of the route, such as `/detail/$case_id`. `role`: of the signed-in user, or null. */
export function navigationTo(pattern: string, role: RoleKey | null): Navigation {
  if (role === null) return openPages.includes(pattern) ? { kind: 'show' } : { kind: 'go', to: '/login' };
  const redirected = redirectOf(role, pattern === '/sign-up' ? '/login' : pattern);
  if (redirected !== null) return { kind: 'go', to: redirected };
  if (openPages.includes(pattern)) return { kind: 'show' };
  const page = pageOf(pattern);
  return page !== undefined && hasPage(role, page) ? { kind: 'show' } : { kind: 'not-found' };
}
