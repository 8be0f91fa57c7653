/**
 * Determines the address of a caller, which limits, locks of sign-ins and the audit log use.
 *
 * Each proxy adds the address from which it was called to the end of `X-Forwarded-For`. The list is therefore read from
 * its end, as long as the machine that added the entry is a trusted proxy. What the caller wrote itself stands before
 * that and is never reached. An entry that is no address ends the reading: the last proxy that is known then counts as
 * the caller.
 *
 * Host and scheme of a request are never taken from headers of proxies. The product builds addresses from `PUBLIC_URL`.
 */
import { BlockList, isIP } from 'node:net';

/** `true` trusts whoever connects, and only about the last entry; a list has addresses and networks of proxies. */
export type TrustProxy = boolean | readonly string[];

type AddressedRequest = {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * Returns the address of a connection without its zone, such as `%eth0`, which a link-local IPv6 address has. A zone is of
 * this machine alone, and the database does not store it.
 */
export const withoutZone = (address: string): string => address.replace(/%.*/, '');

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Returns an IPv4 address that is written as IPv6 in its own form, and an IPv6 address in lower-case letters. */
function plainAddress(text: string): string {
  const address = text.toLowerCase();
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

/** Returns the address of an entry, without the port or zone that some proxies add; null if it has none. */
function addressIn(entry: string): string | null {
  const text = entry.trim().replace(/%[^\]]*/, '');
  const bare =
    /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : plainAddress(bare);
}

function networkOf(text: string): { readonly address: string; readonly bits: number } {
  const [given = '', bits] = text.split('/');
  const address = plainAddress(given);
  const whole = isIP(address) === 4 ? 32 : 128;
  if (bits === undefined) return { address, bits: whole };
  // A network of IPv4 addresses that is written as IPv6 has 96 bits more.
  return { address, bits: isIP(given) === 6 && whole === 32 ? Number(bits) - 96 : Number(bits) };
}

function listOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, bits } of networks.map(networkOf)) list.addSubnet(address, bits, family(address));
  return (address) => {
    const bare = withoutZone(plainAddress(address));
    return isIP(bare) !== 0 && list.check(bare, family(bare));
  };
}

const proxyHeader = /^(forwarded|x-forwarded-.+|x-real-ip)$/;

/** Returns the entries from the last to the first. */
function entriesOf({ headers }: AddressedRequest): string[] {
  return [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').toReversed();
}

/**
 * Returns a function that determines the address of a request, and leaves of all headers of proxies only
 * `X-Forwarded-For` with that address, if a proxy was trusted.
 */
export function trustedAddress(trust: TrustProxy): (request: AddressedRequest) => string {
  const isListed = typeof trust === 'boolean' ? () => false : listOf(trust);
  const isTrusted = (address: string, hop: number): boolean =>
    (trust === true && hop === 0) || isListed(address);
  return (request) => {
    const own = withoutZone(request.socket.remoteAddress ?? '');
    let address = own;
    for (const [hop, entry] of entriesOf(request).entries()) {
      const given = isTrusted(address, hop) ? addressIn(entry) : null;
      if (given === null) break;
      address = given;
    }
    for (const name of Object.keys(request.headers))
      if (proxyHeader.test(name)) Reflect.deleteProperty(request.headers, name);
    if (address !== own) request.headers['x-forwarded-for'] = address;
    return address;
  };
}
