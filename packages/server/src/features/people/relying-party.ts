/**
 * As whom the product asks browsers for passkeys: the host of `PUBLIC_URL`, and pages of that origin alone. Without one it
 * is `localhost` at any port, which browsers hold for safe and no other machine can be.
 */
export type RelyingParty = {
  readonly id: string;
  /** The origins that an answer may come from, given the one that it names. */
  readonly originsFor: (named: string) => string[];
};

const local = /^https?:\/\/localhost(:\d+)?$/;

export function relyingPartyOf(public_url: string | undefined): RelyingParty {
  if (public_url === undefined) {
    return { id: 'localhost', originsFor: (named) => (local.test(named) ? [named] : []) };
  }
  const { hostname, origin } = new URL(public_url);
  return { id: hostname, originsFor: () => [origin] };
}
