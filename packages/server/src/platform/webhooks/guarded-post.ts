/**
 * Sends one body by POST to an address that a user has written, and returns the status of the answer with the beginning
 * of its body. Redirects are not followed; they are answers like others.
 *
 * Invariants: the whole exchange has one limit of time; a body is read from its source only as fast as the receiver takes
 * it; only a beginning of the answer is read.
 */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { BlockList } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTlsCode, tlsWords } from '../tls/tls-fault.ts';
import { guardedLookup, proveLiteral, RefusedAddress, type Resolve } from './connect-guard.ts';

type PostFaultKind = 'unreachable' | 'tls' | 'no-answer' | 'address';

export class PostFault extends Error {
  readonly kind: PostFaultKind;

  constructor(kind: PostFaultKind, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'PostFault';
    this.kind = kind;
  }
}

export type PostPolicy = {
  /** Networks that may be connected although they are not public. */
  readonly allowed: BlockList;
  /** Whether http is allowed. */
  readonly http: boolean;
  readonly resolve: Resolve;
};

/** `whole` is false if the answer was longer than what was read, or ended in a fault. */
export type PostAnswer = { readonly status: number; readonly text: string; readonly whole: boolean };

export type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The authorities that are trusted; empty for those of the system. */
  readonly ca: string;
  readonly size_bytes: number;
  readonly body: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Connections that stay open from one request to the next. The guard saw each when it was opened. */
export type PostLines = {
  readonly http: http.Agent;
  readonly https: https.Agent;
  readonly close: () => void;
};

export function openLines(): PostLines {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  const close = (): void => {
    agents.http.destroy();
    agents.https.destroy();
  };
  return { ...agents, close };
}

export type PostLimits = {
  readonly timeout_ms: number;
  /** Without them each request has a connection of its own. */
  readonly lines?: PostLines;
  /** The most that is read of the answer. */
  readonly answer_bytes: number;
  readonly signal?: AbortSignal;
};

/** Above this size the body is sent only when the receiver has agreed to the headers, or after a second. */
const largeBytes = 2 ** 20;
const agreementMs = 1_000;

/** Returns the URL if the policy allows its protocol and, if it has an address instead of a name, its address. */
export function allowedUrl(text: string, policy: Pick<PostPolicy, 'allowed' | 'http'>): URL {
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.http))
    throw new RefusedAddress(url.protocol);
  proveLiteral(url, policy.allowed);
  return url;
}

const codeOf = (fault: unknown): string => {
  if (fault instanceof AggregateError) return codeOf(fault.errors[0]);
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string'
    ? fault.code
    : String(fault);
};

function faultOf(fault: unknown, connected: boolean): PostFault {
  if (fault instanceof PostFault) return fault;
  if (fault instanceof RefusedAddress) return new PostFault('address', fault.message, fault);
  const code = codeOf(fault);
  if (isTlsCode(code))
    return new PostFault('tls', tlsWords(code, fault instanceof Error ? fault.message : ''), fault);
  return new PostFault(connected ? 'no-answer' : 'unreachable', code, fault);
}

/** Reads the body up to its limit; what goes wrong after the status was received does not change the status. */
async function beginningOf(
  response: http.IncomingMessage,
  most: number,
): Promise<Omit<PostAnswer, 'status'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  let whole: boolean;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
    whole = size < most;
  } catch {
    whole = false;
  }
  return { whole, text: Buffer.concat(chunks).subarray(0, most).toString('utf8').replaceAll('\0', '') };
}

function requestOf(
  { url, headers, size_bytes, ca }: Post,
  policy: PostPolicy,
  lines: PostLines | undefined,
): http.ClientRequest {
  const target = allowedUrl(url, policy);
  const options = {
    method: 'POST',
    headers: {
      ...headers,
      'content-length': String(size_bytes),
      ...(size_bytes > largeBytes ? { expect: '100-continue' } : {}),
    },
    lookup: guardedLookup(policy.resolve, policy.allowed),
  };
  // No agent of the process, which may use a proxy: the guard sees every connection.
  if (target.protocol === 'http:') return http.request(target, { ...options, agent: lines?.http ?? false });
  const agent = lines?.https ?? false;
  return https.request(target, { ...options, agent, minVersion: 'TLSv1.2', ...(ca === '' ? {} : { ca }) });
}

