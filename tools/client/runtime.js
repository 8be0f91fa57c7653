/** Calls the API of a Rhythmdesk installation with an API key. */
import { rows } from './rows.js';

/** The refusal of a call: the HTTP status, the stable code, and a text in the language of the client. */
export class ApiError extends Error {
  constructor(
    status,
    { code = `http/${status}`, detail = '', fields = {}, request_id = '' } = {},
    retryAfter = null,
  ) {
    super(detail === '' ? `${status} ${code}` : `${status} ${code}: ${detail}`);
    this.name = 'ApiError';
    Object.assign(this, { status, code, detail, fields, request_id, retry_after_s: retryAfter });
  }
}

const isEmpty = (value) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function shapeOf({ method, path, media_type }, input) {
  const rest = { ...input };
  const filled = path.replaceAll(/:([a-z_]+)/g, (_, name) => {
    if (isEmpty(rest[name])) throw new TypeError(`${path} needs ${name}`);
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET' && media_type === undefined) return { where: filled, json: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (isEmpty(value)) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  return { where: query.size === 0 ? filled : `${filled}?${query}` };
}

async function refusalOf(answer) {
  const body = await answer.json().catch(() => ({}));
  const retry = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(answer.status, body, Number.isFinite(retry) ? retry : null);
}

export function connect({ address, key, language = 'en', fetch = globalThis.fetch }) {
  const base = new URL('api/v1/', address.endsWith('/') ? address : `${address}/`);
  const ask = async (name, kind, input = {}, { signal, idempotency_key } = {}, bytes = undefined) => {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row === undefined || row.kind !== kind) throw new TypeError(`${name} is no call of this kind`);
    const { where, json } = shapeOf(row, input);
    const headers = { authorization: `Bearer ${key}`, 'accept-language': language };
    if (json !== undefined) headers['content-type'] = 'application/json';
    if (bytes !== undefined) headers['content-type'] = row.media_type;
    if (idempotency_key !== undefined) headers['idempotency-key'] = idempotency_key;
    const answer = await fetch(new URL(where, base), {
      method: row.method,
      headers,
      body: bytes ?? json,
      signal,
    });
    if (!answer.ok) throw await refusalOf(answer);
    return answer;
  };
  const parsed = async (answer) => (answer.status === 204 ? { ok: true } : answer.json());
  return {
    call: async (name, input, options) => parsed(await ask(name, 'json', input, options)),
    download: (name, input, options) => ask(name, 'file', input, options),
    send: async (name, input, bytes, options) => parsed(await ask(name, 'send', input, options, bytes)),
  };
}
