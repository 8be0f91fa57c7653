/**
 * Sends push messages through a Firebase project (FCM HTTP v1). The service account signs an assertion (RFC 7523), gets
 * an access token for it that is valid for about an hour, and posts each message with that token.
 */
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { post } from './post.ts';
import { payloadOf, PushRefused, secondsLeft, type PushMessage, type PushOutcome } from './push-port.ts';
import type { PushPort } from './push-port.ts';
import { readPushToken } from './push-token.ts';

export const serviceAccountShape = z.object({
  project_id: z.string().regex(/^[a-z0-9:.-]{1,100}$/),
  client_email: z.email(),
  private_key_id: z.string().optional(),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  token_uri: z.url({ protocol: /^https$/ }).default('https://oauth2.googleapis.com/token'),
});
type ServiceAccount = z.output<typeof serviceAccountShape>;

type FirebaseOptions = {
  readonly account: ServiceAccount;
  /** The base URL for messages, without a slash at its end. */
  readonly url: string;
  readonly ca?: string | undefined;
};

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const assertionSeconds = 3_600;
/** A token is renewed early, so that no message arrives with one that has just expired. */
const renewBeforeMs = 60_000;
const usualPauseMs = 60_000;

const grantShape = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const faultShape = z.object({
  error: z.object({ details: z.array(z.object({ errorCode: z.string().optional() })).default([]) }),
});

type Grant = { readonly access_token: string; readonly good_until_ms: number };

async function askForToken({ account, ca }: FirebaseOptions, now: Date): Promise<Grant> {
  const issued = Math.floor(now.getTime() / 1_000);
  const { private_key_id, private_key, client_email, token_uri } = account;
  const header = private_key_id === undefined ? {} : { kid: private_key_id };
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt(issued)
    .setExpirationTime(issued + assertionSeconds)
    .sign(await importPKCS8(private_key, 'RS256'));
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, text } = await post(token_uri, { headers, body: Buffer.from(form.toString()), ca });
  if (status !== 200) throw new Error(`the token service answered ${String(status)}`);
  const { access_token, expires_in } = grantShape.parse(JSON.parse(text));
  return { access_token, good_until_ms: now.getTime() + expires_in * 1_000 - renewBeforeMs };
}

/** The message's token is invalid: the app was removed, or the token belongs to another project. */
const deadCodes = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH']);

function errorCodesIn(text: string): readonly string[] {
  try {
    const read = faultShape.safeParse(JSON.parse(text));
    return read.success ? read.data.error.details.flatMap(({ errorCode }) => errorCode ?? []) : [];
  } catch {
    return [];
  }
}

type Answer = Awaited<ReturnType<typeof post>>;

function outcomeOf({ status, text, retry_after_ms }: Answer): PushOutcome {
  if (status === 200) return { kind: 'sent' };
  if (errorCodesIn(text).some((code) => deadCodes.has(code))) return { kind: 'dead' };
  if (status === 429 || status === 503) return { kind: 'later', after_ms: retry_after_ms ?? usualPauseMs };
  if (status === 400) throw new PushRefused(status);
  throw new Error(`the push service answered ${String(status)}`);
}

function bodyOf(token: string, message: PushMessage, now: Date): Buffer {
  const headers = {
    TTL: String(secondsLeft(message, now)),
    Urgency: message.urgent ? 'high' : 'normal',
  };
  return Buffer.from(JSON.stringify({ message: { token, data: payloadOf(message), webpush: { headers } } }));
}

export function firebasePort(options: FirebaseOptions): PushPort {
  const { account, url, ca } = options;
  let grant: Grant | null = null;
  return {
    send: async (push_token, message, now) => {
      const read = readPushToken(push_token);
      if (read.kind !== 'firebase') return { kind: 'dead' };
      if (grant === null || grant.good_until_ms <= now.getTime()) grant = await askForToken(options, now);
      const answer = await post(`${url}/v1/projects/${account.project_id}/messages:send`, {
        headers: {
          authorization: `Bearer ${grant.access_token}`,
          'content-type': 'application/json',
        },
        body: bodyOf(read.token, message, now),
        ca,
      });
      // If an access token was revoked early, the next attempt requests a new one.
      if (answer.status === 401) grant = null;
      return outcomeOf(answer);
    },
  };
}
