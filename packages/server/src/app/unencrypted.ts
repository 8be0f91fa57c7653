/** Determines from the settings whether the server communicates with other machines without encryption. */
import type { Config } from '../platform/config/config.ts';
import { isLoopback } from '../platform/config/loopback.ts';

/** A proxy provides TLS (docs/operating.md); a `PUBLIC_URL` with https shows that there is one. */
export function speaksUnencrypted({ HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean {
  return !isLoopback(HOST) && PUBLIC_URL?.startsWith('https:') !== true;
}
