/**
 * The secrets that mails carry, made from the installation's key and the row that they belong to. So a mail that is sent
 * again carries the same secret, none lies in a queue, and the database holds at most a hash.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { OneTimeSecret } from '@rhythmdesk/domain/notice/mails';

export type OneTime = {
  readonly make: (kind: OneTimeSecret, id: string) => string;
  readonly matches: (kind: OneTimeSecret, id: string, given: string) => boolean;
};

const codeDigits = 6;

/** 48 bits over a million codes: the share by which some come up more often is below a billionth. */
const digitsOf = (bytes: Buffer): string =>
  String(bytes.readUIntBE(0, 6) % 10 ** codeDigits).padStart(codeDigits, '0');

const forms = {
  'email-code': digitsOf,
  'password-link': (bytes: Buffer) => bytes.toString('base64url'),
  'consent-link': (bytes: Buffer) => bytes.toString('base64url'),
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
