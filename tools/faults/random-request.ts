/** Makes the HTTP request of a route from random or plain input. */
import { apiBase, pathParameters, type Route } from '@rhythmdesk/contract/route';
import { inputFor, pick, pieceFor, plainInputFor, type Chance } from './random-input.ts';

type Given = {
  readonly method: string;
  readonly url: string;
  readonly init: { readonly headers: Record<string, string>; readonly body?: string };
};

function bodyOf(chance: Chance, fields: unknown): { readonly body: string; readonly type: string } {
  const whole = JSON.stringify(fields);
  const type = chance() < 0.97 ? 'application/json' : 'text/plain';
  return { type, body: chance() < 0.97 ? whole : whole.slice(0, Math.floor(whole.length * chance())) };
}

type Input = { readonly path: string; readonly fields: readonly (readonly [string, unknown])[] };

export function wildInput(chance: Chance, route: Route): Input {
  const names = pathParameters(route.path);
  const fields = Object.entries(inputFor(chance, route)).filter(([name]) => !names.includes(name));
  const path = names.reduce((filled, name) => filled.replace(`:${name}`, pieceFor(chance)), route.path);
  return { path, fields };
}

/** Returns valid required fields only, in the query, the body and the path. */
export function plainInput(chance: Chance, route: Route): Input {
  const names = pathParameters(route.path);
  const given = plainInputFor(chance, route);
  const fields = Object.entries(given).filter(([name]) => !names.includes(name));
  const piece = (name: string): string => {
    const value = given[name] ?? 1;
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const path = names.reduce((filled, name) => filled.replace(`:${name}`, piece(name)), route.path);
  return { path, fields };
}

/** A plain request has a whole body of the right type. */
export function requestFor(
  chance: Chance,
  address: string,
  { route, input, isPlain }: { readonly route: Route; readonly input: Input; readonly isPlain: boolean },
  token: string | null,
): Given {
  const { path, fields } = input;
  const headers: Record<string, string> = {
    'accept-language': pick(chance, ['en', 'ja', 'ko', 'zh', '*;q=9', 'xx']) ?? '',
  };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (route.idempotent === true && chance() < 0.5)
    headers['idempotency-key'] = `fuzz-${String(Math.floor(chance() * 50))}`;
  const url = `${address}${apiBase}${path}`;
  if (route.method === 'GET' || route.upload !== undefined) {
    const query = new URLSearchParams();
    for (const [name, value] of fields)
      query.append(name, typeof value === 'string' ? value : JSON.stringify(value ?? null));
    const tail = query.toString().slice(0, 6_000);
    if (route.method === 'GET') return { method: 'GET', url: `${url}?${tail}`, init: { headers } };
    const pdf = { ...headers, 'content-type': route.upload?.media_type ?? '' };
    return {
      method: route.method,
      url: `${url}?${tail}`,
      init: { headers: pdf, body: '%PDF-1.4 no document' },
    };
  }
  const whole = Object.fromEntries(fields);
  const { body, type } = isPlain
    ? { body: JSON.stringify(whole), type: 'application/json' }
    : bodyOf(chance, whole);
  return { method: route.method, url, init: { headers: { ...headers, 'content-type': type }, body } };
}
