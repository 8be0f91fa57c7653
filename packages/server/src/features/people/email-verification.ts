/**
 * Verifies that a user receives mail at an address. The server mails six digits, which are valid for 10 minutes and 5
 * tries and are sent again after 60 seconds at the earliest.
 *
 * Invariants: only the client that asked for the code can try it, with a token of its own; a new code for an address
 * voids the earlier ones; the code is not stored: it is derived from the installation's key and the row's id when it is
 * mailed and when it is compared.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isEmail } from '@rhythmdesk/domain/people/contact';
import { oneTimeLimits } from '@rhythmdesk/domain/people/sign-up';
import type { Verification } from '@rhythmdesk/contract/sign-up';
import { and, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { clockToleranceMs, isAhead, type Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { emailVerifications } from '../../platform/db/schema/new-accounts.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { OneTime } from '../../platform/secrets/one-time.ts';

export type VerificationDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly oneTime: OneTime;
  /** Sender of the mail. */
  readonly sender: string;
};

type Row = typeof emailVerifications.$inferSelect;

/** How long a verified address may wait for the rest of the form. */
const usableHours = 1;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const sameAddress = (email: string) => eq(sql`lower(${emailVerifications.email})`, email.toLowerCase());

/** A row that was written by a clock that was ahead is void, and no wait follows from it. */
const byThisClock = (now: Date) =>
  lte(emailVerifications.created_at, new Date(now.getTime() + clockToleranceMs));

export const triesLeft = ({ tries }: Row): number => Math.max(0, oneTimeLimits.code_tries - tries);
export const resendAt = ({ created_at }: Row): Date =>
  new Date(created_at.getTime() + oneTimeLimits.code_resend_seconds * 1000);

function viewOf(row: Row, verification_id: string, sender: string): Verification {
  return {
    verification_id,
    verified: row.verified_at !== null,
    expires_at: row.expires_at.toISOString(),
    resend_at: resendAt(row).toISOString(),
    tries_left: triesLeft(row),
    sender,
  };
}

