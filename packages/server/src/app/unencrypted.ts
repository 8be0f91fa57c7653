/** Determines from the settings whether the server communicates with other machines without encryption. */
import { isIPv4 } from 'node:net';
import type { Config } from '../platform/config/config.ts';

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** A proxy provides TLS (docs/operating.md); a `PUBLIC_URL` with https shows that there is one. */
export function speaksUnencrypted({ HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean {
  return !isLoopback(HOST) && PUBLIC_URL?.startsWith('https:') !== true;
}
