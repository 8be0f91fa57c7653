/**
 * Decides whose an e-mail address is. An address is confirmed once its owner has answered a secret sent to it, and no two accounts
 * have the same confirmed address (`users_email_confirmed_unique`). An address that an administrator stated is used for mails
 * until another account confirms it.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { passwordLinks } from '../../platform/db/schema/new-accounts.ts';
import { users } from '../../platform/db/schema/people.ts';
import { violatedConstraint } from '../../platform/db/transact.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { voidCodesOf } from './email-verification.ts';
import { notifyEmailChanges } from './notify-changes.ts';

const answerShape = z.tuple([z.object({ taken: z.boolean() })]);

/** Refuses an address that another account has confirmed. `id` 0 is an account still to be made. */
export async function refuseTakenEmail(db: Queryable, email: string, id: number): Promise<void> {
  const found = await db.execute(sql`select email_is_anothers(${email}, ${id}) as taken`);
  if (answerShape.parse(found.rows)[0].taken) throw refuseField('user/email-taken', 'email');
}

/** Returns the refusal if two accounts confirmed the same address at once, otherwise the fault itself. */
export const emailFault = (fault: unknown): unknown =>
  violatedConstraint(fault) === 'users_email_confirmed_unique'
    ? refuseField('user/email-taken', 'email')
    : fault;

/** Voids all secrets that were mailed to the previous address: password links, and codes for another address. */
export async function voidMailedSecrets(tx: Tx, id: number, now: Date): Promise<void> {
  // Links of another user are outside of the administrator's scope, so the rows are updated beyond it.
  await beyondScope(tx, () =>
    tx
      .update(passwordLinks)
      .set({ used_at: now })
      .where(and(eq(passwordLinks.user_id, id), isNull(passwordLinks.used_at))),
  );
  await voidCodesOf(tx, id, now);
}

/** Puts a confirmed address in force. The former one is notified and its links end. */
export async function putInForce(tx: Tx, id: number, email: string, now: Date): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id)).for('update');
  await refuseTakenEmail(tx, email, id);
  if (user?.email !== email) {
    await notifyEmailChanges(tx, id, now);
    await voidMailedSecrets(tx, id, now);
  }
  try {
    await tx
      .update(users)
      .set({ email, email_confirmed_at: now, updated_at: now, version: sql`${users.version} + 1` })
      .where(and(eq(users.id, id), isNull(users.deleted_at)));
  } catch (fault) {
    throw emailFault(fault);
  }
}

/** Confirms the address that a mailed password link was answered from, unless another account has confirmed it. */
export async function confirmAnswered(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ email_confirmed_at: now })
    .where(
      and(
        eq(users.id, id),
        isNull(users.email_confirmed_at),
        sql`${users.email} <> '' and not email_is_anothers(${users.email}, ${users.id})`,
      ),
    );
}