/**
 * Writes the body until it ends or the receiver has answered. What has arrived is read before each chunk: if the receiver
 * answered and left, the write would fail, and its answer would be lost. The last chunk is written only when the size is
 * known to be right, so that no receiver can accept the beginning of a longer body.
 */
async function writeBody(
  request: http.ClientRequest,
  { body, size_bytes }: Pick<Post, 'body' | 'size_bytes'>,
  answered: AbortSignal,
): Promise<void> {
  let written = 0;
  const requireSize = (isRight: boolean): void => {
    const words = `the body has ${String(written)} bytes instead of ${String(size_bytes)}`;
    if (!isRight) throw new PostFault('no-answer', words);
  };
  let last: Uint8Array | undefined;
  for await (const chunk of body()) {
    // The turn that is under way may have looked for arrivals before this chunk was read; the next one looks again.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    if (answered.aborted) return;
    written += chunk.length;
    requireSize(written <= size_bytes);
    if (last !== undefined && !request.write(last))
      await once(request, 'drain', { signal: answered }).catch(() => undefined);
    last = chunk;
  }
  requireSize(written === size_bytes);
  request.end(last);
}

/** Says that the fault is not the receiver’s. */
const ofBody = (fault: unknown): PostFault =>
  fault instanceof PostFault
    ? fault
    : new PostFault('no-answer', `the body cannot be read: ${codeOf(fault)}`, fault);

/** Sends the body and returns the answer, which may come before the body has ended. */
async function exchange(
  request: http.ClientRequest,
  { body, size_bytes }: Pick<Post, 'body' | 'size_bytes'>,
): Promise<http.IncomingMessage> {
  const answered = new AbortController();
  let agreement: NodeJS.Timeout | undefined;
  try {
    return await new Promise<http.IncomingMessage>((resolve, reject) => {
      let begun = false;
      const begin = (): void => {
        if (begun || answered.signal.aborted) return;
        begun = true;
        writeBody(request, { body, size_bytes }, answered.signal).catch((fault: unknown) =>
          reject(ofBody(fault)),
        );
      };
      request.once('response', resolve);
      request.on('error', reject);
      request.once('continue', begin);
      if (size_bytes <= largeBytes) return begin();
      request.flushHeaders();
      request.once('socket', () => (agreement = setTimeout(begin, agreementMs)));
    });
  } finally {
    clearTimeout(agreement);
    answered.abort();
  }
}

/** A receiver may close a connection that was kept open at the moment at which the next request is sent over it. */
class ClosedLine extends Error {}

function hasClosed(request: http.ClientRequest | undefined, fault: unknown): boolean {
  return request?.reusedSocket === true && ['ECONNRESET', 'EPIPE'].includes(codeOf(fault));
}

async function postOnce(
  post: Post,
  policy: PostPolicy,
  { timeout_ms, answer_bytes, signal, lines }: PostLimits,
): Promise<PostAnswer> {
  let connected = false;
  let request: http.ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  let isKept = false;
  try {
    request = requestOf(post, policy, lines);
    request.once('socket', (socket) => {
      const opened = new URL(post.url).protocol === 'https:' ? 'secureConnect' : 'connect';
      if (request?.reusedSocket === true) connected = true;
      else socket.once(opened, () => (connected = true));
    });
    const end = (words: string) => (): void => {
      request?.destroy(new PostFault('no-answer', words));
    };
    timer = setTimeout(end(`no answer within ${String(Math.round(timeout_ms / 1000))} s`), timeout_ms);
    stop = end('stopped');
    signal?.addEventListener('abort', stop);
    const response = await exchange(request, post);
    const read = await beginningOf(response, answer_bytes);
    isKept = lines !== undefined && read.whole;
    return { status: response.statusCode ?? 0, ...read };
  } catch (fault) {
    if (hasClosed(request, fault)) throw new ClosedLine();
    throw faultOf(fault, connected);
  } finally {
    if (!isKept) request?.destroy();
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener('abort', stop);
  }
}

export async function guardedPost(post: Post, policy: PostPolicy, limits: PostLimits): Promise<PostAnswer> {
  try {
    return await postOnce(post, policy, limits);
  } catch (fault) {
    if (!(fault instanceof ClosedLine)) throw fault;
    const { lines: _lines, ...own } = limits;
    return postOnce(post, policy, own);
  }
}
