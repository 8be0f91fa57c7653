/**
 * What a call throws when it does not succeed: the server's own error body, or a fault of the way to it.
 *
 * `status` is the answer's number, 0 when there was no answer. `code` is the server's stable word
 * (`case/wrong-state`) or one of `network/offline`, `network/timeout`, `network/unreadable`.
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

/** An error from a status and whatever body came with it; a body that is not ours leaves its parts empty. */
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

/** An error of the way: no answer came, or one that cannot be read. */
export function errorWithoutAnswer(
  code: 'network/offline' | 'network/timeout' | 'network/unreadable',
): ApiError {
  return new ApiError({ status: 0, code, detail: '', request_id: '', fields: {}, retry_after_s: undefined });
}
