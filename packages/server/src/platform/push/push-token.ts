/**
 * Parses the two kinds of push token: a browser's own subscription (Web Push, RFC 8030) as the browser's JSON, and the
 * token of a Firebase project, which is a single word.
 *
 * Invariant: the server posts only to push services that its settings name, whatever a page sends as its token.
 */
import { z } from 'zod';

const base64url = (bytes: number) =>
  z.string().refine((text) => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

const subscriptionShape = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1_500),
  /** The browser's public key, an uncompressed point of P-256, and its secret. */
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
type Subscription = z.output<typeof subscriptionShape>;

type PushToken =
  | { readonly kind: 'web'; readonly subscription: Subscription }
  | { readonly kind: 'firebase'; readonly token: string }
  | { readonly kind: 'unknown' };

const firebaseToken = /^[\w:.-]{1,1000}$/;

export function readPushToken(text: string): PushToken {
  if (firebaseToken.test(text)) return { kind: 'firebase', token: text };
  try {
    const read = subscriptionShape.safeParse(JSON.parse(text));
    return read.success ? { kind: 'web', subscription: read.data } : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

/**
 * Returns whether the endpoint is on one of the hosts. `*.` matches any name before a dot; a host with a port matches
 * only that port.
 */
export function mayPushTo(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return hosts.some((each) =>
    each.startsWith('*.') ? host.endsWith(each.slice(1)) && host.length > each.length - 1 : host === each,
  );
}
