/** Does the server speak to other machines without encryption, as far as its settings tell? */
import { isIPv4 } from 'node:net';
import type { Config } from '../platform/config/config.ts';

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** TLS is a proxy's (docs/operating.md); a `PUBLIC_URL` of https says that there is one. */
export function speaksUnencrypted({ HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean {
  return !isLoopback(HOST) && PUBLIC_URL?.startsWith('https:') !== true;
}
