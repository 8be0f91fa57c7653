/** Determines from the settings whether the server communicates with other machines without encryption. */
import type { Config } from '../platform/config/config.ts';
import { isLoopback } from '../platform/config/loopback.ts';

type Transport = Pick<Config, 'HOST' | 'PUBLIC_URL' | 'TLS_CERT_FILE'>;

/** TLS is provided by a certificate of its own or by a proxy; a `PUBLIC_URL` with https shows that there is one. */
export function speaksUnencrypted({ HOST, PUBLIC_URL, TLS_CERT_FILE }: Transport): boolean {
  if (isLoopback(HOST) || TLS_CERT_FILE !== undefined) return false;
  return PUBLIC_URL?.startsWith('https:') !== true;
}
