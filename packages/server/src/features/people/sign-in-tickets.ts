/**
 * What was begun and waits for its other half: a sign-in for its second step, a challenge for its answer. The holder has
 * the ticket of 256 random bits, the database its SHA-256. A ticket is good for one purpose, a few minutes and one
 * success.
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

/** Not over, and not begun by a clock that was ahead. */
const isGood = (now: Date) =>
  and(
    gt(signInTickets.expires_at, now),
    lte(signInTickets.created_at, new Date(now.getTime() + clockToleranceMs)),
  );

type NewTicket = {
  readonly purpose: TicketPurpose;
  readonly user_id: number | null;
  readonly details?: unknown;
  /** How long it is good. */
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

/** The ticket that is still good, or the refusal; it stays for another try. */
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

/** What the ticket's next answer is held against, in place of what was asked before. */
export async function keepInTicket(tx: Tx, ticket: string, details: unknown): Promise<void> {
  await tx
    .update(signInTickets)
    .set({ details })
    .where(eq(signInTickets.ticket_hash, hashOf(ticket)));
}

/** Uses the ticket up; of two at once one finds it gone. `user_id`: whose it has to be. */
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

/** Removes tickets that are over; returns how many. */
export async function forgetOldTickets(db: Db, now: Date): Promise<number> {
  const old = await db
    .delete(signInTickets)
    .where(lte(signInTickets.expires_at, now))
    .returning({ purpose: signInTickets.purpose });
  return old.length;
}
