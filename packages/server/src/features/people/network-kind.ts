/**
 * Classifies the network of a session by its address alone. The server asks no location service, because that would
 * reveal to it who works where.
 */
import { BlockList, isIP } from 'node:net';

type NetworkKind = 'loopback' | 'private' | 'public' | 'unknown';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** RFC 1918, shared and link-local addresses and their IPv6 counterparts. */
const inside = new BlockList();
const insideIpv4 = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const;
for (const [network, bits] of insideIpv4) inside.addSubnet(network, bits, 'ipv4');
const insideIpv6 = [
  ['fc00::', 7],
  ['fe80::', 10],
] as const;
for (const [network, bits] of insideIpv6) inside.addSubnet(network, bits, 'ipv6');

/** Returns the IPv4 address of an IPv4-mapped IPv6 address; other addresses are returned unchanged. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

export function networkKind(address: string): NetworkKind {
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 0) return 'unknown';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (loopback.check(plain, family)) return 'loopback';
  return inside.check(plain, family) ? 'private' : 'public';
}
