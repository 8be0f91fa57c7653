/** Makes answers outside of any route: what every response has, and refusals before a route has run. */
import { randomBytes } from 'node:crypto';
import { errorBodyOf } from './answer-fault.ts';
import { answerPolicy, permissionsPolicy } from './content-policy.ts';
import type { Refusal } from './refusal.ts';

export const makeRequestId = (): string => randomBytes(12).toString('base64url');

/** Headers of every response, including those that no hook of the framework sees, such as for a broken path. */
export const headersOfAll = {
  'content-security-policy': answerPolicy,
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The same over TLS. The last one is what helmet adds to every response that it sees. */
export const secureHeadersOfAll = {
  ...headersOfAll,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/** Returns the response for a refusal before any route or hook has run; it closes its connection. */
export function bareAnswer(refusal: Refusal, acceptLanguage: string | undefined) {
  const requestId = makeRequestId();
  const body = JSON.stringify(errorBodyOf(refusal, requestId, acceptLanguage));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...headersOfAll,
    'x-request-id': requestId,
    connection: 'close',
  };
  return { headers, body };
}
