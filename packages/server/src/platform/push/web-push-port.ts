/**
 * Sends push messages through the browsers' own services (RFC 8030). The message is encrypted for the one browser (RFC
 * 8291, `aes128gcm`), and a signed token identifies the installation (VAPID, RFC 8292).
 */
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { post } from './post.ts';
import { payloadOf, PushRefused, secondsLeft, type PushOutcome, type PushPort } from './push-port.ts';
import { mayPushTo, readPushToken } from './push-token.ts';

type WebPushOptions = {
  /** The installation's private key, 32 bytes of P-256. */
  readonly key: Buffer;
  /** The contact for push services: `mailto:` or `https:`. */
  readonly contact: string;
  /** The services that messages may be sent to. */
  readonly hosts: readonly string[];
  readonly ca?: string | undefined;
};

/** Returns the public key with which browsers subscribe. */
export function publicPushKey(key: Buffer): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(key);
  return pair.getPublicKey('base64url', 'uncompressed');
}

/** The service has deleted the subscription or never knew it. */
const dead = new Set([404, 410]);
const later = new Set([429, 503]);
const usualPauseMs = 60_000;

function outcomeOf(status: number, retry_after_ms: number | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (dead.has(status)) return { kind: 'dead' };
  if (later.has(status)) return { kind: 'later', after_ms: retry_after_ms ?? usualPauseMs };
  if (status >= 400 && status < 500 && status !== 408) throw new PushRefused(status);
  throw new Error(`the push service answered ${String(status)}`);
}

export function webPushPort({ key, contact, hosts, ca }: WebPushOptions): PushPort {
  const vapidDetails = {
    subject: contact,
    publicKey: publicPushKey(key),
    privateKey: key.toString('base64url'),
  };
  return {
    send: async (push_token, message, now) => {
      const token = readPushToken(push_token);
      if (token.kind !== 'web' || !mayPushTo(token.subscription.endpoint, hosts)) return { kind: 'dead' };
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        token.subscription,
        JSON.stringify(payloadOf(message)),
        {
          vapidDetails,
          TTL: secondsLeft(message, now),
          urgency: message.urgent ? 'high' : 'normal',
          topic: `n${String(message.notification_id)}`,
          contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
        },
      );
      const sent = Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name.toLowerCase(), value]),
      );
      const { status, retry_after_ms } = await post(endpoint, { headers: sent, body, ca });
      return outcomeOf(status, retry_after_ms);
    },
  };
}
