/** Opens the port for HL7 v2 if the settings name one, and reads this installation's certificate for it. */
import { readFile } from 'node:fs/promises';
import { answerWith } from '../features/integration/answer-message.ts';
import type { ReceivingDependencies } from '../features/integration/integration-dependencies.ts';
import type { Config } from '../platform/config/config.ts';
import { listenMllp, type MllpIdentity, type MllpListener } from '../platform/hl7/mllp-listener.ts';
import type { Platform } from './open-platform.ts';

type Files = Pick<Config, 'HL7_CERT_FILE' | 'HL7_KEY_FILE'>;

/** Reads the files at each use, so that a renewed certificate counts without a restart. */
export async function hl7Identity({ HL7_CERT_FILE, HL7_KEY_FILE }: Files): Promise<MllpIdentity | null> {
  if (HL7_CERT_FILE === undefined || HL7_KEY_FILE === undefined) return null;
  const [cert, key] = await Promise.all([readFile(HL7_CERT_FILE, 'utf8'), readFile(HL7_KEY_FILE, 'utf8')]);
  return { cert, key };
}

/** Returns null if no port is set. */
export async function openHl7(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  receiving: ReceivingDependencies,
): Promise<MllpListener | null> {
  const { HL7_PORT, HL7_HOST, HL7_CA_FILE, HL7_CONNECTIONS, HL7_IDLE_SECONDS } = config;
  if (HL7_PORT === undefined) return null;
  const identity = HL7_CA_FILE === undefined ? null : await hl7Identity(config);
  const tls =
    identity === null || HL7_CA_FILE === undefined
      ? null
      : { ...identity, ca: await readFile(HL7_CA_FILE, 'utf8') };
  const listener = await listenMllp({
    ...{ host: HL7_HOST, port: HL7_PORT, tls },
    connections: HL7_CONNECTIONS,
    idle_ms: HL7_IDLE_SECONDS * 1000,
    answer: answerWith(receiving, log),
    onFault: (fault, { address }) => log.warn({ err: fault, address }, 'a connection of HL7 v2 ended'),
    onDropped: (dropped, { address }) =>
      log.warn({ ...dropped, address }, 'bytes outside of complete HL7 v2 messages were dropped'),
  });
  const isLocal = /^(127\.|::1$|localhost$)/.test(HL7_HOST);
  if (tls === null && !isLocal)
    log.warn({ port: listener.port }, 'HL7 v2 is received without encryption; see docs/integration.md');
  log.info({ port: listener.port, tls: tls !== null }, 'HL7 v2 is received');
  return listener;
}
