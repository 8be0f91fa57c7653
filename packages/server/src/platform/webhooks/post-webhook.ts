/**
 * Sends one webhook by POST and returns the status of the answer with the beginning of its body. Redirects are not
 * followed; they are answers like others. The whole exchange has one limit of time.
 */
import http from 'node:http';
import https from 'node:https';
import type { BlockList } from 'node:net';
import { guardedLookup, proveLiteral, RefusedAddress, type Resolve } from './connect-guard.ts';

type WebhookFaultKind = 'unreachable' | 'tls' | 'no-answer' | 'address';

export class WebhookFault extends Error {
  readonly kind: WebhookFaultKind;

  constructor(kind: WebhookFaultKind, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'WebhookFault';
    this.kind = kind;
  }
}

export type WebhookPolicy = {
  /** Networks that may be connected although they are not public. */
  readonly allowed: BlockList;
  /** Whether http is allowed. */
  readonly http: boolean;
  readonly resolve: Resolve;
};

export type WebhookAnswer = { readonly status: number; readonly text: string };

type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The authorities that are trusted; empty for those of the system. */
  readonly ca: string;
};

/** The most that is read of an answer's body. */
const longestAnswer = 8 * 1024;

/** Returns the URL if the policy allows its protocol and, if it has an address instead of a name, its address. */
export function allowedUrl(text: string, policy: Pick<WebhookPolicy, 'allowed' | 'http'>): URL {
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

const unreachable = /^E(CONN|HOST|NET|NOTFOUND|TIMEDOUT|AI_AGAIN|PIPE)/;

function faultOf(fault: unknown, connected: boolean): WebhookFault {
  if (fault instanceof WebhookFault) return fault;
  if (fault instanceof RefusedAddress) return new WebhookFault('address', fault.message, fault);
  const code = codeOf(fault);
  if (!unreachable.test(code) && /CERT|TLS|SSL|SELF_SIGNED|ALERT|EPROTO|VERIFY/i.test(code))
    return new WebhookFault('tls', code, fault);
  return new WebhookFault(connected ? 'no-answer' : 'unreachable', code, fault);
}

/** Reads the body up to its limit; what goes wrong after the status was received does not change the answer. */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= longestAnswer) break;
    }
  } catch {
    // The status counts.
  }
  return Buffer.concat(chunks).subarray(0, longestAnswer).toString('utf8').replaceAll('\0', '');
}

function requestOf({ url, headers, body, ca }: Post, policy: WebhookPolicy): http.ClientRequest {
  const target = allowedUrl(url, policy);
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: guardedLookup(policy.resolve, policy.allowed),
    // A new connection each time, without a proxy: the guard sees every one.
    agent: false as const,
  };
  if (target.protocol === 'http:') return http.request(target, options);
  return https.request(target, { ...options, minVersion: 'TLSv1.2', ...(ca === '' ? {} : { ca }) });
}

export async function postWebhook(
  post: Post,
  policy: WebhookPolicy,
  timeout_ms: number,
): Promise<WebhookAnswer> {
  let connected = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    const request = requestOf(post, policy);
    request.once('socket', (socket) => {
      const opened = new URL(post.url).protocol === 'https:' ? 'secureConnect' : 'connect';
      socket.once(opened, () => (connected = true));
    });
    const seconds = String(Math.round(timeout_ms / 1000));
    timer = setTimeout(
      () => request.destroy(new WebhookFault('no-answer', `no answer within ${seconds} s`)),
      timeout_ms,
    );
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.on('error', reject);
      request.end(post.body);
    });
    const text = await beginningOf(response);
    request.destroy();
    return { status: response.statusCode ?? 0, text };
  } catch (fault) {
    throw faultOf(fault, connected);
  } finally {
    clearTimeout(timer);
  }
}
