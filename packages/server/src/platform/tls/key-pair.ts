/**
 * Reads a certificate and its private key with which the server speaks TLS, and checks that they belong together.
 *
 * A pair that cannot be used is a fault. What a running server can live with, such as an expired certificate, is a
 * doubt: the server still starts, because its other parts work and a renewed certificate is used without a restart.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { unreadableWords } from '../config/setting-file.ts';

/** The names of the two settings, for sentences about their files. */
type KeySettings = { readonly cert: string; readonly key: string };

export type KeyFiles = {
  readonly settings: KeySettings;
  /** A PEM file with the certificate, followed by those of its issuers. */
  readonly cert_file: string;
  /** A PEM file with the private key, without a passphrase. */
  readonly key_file: string;
};

export type KeyTexts = {
  readonly settings: KeySettings;
  readonly cert: string;
  readonly key: string;
  /** Whether every user of this machine may read the key. */
  readonly is_open: boolean;
};

export type KeyPair = KeyTexts & {
  readonly subject: string;
  readonly not_before: Date;
  readonly not_after: Date;
};

/** The message is one sentence for an operator. It never repeats the content of a file. */
export class WrongKeyPair extends Error {
  readonly code = 'tls/wrong-key-pair';
}

async function readText(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (fault) {
    throw new WrongKeyPair(unreadableWords(setting, file, fault));
  }
}

const readByOthers = 0o004;

/** Throws `WrongKeyPair` if a file cannot be read. */
export async function readKeyTexts({ settings, cert_file, key_file }: KeyFiles): Promise<KeyTexts> {
  const cert = await readText(settings.cert, cert_file);
  const key = await readText(settings.key, key_file);
  const found = await stat(key_file).catch(() => null);
  return { settings, cert, key, is_open: found !== null && (found.mode & readByOthers) !== 0 };
}

function parseCertificate({ settings, cert }: KeyTexts): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch {
    throw new WrongKeyPair(`${settings.cert} has no certificate in PEM form.`);
  }
}

function parseKey({ settings, key }: KeyTexts): KeyObject {
  if (/ENCRYPTED/.test(key))
    throw new WrongKeyPair(`${settings.key} is locked by a passphrase. Store the key without one.`);
  try {
    return createPrivateKey(key);
  } catch {
    throw new WrongKeyPair(`${settings.key} has no private key in PEM form.`);
  }
}

/** Throws `WrongKeyPair` if TLS cannot be spoken with these texts. */
export function keyPairOf(texts: KeyTexts): KeyPair {
  const { settings } = texts;
  const certificate = parseCertificate(texts);
  if (!certificate.checkPrivateKey(parseKey(texts)))
    throw new WrongKeyPair(`${settings.key} is not the key of the first certificate in ${settings.cert}.`);
  try {
    createSecureContext(texts);
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    throw new WrongKeyPair(`${settings.cert} and ${settings.key} cannot be used for TLS: ${reason}.`);
  }
  const { subject, validFromDate: not_before, validToDate: not_after } = certificate;
  return { ...texts, subject, not_before, not_after };
}

export async function readKeyPair(files: KeyFiles): Promise<KeyPair> {
  return keyPairOf(await readKeyTexts(files));
}

export type Doubt = {
  readonly kind: 'expired' | 'not-yet-valid' | 'other-name' | 'open-key';
  readonly words: string;
};

type Circumstances = {
  readonly now: Date;
  /** The host of `PUBLIC_URL`; undefined if none is set. */
  readonly host: string | undefined;
};

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function namesHost(cert: string, host: string): boolean {
  const certificate = new X509Certificate(cert);
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined;
}

/** Returns what users of the site would notice, or what is unsafe, each by one sentence for an operator. */
export function keyPairDoubts(pair: KeyPair, { now, host }: Circumstances): readonly Doubt[] {
  const { settings, cert, not_before, not_after, is_open } = pair;
  const doubts: Doubt[] = [];
  if (not_after <= now)
    doubts.push({
      kind: 'expired',
      words: `The certificate of ${settings.cert} expired on ${dayOf(not_after)}.`,
    });
  if (not_before > now)
    doubts.push({
      kind: 'not-yet-valid',
      words: `The certificate of ${settings.cert} is valid from ${dayOf(not_before)} on, or the clock of this machine is wrong.`,
    });
  if (host !== undefined && !namesHost(cert, host))
    doubts.push({
      kind: 'other-name',
      words: `The certificate of ${settings.cert} does not name ${host}, the host of PUBLIC_URL.`,
    });
  if (is_open)
    doubts.push({ kind: 'open-key', words: `${settings.key} can be read by every user of this machine.` });
  return doubts;
}
