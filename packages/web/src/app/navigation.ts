/**
 * Where a navigation ends, as the specification's rules say. Pure: the router asks with the path and who is
 * signed in, and does what the answer says.
 */
import { hasPage, type PagePath, pages } from '@rhythmdesk/domain/people/pages';
import { redirectOf, type RoleKey } from '@rhythmdesk/domain/people/roles';

export type Navigation = { kind: 'show' } | { kind: 'go'; to: string } | { kind: 'not-found' };

/** Pages that need no sign-in. */
const openPages: readonly string[] = ['/login', '/notFound'];

/** The second set of names that the interface uses, and the page that each one means. */
export const aliases = {
  '/home': '/',
  '/admin/patchlist': '/admin',
  '/admin/facility': '/admin/institution/list',
  '/facility': '/admin/institution/list',
} as const;

/** `/detail/$case_id` as the router writes it → `/detail/{case_id}` as the table of pages does. */
export function pageOf(pattern: string): PagePath | undefined {
  const written = pattern.replaceAll(/\$([a-z_]+)/g, '{$1}');
  const known = Object.keys(pages).find((page): page is PagePath => page === written);
  return known;
}

/** `pattern`: the path of the route, as `/detail/$case_id`. `role`: of who is signed in, or null. */
export function navigationTo(pattern: string, role: RoleKey | null): Navigation {
  if (role === null) return openPages.includes(pattern) ? { kind: 'show' } : { kind: 'go', to: '/login' };
  const redirected = redirectOf(role, pattern);
  if (redirected !== null) return { kind: 'go', to: redirected };
  if (openPages.includes(pattern)) return { kind: 'show' };
  const page = pageOf(pattern);
  return page !== undefined && hasPage(role, page) ? { kind: 'show' } : { kind: 'not-found' };
}
