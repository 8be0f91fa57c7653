/**
 * Stores tickets for the second half of something that was begun: a sign-in that waits for its second step, a challenge
 * that waits for its answer. The client has the ticket of 256 random bits, the database its SHA-256. A ticket is valid
 * for one purpose, for a few minutes and for one success.
 */
import { createHash, randomBytes } from 'node:crypto';
import { secondFactorLimits } from '@rhythmdesk/domain/people/second-factor';
import { and, eq, gt, lte } from 'drizzle-orm';
import { clockToleranceMs } from '../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { signInTickets } from '../../platform/db/schema/sign-in-factors.ts';
import { Refusal } from '../../platform/http/refusal.ts';

type TicketPurpose = 'second-step' | 'passkey-sign-in' | 'passkey-enrolment' | 'passkey-check' | 'provider';

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/** Returns the condition for tickets that are not expired and were not created by a clock that was ahead. */
const isGood = (now: Date) =>
  and(
    gt(signInTickets.expires_at, now),
    lte(signInTickets.created_at, new Date(now.getTime() + clockToleranceMs)),
  );

type NewTicket = {
  readonly purpose: TicketPurpose;
  readonly user_id: number | null;
  readonly details?: unknown;
  /** How long the ticket is valid. */
  readonly minutes?: number;
};

export async function makeTicket(
  db: Queryable,
  { purpose, user_id, details = {}, minutes = secondFactorLimits.ticket_minutes }: NewTicket,
  now: Date,
) {
  const ticket = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + minutes * 60_000);
  await db
    .insert(signInTickets)
    .values({ ticket_hash: hashOf(ticket), purpose, user_id, details, created_at: now, expires_at });
  return { ticket, expires_at };
}

/** Returns a valid ticket or throws the refusal. The ticket remains for another try. */
export async function readTicket(db: Queryable, purpose: TicketPurpose, ticket: string, now: Date) {
  const [row] = await db
    .select({ user_id: signInTickets.user_id, details: signInTickets.details })
    .from(signInTickets)
    .where(
      and(eq(signInTickets.ticket_hash, hashOf(ticket)), eq(signInTickets.purpose, purpose), isGood(now)),
    );
  if (row === undefined) throw new Refusal('auth/second-step-gone');
  return row;
}

/** Stores the details against which the next answer to the ticket is checked, in place of the earlier ones. */
export async function keepInTicket(tx: Tx, ticket: string, details: unknown): Promise<void> {
  await tx
    .update(signInTickets)
    .set({ details })
    .where(eq(signInTickets.ticket_hash, hashOf(ticket)));
}

/** Uses up the ticket; of two parallel calls one is refused. `user_id` is the user to whom it must belong. */
export async function useTicket(tx: Tx, purpose: TicketPurpose, ticket: string, now: Date, user_id?: number) {
  const [row] = await tx
    .delete(signInTickets)
    .where(
      and(
        eq(signInTickets.ticket_hash, hashOf(ticket)),
        eq(signInTickets.purpose, purpose),
        isGood(now),
        user_id === undefined ? undefined : eq(signInTickets.user_id, user_id),
      ),
    )
    .returning({ user_id: signInTickets.user_id, details: signInTickets.details });
  if (row === undefined) throw new Refusal('auth/second-step-gone');
  return row;
}

/** Deletes expired tickets and returns how many. */
export async function forgetOldTickets(db: Db, now: Date): Promise<number> {
  const old = await db
    .delete(signInTickets)
    .where(lte(signInTickets.expires_at, now))
    .returning({ purpose: signInTickets.purpose });
  return old.length;
}
