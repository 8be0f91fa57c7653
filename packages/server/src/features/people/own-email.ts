/**
 * Changes or confirms the address of an account that exists: the new address waits until its owner answers the code sent to it,
 * and the old one stays in force meanwhile.
 *
 * Invariants: one address waits per user; five tries a code and ten codes an hour; a wrong code is counted in a transaction of its
 * own, so that the count stays.
 */
import type { OwnEmail } from '@rhythmdesk/contract/email-addresses';
import { defaultLanguage, languageOfTag } from '@rhythmdesk/domain/kit/languages';
import { oneTimeLimits } from '@rhythmdesk/domain/people/sign-up';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { unaudited } from '../../platform/audit/audited-call.ts';
import { isAhead, type Clock } from '../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { emailVerifications } from '../../platform/db/schema/new-accounts.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { OneTime } from '../../platform/secrets/one-time.ts';
import { countedAsk } from './counted-attempts.ts';
import { insertCode, resendAt, triesLeft, voidCodesOf } from './email-verification.ts';
import { putInForce } from './email-in-force.ts';
import { countAsk } from './login-throttle.ts';

export type OwnEmailDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly oneTime: OneTime;
};

const codesAnHour = { delay_after: 9, lock_after: 10, lock_minutes: 60 } as const;

async function pendingOf(db: Queryable, id: number) {
  const [row] = await db
    .select()
    .from(emailVerifications)
    .where(and(eq(emailVerifications.user_id, id), isNull(emailVerifications.used_at)))
    .orderBy(desc(emailVerifications.created_at))
    .limit(1);
  return row ?? null;
}

async function addressOf(db: Queryable, id: number) {
  const [user] = await db
    .select({
      email: users.email,
      confirmed_at: users.email_confirmed_at,
      user_id: users.user_id,
      language: users.language,
      time_zone: userGroups.time_zone,
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, id));
  if (user === undefined) throw new Refusal('auth/account-inactive');
  return user;
}

export async function readOwnEmail(
  { db }: Pick<OwnEmailDependencies, 'db'>,
  { id }: Caller,
): Promise<OwnEmail> {
  const { email, confirmed_at } = await addressOf(db, id);
  const row = await pendingOf(db, id);
  const pending = row && {
    email: row.email,
    expires_at: row.expires_at.toISOString(),
    resend_at: resendAt(row).toISOString(),
    tries_left: triesLeft(row),
  };
  return { email, confirmed: confirmed_at !== null, pending };
}

/** Counts a code that is to be sent, before the transaction that sends it. */
export async function countCode({ db, clock }: Pick<OwnEmailDependencies, 'db' | 'clock'>, { id }: Caller) {
  await countAsk(db, [countedAsk('email code of user', String(id), codesAnHour)], clock.now());
}

/** Stores an address that waits for its code, in place of any other, and mails the code. */
export async function letWait(tx: Tx, { id }: Caller, email: string, now: Date): Promise<void> {
  const { user_id, language, time_zone } = await addressOf(tx, id);
  await insertCode(tx, {
    email,
    owner: id,
    now,
    send: (_tx, carried) =>
      sendMail(tx, {
        ...carried,
        language: languageOfTag(language ?? '') ?? defaultLanguage,
        time_zone,
        code: 'email-confirm',
        parameters: { user_id, minutes: String(oneTimeLimits.code_minutes) },
      }),
  });
}

/** Mails a new code to the address that waits, otherwise to the current address if it is not confirmed. */
export async function sendOwnCode(dependencies: OwnEmailDependencies, caller: Caller): Promise<void> {
  const { db, clock } = dependencies;
  await countCode(dependencies, caller);
  await transact(db, async (tx) => {
    const { email, confirmed_at } = await addressOf(tx, caller.id);
    const to = (await pendingOf(tx, caller.id))?.email ?? (confirmed_at === null ? email : '');
    if (to === '') throw new Refusal('object/not-found');
    await letWait(tx, caller, to, clock.now());
  });
}

/** Counts a wrong code. Returns the row if the code is right. */
async function judgeCode(tx: Tx, { oneTime }: OwnEmailDependencies, id: number, code: string, now: Date) {
  const last = await pendingOf(tx, id);
  if (last === null) return 'over';
  const own = eq(emailVerifications.verification_id, last.verification_id);
  const [row] = await tx.select().from(emailVerifications).where(own).for('update');
  if (row === undefined || row.used_at !== null || row.expires_at <= now || isAhead(row.created_at, now))
    return 'over';
  if (triesLeft(row) === 0) return 'over';
  if (oneTime.matches('email-code', row.verification_id, code)) return row;
  await tx
    .update(emailVerifications)
    .set({ tries: row.tries + 1 })
    .where(own);
  return row.tries + 1 >= oneTimeLimits.code_tries ? 'over' : 'wrong';
}

export async function confirmOwnEmail(
  dependencies: OwnEmailDependencies,
  { id }: Caller,
  code: string,
): Promise<void> {
  const { db, clock } = dependencies;
  const now = clock.now();
  const judged = await unaudited(() => transact(db, (tx) => judgeCode(tx, dependencies, id, code, now)));
  if (judged === 'over') throw new Refusal('auth/code-expired');
  if (judged === 'wrong')
    throw new Refusal('auth/code-wrong', { fields: { code: 'refusal.auth.code-wrong' } });
  await transact(db, async (tx) => {
    const used = await tx
      .update(emailVerifications)
      .set({ verified_at: now, used_at: now })
      .where(
        and(
          eq(emailVerifications.verification_id, judged.verification_id),
          isNull(emailVerifications.used_at),
        ),
      )
      .returning({ email: emailVerifications.email });
    if (used.length === 0) throw new Refusal('auth/code-expired');
    await putInForce(tx, id, judged.email, now);
  });
}

export async function cancelOwnEmail({ db, clock }: OwnEmailDependencies, { id }: Caller): Promise<void> {
  await transact(db, (tx) => voidCodesOf(tx, id, clock.now()));
}
