/**
 * Decides to which addresses webhooks may connect: public ones, and those of networks that a setting allows.
 *
 * Invariant: the address that is checked is the one that is connected. A name is resolved once for each connection, and
 * every address that it has must be allowed.
 */
import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks of IPv4 that are not public (IANA, special-purpose addresses), and Azure’s metadata service. */
const closed4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
];
/** IPv6 is public only in this network, without those of protocols, documentation and tunnels of IPv4. */
const open6 = ['2000::/3'];
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Returns a list of networks in CIDR form. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const closed = networkList([...closed4, ...closed6]);
const open = networkList(open6);

/** Returns an IPv4 address that is written as IPv6 (`::ffff:7f00:1`) as IPv4; others as they are. */
function plain(address: string): string {
  if (isIP(address) !== 6 || !URL.canParse(`http://[${address}]`)) return address;
  const written = new URL(`http://[${address}]`).hostname;
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(written) ?? [];
  if (high === undefined || low === undefined) return address;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

export function mayConnect(address: string, allowed: BlockList): boolean {
  const at = plain(address);
  const kind = isIP(at);
  if (kind === 0) return false;
  const family = kind === 4 ? 'ipv4' : 'ipv6';
  if (allowed.check(at, family)) return true;
  return !closed.check(at, family) && (kind === 4 || open.check(at, family));
}

export class RefusedAddress extends Error {
  constructor(address: string) {
    super(address);
    this.name = 'RefusedAddress';
  }
}

export type Resolve = (hostname: string) => Promise<readonly dns.LookupAddress[]>;
export const systemResolve: Resolve = (hostname) => dns.promises.lookup(hostname, { all: true });

/** Returns the name of a URL's host, or the address without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Throws for an address that is written as such. The URL has already turned other forms (decimal, hex) into it. */
export function proveLiteral(url: URL, allowed: BlockList): void {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !mayConnect(host, allowed)) throw new RefusedAddress(host);
}

/** Returns the lookup of a connection, which fails unless all addresses of the name are allowed. */
export function guardedLookup(resolve: Resolve, allowed: BlockList): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const refused = found.find(({ address }) => !mayConnect(address, allowed));
        const [first] = found;
        if (refused !== undefined) callback(new RefusedAddress(`${hostname} (${refused.address})`), '', 0);
        else if (first === undefined) callback(new Error(`ENOTFOUND ${hostname}`), '', 0);
        else if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (fault: unknown) => callback(fault instanceof Error ? fault : new Error(String(fault)), '', 0),
    );
  };
}
