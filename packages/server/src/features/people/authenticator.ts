/**
 * Checks codes of authenticator apps (TOTP, RFC 6238: six digits, 30 seconds, SHA-1, which every app supports). The
 * code of the step before or after is accepted as well, because clocks differ.
 *
 * Invariants: a code works once, and no code of an earlier step works after it; a new secret replaces the earlier one
 * only when a code of the new secret was entered.
 */
import { secondFactorLimits } from '@rhythmdesk/domain/people/second-factor';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { authenticators } from '../../platform/db/schema/sign-in-factors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';

const issuer = 'Rhythmdesk';
const periodS = 30;
/** The secret is as long as the hash, as RFC 4226 recommends. */
const secretBytes = 20;

const totpOf = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: periodS });

const contextOf = (user_id: number): string => `authenticator of user ${String(user_id)}`;

function openSecret(sealer: Sealer, user_id: number, sealed: Buffer | null): Secret | null {
  const plain = sealed === null ? null : sealer.open(contextOf(user_id), sealed);
  return plain === null ? null : new Secret({ buffer: new Uint8Array(plain).buffer });
}

/** Returns the time step of the code, or null if the code is wrong or its step is not after `lastStep`. */
function stepOf(secret: Secret, code: string, lastStep: number, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / periodS) + delta;
  return step > lastStep ? step : null;
}

async function lockAuthenticator(tx: Tx, user_id: number) {
  const [row] = await tx
    .select()
    .from(authenticators)
    .where(eq(authenticators.user_id, user_id))
    .for('update');
  return row;
}

export async function readAuthenticator(db: Queryable, user_id: number) {
  const [row] = await db
    .select({ created_at: authenticators.created_at, last_used_at: authenticators.last_used_at })
    .from(authenticators)
    .where(eq(authenticators.user_id, user_id));
  return row === undefined || row.created_at === null ? null : { ...row, created_at: row.created_at };
}

type Whose = { readonly id: number; readonly user_id: string };

export async function beginAuthenticator(tx: Tx, sealer: Sealer, { id, user_id }: Whose, now: Date) {
  const secret = new Secret({ size: secretBytes });
  const pending = { pending_secret: sealer.seal(contextOf(id), secret.bytes), pending_since: now };
  await tx
    .insert(authenticators)
    .values({ user_id: id, ...pending })
    .onConflictDoUpdate({ target: authenticators.user_id, set: pending });
  return { secret: secret.base32, uri: totpOf(secret, user_id).toString() };
}

/** Checks the first code of a new secret and puts the secret into use. */
export async function confirmAuthenticator(tx: Tx, sealer: Sealer, id: number, code: string, now: Date) {
  const row = await lockAuthenticator(tx, id);
  const begun = row?.pending_since?.getTime() ?? 0;
  const isLate = now.getTime() - begun >= secondFactorLimits.pending_minutes * 60_000;
  const secret = isLate ? null : openSecret(sealer, id, row?.pending_secret ?? null);
  if (secret === null) throw new Refusal('auth/factor-begun-not');
  const last_step = stepOf(secret, code, 0, now);
  if (last_step === null) return false;
  await tx
    .update(authenticators)
    .set({
      secret: row?.pending_secret ?? null,
      ...{ created_at: now, last_used_at: null, last_step, pending_secret: null, pending_since: null },
    })
    .where(eq(authenticators.user_id, id));
  return true;
}

/** Uses up a code. Returns true exactly once for each code. */
export async function takeCode(
  tx: Tx,
  sealer: Sealer,
  id: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await lockAuthenticator(tx, id);
  const secret = openSecret(sealer, id, row?.secret ?? null);
  if (row === undefined || secret === null) return false;
  const last_step = stepOf(secret, code, row.last_step, now);
  if (last_step === null) return false;
  await tx.update(authenticators).set({ last_step, last_used_at: now }).where(eq(authenticators.user_id, id));
  return true;
}

export async function deleteAuthenticator(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(authenticators).where(eq(authenticators.user_id, user_id));
}
