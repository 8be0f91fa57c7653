/**
 * Derives the secrets in mails and links from the installation's key and the row that they belong to. A mail that is sent again
 * therefore contains the same secret, no secret is in a queue, and the database contains at most a hash.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { OneTimeSecret } from '@rhythmdesk/domain/notice/mails';

export type OneTime = {
  readonly make: (kind: OneTimeSecret, id: string) => string;
  readonly matches: (kind: OneTimeSecret, id: string, given: string) => boolean;
};

const codeDigits = 6;

/** 48 bits over a million codes: the frequencies of codes differ by less than a billionth. */
const digitsOf = (bytes: Buffer): string =>
  String(bytes.readUIntBE(0, 6) % 10 ** codeDigits).padStart(codeDigits, '0');

const lettersOf = (bytes: Buffer): string => bytes.toString('base64url');

const forms = {
  'email-code': digitsOf,
  'password-link': lettersOf,
  'consent-link': lettersOf,
  'health-link': lettersOf,
  'health-link-key': lettersOf,
  'health-link-code': digitsOf,
  'health-link-file': lettersOf,
} as const satisfies Record<OneTimeSecret, (bytes: Buffer) => string>;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export function oneTimeFrom(key: Buffer): OneTime {
  const make = (kind: OneTimeSecret, id: string): string =>
    forms[kind](createHmac('sha256', key).update(`${kind}\n${id}`).digest());
  return {
    make,
    matches: (kind, id, given) => timingSafeEqual(sha256(make(kind, id)), sha256(given)),
  };
}
