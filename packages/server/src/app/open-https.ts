/**
 * Opens the server's own certificate if the settings name one: checks it, reports it, and uses renewed files without a
 * restart.
 */
import type { Config } from '../platform/config/config.ts';
import type { Log } from '../platform/log/log.ts';
import { keyPairDoubts, readKeyPair, type KeyFiles, type KeyPair } from '../platform/tls/key-pair.ts';
import { SecureServers } from '../platform/tls/secure-servers.ts';
import { watchKeyPair, type KeyPairWatch } from '../platform/tls/watch-key-pair.ts';
import type { Platform } from './open-platform.ts';

type TlsSettings = Pick<Config, 'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'PUBLIC_URL'>;

/** How often the files are read, so that a renewed certificate is in use soon; in milliseconds. */
const lookEveryMs = 10_000;

export type OpenHttps = {
  readonly servers: SecureServers;
  readonly watch: KeyPairWatch;
};

function filesOf({ TLS_CERT_FILE, TLS_KEY_FILE }: TlsSettings): KeyFiles | null {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return null;
  return { cert_file: TLS_CERT_FILE, key_file: TLS_KEY_FILE };
}

/** Throws `WrongKeyPair` if the files of the settings cannot be used. */
export async function checkCertificate(config: TlsSettings): Promise<void> {
  const files = filesOf(config);
  if (files !== null) await readKeyPair(files);
}

/** Logs what a server can live with; browsers refuse all of it but an open key. */
function logDoubts(log: Log, pair: KeyPair, { PUBLIC_URL }: TlsSettings, now: Date): void {
  const host = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).hostname;
  for (const { kind, words } of keyPairDoubts(pair, { now, host })) {
    if (kind === 'open-key') log.warn({ doubt: kind }, words);
    else log.error({ doubt: kind }, words);
  }
}

/** Returns null without a certificate of its own; then the server speaks HTTP. */
export async function openHttps(
  { config, log, clock, metrics }: Pick<Platform, 'config' | 'log' | 'clock' | 'metrics'>,
  every_ms = lookEveryMs,
): Promise<OpenHttps | null> {
  const files = filesOf(config);
  if (files === null) return null;
  const first = await readKeyPair(files);
  logDoubts(log, first, config, clock.now());
  const servers = new SecureServers(first);
  const watch = watchKeyPair(files, first, {
    ...{ now: clock.now, every_ms },
    onPair: (pair) => {
      servers.use(pair);
      log.info({ not_after: pair.not_after.toISOString() }, 'a renewed certificate is used');
      logDoubts(log, pair, config, clock.now());
    },
    onRefused: (reason) =>
      log.error({ reason }, 'the certificate files are not used, and the certificate before stays in use'),
  });
  const labels = { use: 'https' };
  metrics.addSource(() => [
    {
      name: 'rhythmdesk_certificate_expiry_seconds',
      labels,
      value: (watch.current().not_after.getTime() - clock.now().getTime()) / 1000,
    },
    { name: 'rhythmdesk_certificate_refused', labels, value: watch.refused() === null ? 0 : 1 },
  ]);
  return { servers, watch };
}
