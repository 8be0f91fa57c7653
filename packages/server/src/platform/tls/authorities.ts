/** Checks the authorities whose certificates are trusted: PEM texts of settings and of partners. */
import { X509Certificate } from 'node:crypto';
import { readSettingFile, WrongSettingFile } from '../config/setting-file.ts';

const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns whether a text has certificates and no private key. TLS ignores what it cannot read: without this check every
 * connection would be refused, and nothing would name the reason.
 */
export function areAuthorities(pem: string): boolean {
  const found = pem.match(certificate) ?? [];
  const begun = pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  return found.length > 0 && found.length === begun && found.every(isCertificate) && !privateKey.test(pem);
}

/** Reads the authorities that a setting names. Throws `WrongSettingFile` if there are none. */
export async function readAuthorities(setting: string, file: string): Promise<string> {
  const pem = await readSettingFile(setting, file);
  if (areAuthorities(pem)) return pem;
  throw new WrongSettingFile(`${setting} must have certificates in PEM form, and no private key: ${file}.`);
}
