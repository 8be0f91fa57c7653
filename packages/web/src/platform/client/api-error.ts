/**
 * Defines the error that a failed call throws: the server's error response, or a network fault.
 *
 * `status` is the HTTP status, 0 if there was no response. `code` is the server's stable code (`case/wrong-state`) or
 * one of `network/offline`, `network/timeout`, `network/unreadable`.
 */
export type ApiErrorFacts = {
  status: number;
  code: string;
  detail: string;
  request_id: string;
  /** Field name → message key. */
  fields: Readonly<Record<string, string>>;
  /** Seconds after which a throttled call may be repeated. */
  retry_after_s: number | undefined;
};

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly retry_after_s: number | undefined;

  constructor(facts: ApiErrorFacts) {
    super(`${facts.status} ${facts.code}`);
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.request_id = facts.request_id;
    this.fields = facts.fields;
    this.retry_after_s = facts.retry_after_s;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function textFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Makes an error from a status and any response body; if the body has another format, its parts stay empty. */
export function errorFromAnswer(status: number, body: unknown, headers: Headers): ApiError {
  const held: object = typeof body === 'object' && body !== null ? body : {};
  const get = (name: string): unknown => Reflect.get(held, name);
  const retry = Number(headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status,
    code: text(get('code')) || `http/${status}`,
    detail: text(get('detail')),
    request_id: text(get('request_id')) || text(headers.get('x-request-id')),
    fields: textFields(get('fields')),
    retry_after_s: Number.isFinite(retry) && retry >= 0 ? retry : undefined,
  });
}

/** Returns the error of a failed connection as that of a call without a response; every other error stays. */
export const asNetworkFault = (error: unknown): unknown =>
  error instanceof TypeError ? errorWithoutAnswer('network/offline') : error;

/** Makes an error of the network: no response, or one that cannot be read. */
export function errorWithoutAnswer(
  code: 'network/offline' | 'network/timeout' | 'network/unreadable',
): ApiError {
  return new ApiError({ status: 0, code, detail: '', request_id: '', fields: {}, retry_after_s: undefined });
}
