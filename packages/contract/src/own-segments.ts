/** Lists what the paths of the product begin with. A path under which it is installed must begin with none of them. */
import { pages } from '@rhythmdesk/domain/people/pages';

/** `/detail/5` → `detail`. */
export const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/** Pages outside of the table of pages, other names of pages, and everything that the server itself answers. */
const furtherSegments = [
  ...['consent', 'find-password', 'health-link', 'login', 'notFound', 'sign-up', 'try-api'],
  ...['facility', 'home'],
  ...['.well-known', 'api', 'assets', 'demo', 'fhir', 'healthz', 'readyz', 'shl'],
];

export const ownSegments: ReadonlySet<string> = new Set([
  ...Object.keys(pages).map(firstSegment),
  ...furtherSegments,
]);
