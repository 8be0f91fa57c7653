/**
 * Knows the path under which the product is installed, such as `/rhythmdesk`. The server writes it into the page; without
 * it the product has the whole host.
 *
 * The page's own paths, such as `/detail/5`, do not contain it, and the router adds it to its links. Everything else that
 * gives the browser an address uses `browserAddress`. Other products of the host share the browser's storage with this
 * one, so whatever has a name there has a name of this installation: `ownName`.
 */
import { pageSetting } from '../page-settings.ts';

export const basePath = pageSetting('base_path');

/** Returns the address of a path of the product: `/detail/5` → `/rhythmdesk/detail/5`. */
export const browserAddress = (path: string): string => basePath + path;

/** Returns the path of the page that the browser shows. A browser that reached the server itself shows no base path. */
export function shownPath(): string {
  const { pathname } = window.location;
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  return isBelow ? pathname.slice(basePath.length) || '/' : pathname;
}

/** Returns the name under which this installation stores, locks or sends something in the browser. */
export const ownName = (name: string): string => (basePath === '' ? name : `${basePath}:${name}`);
