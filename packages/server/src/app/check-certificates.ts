/** Checks the certificates that the settings name before anything is opened. */
import type { Config } from '../platform/config/config.ts';
import { readAuthorities } from '../platform/tls/authorities.ts';
import { readKeyPair } from '../platform/tls/key-pair.ts';
import { keyFilesOf, type FileUse } from './watch-certificate.ts';

async function checkPair(use: FileUse, config: Config): Promise<void> {
  const files = keyFilesOf(use, config);
  if (files !== null) await readKeyPair(files);
}

/** Checks the certificates for sending messages. Throws an error of one sentence if a file cannot be used. */
export async function checkSending(config: Config): Promise<void> {
  await checkPair('hl7', config);
  if (config.MAIL_CA_FILE !== undefined) await readAuthorities('MAIL_CA_FILE', config.MAIL_CA_FILE);
}

/** Checks the certificates for sending messages and those with which the server listens. */
export async function checkCertificates(config: Config): Promise<void> {
  await checkPair('https', config);
  await checkSending(config);
  if (config.HL7_CA_FILE !== undefined) await readAuthorities('HL7_CA_FILE', config.HL7_CA_FILE);
}
