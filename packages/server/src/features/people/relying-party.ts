/**
 * Determines the relying party for passkeys: the host of `PUBLIC_URL`, and only pages of that origin. If `PUBLIC_URL`
 * is not set or contains an IP address, which cannot be a relying party, it is `localhost` at any port: browsers treat
 * localhost as secure, and no other machine can use it.
 */
import { isIP } from 'node:net';

export type RelyingParty = {
  readonly id: string;
  /** Returns the origins that an answer may come from, given the origin that it names. */
  readonly originsFor: (named: string) => string[];
};

const local = /^https?:\/\/localhost(:\d+)?$/;

export function relyingPartyOf(public_url: string | undefined): RelyingParty {
  const { hostname, origin } = new URL(public_url ?? 'http://localhost');
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  if (public_url === undefined || isAddress) {
    return { id: 'localhost', originsFor: (named) => (local.test(named) ? [named] : []) };
  }
  return { id: hostname, originsFor: () => [origin] };
}
