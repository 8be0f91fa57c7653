/**
 * Creates and checks the ten recovery codes for a user who has lost every second factor. They are shown once, stored as
 * keyed digests, and each works once.
 */
import { randomInt } from 'node:crypto';
import {
  plainRecoveryCode,
  recoveryAlphabet,
  secondFactorLimits,
} from '@rhythmdesk/domain/people/second-factor';
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { recoveryCodes } from '../../platform/db/schema/sign-in-factors.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';

/** Ten characters of an alphabet of 32 are 50 bits. */
const signs = 10;

const contextOf = (user_id: number): string => `recovery code of user ${String(user_id)}`;

function newCode(): string {
  const code = Array.from(
    { length: signs },
    () => recoveryAlphabet[randomInt(recoveryAlphabet.length)] ?? '',
  );
  return `${code.slice(0, signs / 2).join('')}-${code.slice(signs / 2).join('')}`;
}

const unused = (user_id: number) => and(eq(recoveryCodes.user_id, user_id), isNull(recoveryCodes.used_at));

export function countRecoveryCodes(db: Queryable, user_id: number): Promise<number> {
  return db.$count(recoveryCodes, unused(user_id));
}

export async function deleteRecoveryCodes(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user_id));
}

/** Creates new codes in place of all earlier ones. */
export async function makeRecoveryCodes(
  tx: Tx,
  sealer: Sealer,
  user_id: number,
  now: Date,
): Promise<string[]> {
  await deleteRecoveryCodes(tx, user_id);
  const codes = new Set<string>();
  while (codes.size < secondFactorLimits.recovery_codes) codes.add(newCode());
  const digestOf = (code: string): Buffer => sealer.digest(contextOf(user_id), plainRecoveryCode(code));
  await tx
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ user_id, digest: digestOf(code), created_at: now })));
  return [...codes];
}

/** Uses up a code. Returns true exactly once for each code. */
export async function takeRecoveryCode(
  tx: Tx,
  sealer: Sealer,
  user_id: number,
  typed: string,
  now: Date,
): Promise<boolean> {
  const digest = sealer.digest(contextOf(user_id), plainRecoveryCode(typed));
  const taken = await tx
    .update(recoveryCodes)
    .set({ used_at: now })
    .where(and(unused(user_id), eq(recoveryCodes.digest, digest)))
    .returning({ user_id: recoveryCodes.user_id });
  return taken.length > 0;
}
