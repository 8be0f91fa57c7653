/** Opens the certificate with which the server itself speaks HTTPS, if the settings name one. */
import { SecureServers } from '../platform/tls/secure-servers.ts';
import type { KeyPairWatch } from '../platform/tls/watch-key-pair.ts';
import type { Platform } from './open-platform.ts';
import { keyFilesOf, watchCertificate } from './watch-certificate.ts';

export type OpenHttps = {
  readonly servers: SecureServers;
  readonly watch: KeyPairWatch;
};

/** Returns null without a certificate; then the server speaks HTTP. */
export async function openHttps(platform: Platform, every_ms?: number): Promise<OpenHttps | null> {
  const { config, clock, metrics } = platform;
  const files = keyFilesOf('https', config);
  if (files === null) return null;
  const host = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL).hostname;
  let servers: SecureServers | null = null;
  const watch = await watchCertificate(platform, {
    ...{ use: 'https', files, host, every_ms },
    onPair: (pair) => servers?.use(pair),
  });
  servers = new SecureServers(watch.current());
  metrics.addSource(() => [
    {
      name: 'rhythmdesk_certificate_expiry_seconds',
      labels: { use: 'https' },
      value: (watch.current().not_after.getTime() - clock.now().getTime()) / 1000,
    },
  ]);
  return { servers, watch };
}
