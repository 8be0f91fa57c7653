/**
 * Makes the typed client from the contract's route table: one function for JSON calls, one for files.
 *
 * Invariants: JSON calls time out after ten seconds, uploads and downloads of files never; every request carries the
 * session's token and the page's language; a response is parsed by its route's schema before it is returned; a 403 ends
 * the session here, once, whichever call received it; every failure throws an `ApiError`; the same write is not sent
 * again while it is being sent.
 */
import {
  type Answer,
  type InputOf,
  isBinaryAnswer,
  isJsonAnswer,
  type OutputOf,
  type ParsedOf,
  type Route,
} from '@rhythmdesk/contract/route';
import type { RouteName, Routes } from '@rhythmdesk/contract/routes';
import { ApiError, asNetworkFault, errorFromAnswer, errorWithoutAnswer } from './api-error.ts';
import { writeAgain } from './ask-again.ts';
import { requestShape } from './request-shape.ts';
import { makeSendOnce } from './send-once.ts';

const jsonTimeoutMs = 10_000;

type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

/** What a caller passes: fields with a default may be left out; ids must be numbers, not values that convert to one. */
export type CallInput<R extends Route> = {
  [K in Exclude<keyof ParsedOf<R>, OptionalKeys<InputOf<R>>>]: ParsedOf<R>[K];
} & { [K in Extract<keyof ParsedOf<R>, OptionalKeys<InputOf<R>>>]?: ParsedOf<R>[K] | undefined };

type NamesOf<Kind> = { [N in RouteName]: Routes[N]['output'] extends Kind ? N : never }[RouteName];
type SendsFile = { [N in RouteName]: Routes[N] extends { upload: object } ? N : never }[RouteName];
/** Routes that return JSON, routes that return bytes, and routes that accept a file's bytes. */
type FileName = NamesOf<{ readonly binary: string }>;
type SendName = SendsFile;
export type JsonName = Exclude<RouteName, FileName | SendName | NamesOf<{ readonly events: unknown }>>;

type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Makes a repeated call of an idempotent route return the first response. */
  idempotency_key?: string | undefined;
  /** The browser sends it also if the page is closed meanwhile. */
  keepalive?: boolean | undefined;
};

export type ClientDependencies = {
  fetch: typeof fetch;
  routes: Routes;
  token: () => string | undefined;
  language: () => string;
  /** Called when the server answered 403 for this token. */
  sessionEnded: (token: string | undefined) => void;
};

export type Client = {
  call<N extends JsonName>(
    name: N,
    input: CallInput<Routes[N]>,
    options?: CallOptions,
  ): Promise<OutputOf<Routes[N]>>;
  download<N extends FileName>(
    name: N,
    input: CallInput<Routes[N]>,
    options?: CallOptions,
  ): Promise<Response>;
  send<N extends SendName>(
    name: N,
    input: CallInput<Routes[N]>,
    file: Blob,
    options?: CallOptions,
  ): Promise<OutputOf<Routes[N]>>;
};

type Sending = {
  row: Route;
  input: Readonly<Record<string, unknown>>;
  options: CallOptions;
  file?: Blob;
  timed: boolean;
};

/** PDFs are requested as PDFs; a file of any type is requested as such. */
function acceptedOf(answer: Answer): string {
  if (!isBinaryAnswer(answer)) return 'application/json';
  return answer.binary === 'application/octet-stream' ? '*/*' : answer.binary;
}

function headersOf(
  parts: ClientDependencies,
  sending: Sending,
  token: string | undefined,
  json: string | undefined,
): Headers {
  const headers = new Headers({
    'Accept-Language': parts.language(),
    Accept: acceptedOf(sending.row.output),
  });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (sending.file) headers.set('Content-Type', sending.row.upload?.media_type ?? 'application/octet-stream');
  else if (json !== undefined) headers.set('Content-Type', 'application/json');
  if (sending.options.idempotency_key) headers.set('Idempotency-Key', sending.options.idempotency_key);
  return headers;
}

function asApiError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof ApiError || signal?.aborted) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return errorWithoutAnswer('network/timeout');
  return asNetworkFault(error);
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function answerOf(parts: ClientDependencies, sending: Sending): Promise<Response> {
  const shape = requestShape(sending.row, sending.input);
  const token = parts.token();
  const given = sending.options.signal;
  const clocks = [given, sending.timed ? AbortSignal.timeout(jsonTimeoutMs) : undefined];
  const response = await parts.fetch(shape.url, {
    method: sending.row.method,
    headers: headersOf(parts, sending, token, shape.json),
    body: sending.file ?? shape.json ?? null,
    signal: AbortSignal.any(clocks.filter((signal) => signal !== undefined)),
    cache: 'no-store',
    keepalive: sending.options.keepalive === true,
  });
  if (response.ok) return response;
  const error = errorFromAnswer(response.status, await bodyOf(response), response.headers);
  if (error.status === 403) parts.sessionEnded(token);
  throw error;
}

async function parsedBody(answer: Answer, response: Response): Promise<unknown> {
  if (!isJsonAnswer(answer)) throw new TypeError('this route does not answer JSON');
  const parsed = answer.safeParse(response.status === 204 ? { ok: true } : await bodyOf(response));
  if (parsed.success) return parsed.data;
  throw errorWithoutAnswer('network/unreadable');
}

type Read<T> = (sending: Sending, response: Response) => Promise<T>;

async function run<T>(parts: ClientDependencies, sending: Sending, read: Read<T>): Promise<T> {
  try {
    return await read(sending, await answerOf(parts, sending));
  } catch (error) {
    throw asApiError(error, sending.options.signal);
  }
}

const readJson: Read<unknown> = (sending, response) => parsedBody(sending.row.output, response);
const readResponse: Read<Response> = (_, response) => Promise.resolve(response);

export function makeClient(parts: ClientDependencies): Client {
  type Input = Readonly<Record<string, unknown>>;
  const rowOf = (name: RouteName): Route => parts.routes[name];
  const sendOnce = makeSendOnce();

  function call<N extends JsonName>(
    name: N,
    input: CallInput<Routes[N]>,
    options?: CallOptions,
  ): Promise<OutputOf<Routes[N]>>;
  async function call(name: JsonName, input: Input, options: CallOptions = {}): Promise<unknown> {
    const row = rowOf(name);
    const ask = () => run(parts, { row, input, options, timed: true }, readJson);
    // The cache repeats reads.
    if (row.method === 'GET') return ask();
    const token = parts.token();
    const again = { signal: options.signal, isSameUser: () => parts.token() === token };
    const write = () => writeAgain(ask, again);
    if (options.signal !== undefined) return write();
    return sendOnce(JSON.stringify([name, input, options.idempotency_key, token]), write);
  }

  async function download(name: FileName, input: Input, options: CallOptions = {}): Promise<Response> {
    return run(parts, { row: rowOf(name), input, options, timed: false }, readResponse);
  }

  function send<N extends SendName>(
    name: N,
    input: CallInput<Routes[N]>,
    file: Blob,
    options?: CallOptions,
  ): Promise<OutputOf<Routes[N]>>;
  async function send(name: SendName, input: Input, file: Blob, options: CallOptions = {}): Promise<unknown> {
    return run(parts, { row: rowOf(name), input, options, file, timed: false }, readJson);
  }

  return { call, download, send };
}
