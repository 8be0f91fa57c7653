/**
 * Turns a route and a caller's input into the address and body of a request.
 *
 * Invariants: path parameters are taken from the input and escaped; GET sends the rest as a query, with arrays as
 * repeated keys and empty values (`''`, null, undefined, empty array) dropped; other methods send the rest as one JSON
 * object with undefined dropped. If the body is a file, the rest is a query too.
 */
import { apiBase, type Method, pathParameters } from '@rhythmdesk/contract/route';

export type RequestShape = { url: string; json: string | undefined };

type Row = { readonly method: Method; readonly path: string; readonly upload?: object };
type Input = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function filledPath(path: string, input: Input): string {
  return path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = input[name];
    if (isEmpty(value)) throw new TypeError(`the path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

function queryOf(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (isEmpty(value)) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}

export function requestShape(row: Row, input: Input): RequestShape {
  const inPath = new Set(pathParameters(row.path));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
  const url = apiBase + filledPath(row.path, input);
  const asQuery = row.method === 'GET' || row.upload !== undefined;
  if (asQuery) return { url: url + queryOf(rest), json: undefined };
  return { url, json: JSON.stringify(rest) };
}
