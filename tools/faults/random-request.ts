/** Makes the HTTP request of a route from random or plain input. */
import { webhookEvents } from '@rhythmdesk/domain/integration/webhook-events';
import { apiBase, pathParameters, type Route } from '@rhythmdesk/contract/route';
import { readInput } from '@rhythmdesk/server/platform/http/read-input';
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

const inAddress = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** Whether the fields are sent in the query; the server reads those of every other route in the body. */
const hasQuery = (route: Route): boolean => route.method === 'GET' || route.upload !== undefined;

/** Returns the error that the server has for this input, or undefined if it accepts the input. */
function inputFault(route: Route, given: Readonly<Record<string, unknown>>): unknown {
  const names = pathParameters(route.path);
  const sent = Object.entries(given).map(([name, value]): [string, unknown] =>
    names.includes(name) || hasQuery(route)
      ? [name, Array.isArray(value) ? value.map(inAddress) : inAddress(value)]
      : [name, value],
  );
  const part = (isWanted: (name: string) => boolean): Record<string, unknown> =>
    Object.fromEntries(sent.filter(([name]) => isWanted(name)));
  const fields = part((name) => !names.includes(name));
  const params = part((name) => names.includes(name));
  try {
    readInput(route, route.input.strict(), {
      params,
      ...(hasQuery(route) ? { query: fields, body: undefined } : { query: {}, body: fields }),
    });
    return undefined;
  } catch (fault) {
    return fault;
  }
}

const mostTries = 200;

const period = { from_time: '2026-01-01', to_time: '2026-01-31' };
const webhook = { settings: { url: 'https://receiver.example/events', events: webhookEvents } };
const pacs = { settings: { url: 'https://pacs.example/dicom-web' } };
/** Fields that the handler of a route requires although its schema does not, or whose rules a JSON schema cannot state. */
const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  cases: period,
  exportCases: period,
  createCase: { hospital_id: 2 },
  ledgerEntries: { figure: 'order-refused' },
  secondStep: { code: '000000' },
  createWebhook: webhook,
  changeWebhook: webhook,
  createPacs: pacs,
  changePacs: pacs,
  verification: { email: 'a@b.kr', institution_code: 'FAULT' },
};

/**
 * Returns the required fields only, valid, in the query, the body and the path. Rules that a JSON schema cannot state
 * are met by drawing again. Throws the server's error if no input is accepted.
 */
export function plainInput(chance: Chance, name: string, route: Route): Input {
  let fault: unknown;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const given = { ...plainInputFor(chance, route), ...examples[name] };
    fault = inputFault(route, given);
    if (fault !== undefined) continue;
    const names = pathParameters(route.path);
    const filled = (path: string, field: string): string =>
      path.replace(`:${field}`, encodeURIComponent(inAddress(given[field])));
    return {
      path: names.reduce(filled, route.path),
      fields: Object.entries(given).filter(([field]) => !names.includes(field)),
    };
  }
  throw fault;
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
  if (hasQuery(route)) {
    const query = new URLSearchParams();
    for (const [name, value] of fields) {
      const each = isPlain && Array.isArray(value) ? value : [value];
      for (const item of each) query.append(name, inAddress(item));
    }
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
