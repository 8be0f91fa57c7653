/** Checks the public keys that a program registers, and keeps only their public members. */
import type { smartClientRoutes } from '@rhythmdesk/contract/smart-clients';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { importJWK, type JWK } from 'jose';
import { refuseField } from '../../../platform/http/refusal.ts';

/** The signatures that SMART requires of a server. */
export const signingAlgorithms = ['RS384', 'ES384'] as const;

type Given = ParsedOf<typeof smartClientRoutes.createSmartClient>['jwks'];
type GivenKey = Given['keys'][number];

const leastRsaBytes = 256;
const textOf = (key: GivenKey, name: string): string => {
  const value: unknown = Reflect.get(key, name);
  return typeof value === 'string' ? value : '';
};

/** Returns the public members of a key; null if it is of no accepted kind. */
function publicPart(key: GivenKey): JWK | null {
  const { kty, kid } = key;
  const alg = kty === 'RSA' ? 'RS384' : 'ES384';
  const isMeant = ['', alg].includes(textOf(key, 'alg')) && ['', 'sig'].includes(textOf(key, 'use'));
  const known = { kty, kid, alg, use: 'sig' };
  if (!isMeant) return null;
  if (kty === 'RSA') {
    const n = textOf(key, 'n');
    const isLong = Buffer.from(n, 'base64url').length >= leastRsaBytes;
    return isLong ? { ...known, n, e: textOf(key, 'e') } : null;
  }
  const isCurve = kty === 'EC' && textOf(key, 'crv') === 'P-384';
  return isCurve ? { ...known, crv: 'P-384', x: textOf(key, 'x'), y: textOf(key, 'y') } : null;
}

async function isUsable(key: JWK): Promise<boolean> {
  try {
    await importJWK(key);
    return true;
  } catch {
    return false;
  }
}

/** Returns the keys to store. Refuses private keys, so that nobody keeps using one that was sent. */
export async function publicKeys({ keys }: Given): Promise<{ readonly keys: readonly JWK[] }> {
  if (keys.some((key) => ['d', 'k', 'p', 'q'].some((name) => Object.hasOwn(key, name))))
    throw refuseField('smart/private-key', 'jwks');
  const kept: JWK[] = [];
  for (const key of keys) {
    const part = publicPart(key);
    if (part === null || !(await isUsable(part))) throw refuseField('smart/keys', 'jwks');
    kept.push(part);
  }
  if (new Set(kept.map(({ kid }) => kid)).size < kept.length) throw refuseField('smart/keys', 'jwks');
  return { keys: kept };
}
