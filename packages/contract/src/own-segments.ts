/**
 * Knows what the paths of the product begin with. A path under which it is installed must begin with none of them, in
 * capitals or not, because the page's router does not tell capitals apart.
 */
import { pages } from '@rhythmdesk/domain/people/pages';

/** `/detail/5` → `detail`. */
const firstSegment = (path: string): string => path.split('/')[1]?.toLowerCase() ?? '';

/** Pages outside of the table of pages, other names of pages, and everything that the server itself answers. */
const furtherSegments = [
  ...['consent', 'find-password', 'health-link', 'login', 'notfound', 'sign-up', 'try-api'],
  ...['facility', 'home'],
  ...['.well-known', 'api', 'assets', 'demo', 'fhir', 'healthz', 'readyz', 'shl'],
];

const ownSegments: ReadonlySet<string> = new Set([
  ...Object.keys(pages).map(firstSegment),
  ...furtherSegments,
]);

/** Returns whether a path begins like one of the product's own. The root is the start page. */
export const beginsLikeOwn = (path: string): boolean => ownSegments.has(firstSegment(path));
