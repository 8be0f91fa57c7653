/** Determines whether an address belongs to this machine alone. */
import { isIPv4 } from 'node:net';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
