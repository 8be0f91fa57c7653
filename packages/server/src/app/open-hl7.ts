/** Opens the port for HL7 v2 if the settings name one, and reads this installation's certificate for it. */
import { answerWith } from '../features/integration/answer-message.ts';
import type { ReceivingDependencies } from '../features/integration/integration-dependencies.ts';
import type { Config } from '../platform/config/config.ts';
import { listenMllp, type MllpIdentity, type MllpListener } from '../platform/hl7/mllp-listener.ts';
import { readAuthorities } from '../platform/tls/authorities.ts';
import { readKeyPair, type KeyPair } from '../platform/tls/key-pair.ts';
import type { KeyPairWatch } from '../platform/tls/watch-key-pair.ts';
import type { Platform } from './open-platform.ts';
import { keyFilesOf, watchCertificate } from './watch-certificate.ts';

/**
 * Reads the files for a sender at each use, so that a renewed certificate counts without a restart. Throws `WrongKeyPair`
 * if they cannot be used.
 */
export async function hl7Identity(config: Config): Promise<MllpIdentity | null> {
  const files = keyFilesOf('hl7', config);
  if (files === null) return null;
  const { cert, key } = await readKeyPair(files);
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
  const ca = await readAuthorities('HL7_CA_FILE', config.HL7_CA_FILE);
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
    onRefused: (reason, address) => log.warn({ reason, address }, 'a sender of HL7 v2 was refused by TLS'),
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
