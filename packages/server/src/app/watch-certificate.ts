/** Opens a certificate of the settings: checks it, reports it, and uses renewed files without a restart. */
import type { Config } from '../platform/config/config.ts';
import { keyPairDoubts, readKeyPair, type KeyFiles, type KeyPair } from '../platform/tls/key-pair.ts';
import { watchKeyPair, type KeyPairWatch } from '../platform/tls/watch-key-pair.ts';
import type { Platform } from './open-platform.ts';

/** The uses of certificates that are files, each with its settings. */
const settingsOfUse = {
  https: { cert: 'TLS_CERT_FILE', key: 'TLS_KEY_FILE' },
  hl7: { cert: 'HL7_CERT_FILE', key: 'HL7_KEY_FILE' },
} as const satisfies Record<string, { readonly cert: keyof Config; readonly key: keyof Config }>;

export type FileUse = keyof typeof settingsOfUse;

/** The certificates of this server in use; null where it has none. They are filled while the server starts. */
export type CertificateWatches = Record<FileUse, KeyPairWatch | null>;

/** How often the files are read, so that a renewed certificate is in use soon; in milliseconds. */
const lookEveryMs = 10_000;

/** Returns null if the settings name no files. */
export function keyFilesOf(use: FileUse, config: Config): KeyFiles | null {
  const settings = settingsOfUse[use];
  const { [settings.cert]: cert_file, [settings.key]: key_file } = config;
  return cert_file === undefined || key_file === undefined ? null : { settings, cert_file, key_file };
}

type CertificateOptions = {
  readonly use: FileUse;
  readonly files: KeyFiles;
  /** The host that the certificate must name; undefined for none. */
  readonly host: string | undefined;
  readonly every_ms: number | undefined;
  /** Called with each renewed pair. */
  readonly onPair: (pair: KeyPair) => void;
};

/** Throws `WrongKeyPair` if the files cannot be used. */
export async function watchCertificate(
  { log, clock, metrics }: Pick<Platform, 'log' | 'clock' | 'metrics'>,
  { use, files, host, every_ms = lookEveryMs, onPair }: CertificateOptions,
): Promise<KeyPairWatch> {
  const logDoubts = (pair: KeyPair): void => {
    for (const { kind, words } of keyPairDoubts(pair, { now: clock.now(), host })) {
      if (kind === 'open-key') log.warn({ use, doubt: kind }, words);
      else log.error({ use, doubt: kind }, words);
    }
  };
  const first = await readKeyPair(files);
  logDoubts(first);
  const watch = watchKeyPair(files, first, {
    ...{ now: clock.now, every_ms },
    onPair: (pair) => {
      onPair(pair);
      log.info({ use, not_after: pair.not_after.toISOString() }, 'a renewed certificate is used');
      logDoubts(pair);
    },
    onRefused: (reason) =>
      log.error(
        { use, reason },
        'the certificate files are not used, and the certificate before stays in use',
      ),
  });
  metrics.addSource(() => [
    {
      name: 'rhythmdesk_certificate_refused',
      labels: { use },
      value: watch.refused() === null ? 0 : 1,
    },
  ]);
  return watch;
}
