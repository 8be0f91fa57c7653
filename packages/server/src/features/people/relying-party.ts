/**
 * As whom the product asks browsers for passkeys: the host of `PUBLIC_URL`, and pages of that origin alone. Without one, or
 * where it is an address, which is no relying party, it is `localhost` at any port: browsers hold that for safe, and no other
 * machine can be it.
 */
import { isIP } from 'node:net';

export type RelyingParty = {
  readonly id: string;
  /** The origins that an answer may come from, given the one that it names. */
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
