/**
 * Reads the address of the product from `PUBLIC_URL`. A path in it means that the product shares its host with others and
 * is installed under this path.
 */
import { beginsLikeOwn } from '@rhythmdesk/contract/own-segments';
import { url } from './setting.ts';

const plainPath = /^(?:\/[A-Za-z0-9_-]+)*$/;

/**
 * Accepts an origin with or without a path of plain segments. A path that begins like one of the product's own is
 * refused: a proxy may remove the path, and the server could then not know which of the two a request means.
 */
function isSiteAddress(text: string): boolean {
  const { username, password, pathname } = new URL(text);
  const path = pathname.replace(/\/$/, '');
  const [, written] = /^https?:\/\/[^/?#\\]+(.*)$/i.exec(text) ?? [];
  if (written !== path || username !== '' || password !== '') return false;
  return plainPath.test(path) && (path === '' || !beginsLikeOwn(path));
}

export const siteAddress = url.refine((text) => URL.canParse(text) && isSiteAddress(text));

/** Returns what every path of the product begins with: empty at the root of a host, otherwise such as `/rhythmdesk`. */
export function basePathOf(public_url: string | undefined): string {
  return public_url === undefined ? '' : new URL(public_url).pathname.replace(/\/$/, '');
}