/** Requests for the same address run one after the other, so that two calls at once send one code. */
async function refuseTooSoon(tx: Tx, email: string, now: Date): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`email code ${email.toLowerCase()}`}, 0))`,
  );
  const [last] = await tx
    .select({ created_at: emailVerifications.created_at })
    .from(emailVerifications)
    .where(and(sameAddress(email), byThisClock(now)))
    .orderBy(desc(emailVerifications.created_at))
    .limit(1);
  if (last === undefined) return;
  const waitMs = last.created_at.getTime() + oneTimeLimits.code_resend_seconds * 1000 - now.getTime();
  if (waitMs > 0) throw new Refusal('auth/throttled', { retry_after_s: Math.ceil(waitMs / 1000) });
}

type Carried = { readonly to: string; readonly secret_id: string; readonly useless_after: Date };

type NewCode = {
  readonly email: string;
  /** The user whose account exists; null for a sign-up. */
  readonly owner: number | null;
  readonly now: Date;
  readonly token?: string;
  readonly send: (tx: Tx, carried: Carried) => Promise<void>;
};

/**
 * Voids every code of a user. The rows are kept for a day, because they record when an address last received a mail.
 */
export async function voidCodesOf(tx: Tx, owner: number, now: Date): Promise<void> {
  await tx
    .update(emailVerifications)
    .set({ used_at: now })
    .where(and(eq(emailVerifications.user_id, owner), isNull(emailVerifications.used_at)));
}

/** Voids the earlier codes: for a sign-up those of the same address, for a user all of theirs. */
async function voidEarlier(tx: Tx, email: string, owner: number | null, now: Date): Promise<void> {
  if (owner !== null) return voidCodesOf(tx, owner, now);
  const { expires_at, verified_at, user_id } = emailVerifications;
  const earlier = and(sameAddress(email), isNull(user_id), gt(expires_at, now), isNull(verified_at));
  await tx.update(emailVerifications).set({ expires_at: now }).where(earlier);
}

/** Writes the row of a code and queues its mail. Refuses if a code was mailed to the address just now. */
export async function insertCode(tx: Tx, { email, owner, now, token, send }: NewCode): Promise<Row> {
  await refuseTooSoon(tx, email, now);
  await voidEarlier(tx, email, owner, now);
  const expires_at = new Date(now.getTime() + oneTimeLimits.code_minutes * 60_000);
  const verification_id = randomUUID();
  const token_hash = hashOf(token ?? randomBytes(32).toString('base64url'));
  const [row] = await tx
    .insert(emailVerifications)
    .values({ verification_id, token_hash, email, user_id: owner, created_at: now, expires_at })
    .returning();
  if (row === undefined) throw new Error('a verification was not written');
  await send(tx, { to: email, secret_id: verification_id, useless_after: expires_at });
  return row;
}

type Sent = { readonly email: string; readonly language: Language; readonly time_zone: string };

export async function sendCode(
  { db, clock, sender }: VerificationDependencies,
  { email, language, time_zone }: Sent,
): Promise<Verification> {
  if (!isEmail(email)) {
    throw new Refusal('user/email-format', { fields: { email: 'refusal.user.email-format' } });
  }
  const token = randomBytes(32).toString('base64url');
  const parameters = { minutes: String(oneTimeLimits.code_minutes) };
  const send = (tx: Tx, carried: Carried) =>
    sendMail(tx, { ...carried, language, time_zone, code: 'email-code', parameters });
  const made = { email, owner: null, now: clock.now(), token, send };
  return viewOf(await transact(db, (tx) => insertCode(tx, made)), token, sender);
}

/** Checks a code. A wrong one is counted in a committed transaction before it is refused. */
export async function checkCode(
  { db, clock, oneTime, sender }: VerificationDependencies,
  token: string,
  code: string,
): Promise<Verification> {
  const now = clock.now();
  const judged = await transact(db, async (tx) => {
    const own = and(eq(emailVerifications.token_hash, hashOf(token)), isNull(emailVerifications.user_id));
    const [row] = await tx.select().from(emailVerifications).where(own).for('update');
    const over = row === undefined || row.expires_at <= now || isAhead(row.created_at, now);
    if (over || row.tries >= oneTimeLimits.code_tries || row.used_at !== null) return 'over';
    if (row.verified_at !== null) return row;
    const right = oneTime.matches('email-code', row.verification_id, code);
    const usableUntil = new Date(now.getTime() + usableHours * 3_600_000);
    const change = right ? { verified_at: now, expires_at: usableUntil } : { tries: row.tries + 1 };
    const [changed] = await tx.update(emailVerifications).set(change).where(own).returning();
    return changed ?? 'over';
  });
  if (judged === 'over') throw new Refusal('auth/code-expired');
  if (judged.verified_at !== null) return viewOf(judged, token, sender);
  if (judged.tries >= oneTimeLimits.code_tries) throw new Refusal('auth/code-expired');
  throw new Refusal('auth/code-wrong', { fields: { code: 'refusal.auth.code-wrong' } });
}

/** Returns the verified address and uses it up for one account. */
export async function takeVerifiedEmail(tx: Tx, token: string, now: Date): Promise<string> {
  const [row] = await tx
    .update(emailVerifications)
    .set({ used_at: now })
    .where(
      and(
        eq(emailVerifications.token_hash, hashOf(token)),
        sql`${emailVerifications.verified_at} is not null`,
        isNull(emailVerifications.used_at),
        isNull(emailVerifications.user_id),
        gt(emailVerifications.expires_at, now),
        byThisClock(now),
      ),
    )
    .returning({ email: emailVerifications.email });
  if (row === undefined) {
    throw new Refusal('auth/code-expired', { fields: { verification_id: 'refusal.auth.code-expired' } });
  }
  return row.email;
}

/** Deletes verifications that have been void for a day and returns how many. */
export async function forgetOldVerifications(db: Db, now: Date): Promise<number> {
  const old = await db
    .delete(emailVerifications)
    .where(lt(emailVerifications.expires_at, new Date(now.getTime() - 86_400_000)))
    .returning({ id: emailVerifications.verification_id });
  return old.length;
}
