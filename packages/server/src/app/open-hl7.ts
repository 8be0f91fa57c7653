/** Opens the port for HL7 v2 if the settings name one, and reads this installation's certificate for it. */
import { readFile } from 'node:fs/promises';
import { answerWith } from '../features/integration/answer-message.ts';
import type { ReceivingDependencies } from '../features/integration/integration-dependencies.ts';
import type { Config } from '../platform/config/config.ts';
import { readSettingFile } from '../platform/config/setting-file.ts';
import { listenMllp, type MllpIdentity, type MllpListener } from '../platform/hl7/mllp-listener.ts';
import type { KeyPair } from '../platform/tls/key-pair.ts';
import type { KeyPairWatch } from '../platform/tls/watch-key-pair.ts';
import type { Platform } from './open-platform.ts';
import { keyFilesOf, watchCertificate } from './watch-certificate.ts';

type Files = Pick<Config, 'HL7_CERT_FILE' | 'HL7_KEY_FILE'>;

/** Reads the files for a sender at each use, so that a renewed certificate counts without a restart. */
export async function hl7Identity({ HL7_CERT_FILE, HL7_KEY_FILE }: Files): Promise<MllpIdentity | null> {
  if (HL7_CERT_FILE === undefined || HL7_KEY_FILE === undefined) return null;
  const [cert, key] = await Promise.all([readFile(HL7_CERT_FILE, 'utf8'), readFile(HL7_KEY_FILE, 'utf8')]);
  return { cert, key };
}

export type OpenHl7 = {
  /** The certificate in use; null without TLS. */
  readonly watch: KeyPairWatch | null;
  readonly stop: () => Promise<void>;
};

type OpenedBy = Pick<Platform, 'config' | 'log' | 'clock' | 'metrics'>;

/** Returns the certificate and the authorities of senders; null if messages are received without TLS. */
async function openTls(platform: OpenedBy, every_ms: number | undefined, onPair: (pair: KeyPair) => void) {
  const { config } = platform;
  const files = config.HL7_CA_FILE === undefined ? null : keyFilesOf('hl7', config);
  if (files === null || config.HL7_CA_FILE === undefined) return null;
  const ca = await readSettingFile('HL7_CA_FILE', config.HL7_CA_FILE);
  const options = { use: 'hl7', files, host: undefined, every_ms, onPair } as const;
  return { ca, watch: await watchCertificate(platform, options) };
}

/** Returns null if no port is set. */
export async function openHl7(
  platform: OpenedBy,
  receiving: ReceivingDependencies,
  every_ms?: number,
): Promise<OpenHl7 | null> {
  const { config, log } = platform;
  const { HL7_PORT, HL7_HOST, HL7_CONNECTIONS, HL7_IDLE_SECONDS } = config;
  if (HL7_PORT === undefined) return null;
  let listener: MllpListener | null = null;
  const tls = await openTls(platform, every_ms, ({ cert, key }) => listener?.use({ cert, key }));
  const identity = tls?.watch.current();
  listener = await listenMllp({
    ...{ host: HL7_HOST, port: HL7_PORT },
    tls:
      tls === null || identity === undefined ? null : { cert: identity.cert, key: identity.key, ca: tls.ca },
    connections: HL7_CONNECTIONS,
    idle_ms: HL7_IDLE_SECONDS * 1000,
    answer: answerWith(receiving, log),
    onFault: (fault, { address }) => log.warn({ err: fault, address }, 'a connection of HL7 v2 ended'),
    onDropped: (dropped, { address }) =>
      log.warn({ ...dropped, address }, 'bytes outside of complete HL7 v2 messages were dropped'),
  });
  const { port, stop } = listener;
  const isLocal = /^(127\.|::1$|localhost$)/.test(HL7_HOST);
  if (tls === null && !isLocal)
    log.warn({ port }, 'HL7 v2 is received without encryption; see docs/integration.md');
  log.info({ port, tls: tls !== null }, 'HL7 v2 is received');
  return {
    watch: tls?.watch ?? null,
    stop: async () => {
      await tls?.watch.stop();
      await stop();
    },
  };
}
