/**
 * Sends the waiting messages of one partner by HTTP, one after the other, as a job. A message that the partner does not
 * accept waits by itself; while the partner cannot be reached, or does not let the product in, one message at a time is
 * tried.
 */
import { openMessageStates, pauseAfter } from '@rhythmdesk/domain/integration/partner-messages';
import type { MessageFault } from '@rhythmdesk/domain/integration/partner-messages';
import { webhookPauseAfter } from '@rhythmdesk/domain/integration/webhook-events';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';
import { transact } from '../../platform/db/transact.ts';
import { queueSending } from '../../records/partners/queue-results.ts';

export type MessageRow = typeof partnerMessages.$inferSelect;
type Change = Partial<typeof partnerMessages.$inferInsert>;
export type Step = 'acknowledged' | 'refused' | 'failed';
export type SentInTurn = Readonly<Record<Step, number>>;
type Sending = { readonly db: Db; readonly clock: Clock };

/** The most messages of one run; the others follow in the next. */
const mostAtOnce = 100;

/** With these faults no message of the partner can be delivered. */
const ofConnection = [
  'unreachable',
  'tls',
  'no-answer',
  'address',
  'credentials',
] as const satisfies readonly MessageFault[];

const openOf = (partner_id: number) =>
  and(
    eq(partnerMessages.partner_id, partner_id),
    eq(partnerMessages.direction, 'out'),
    inArray(partnerMessages.state, [...openMessageStates]),
  );

/** Returns the next message that is due, or when there will be one; null if none is open. */
async function nextMessage({ db, clock }: Sending, partner_id: number): Promise<MessageRow | Date | null> {
  const now = clock.now();
  const { next_attempt_at, fault, message_id } = partnerMessages;
  const later = and(openOf(partner_id), isNotNull(next_attempt_at), gt(next_attempt_at, now));
  const [held] = await db
    .select({ at: next_attempt_at })
    .from(partnerMessages)
    .where(and(later, inArray(fault, [...ofConnection])))
    .orderBy(asc(next_attempt_at))
    .limit(1);
  if (held?.at !== undefined && held.at !== null) return held.at;
  const [due] = await db
    .select()
    .from(partnerMessages)
    .where(and(openOf(partner_id), or(isNull(next_attempt_at), lte(next_attempt_at, now))))
    .orderBy(asc(message_id))
    .limit(1);
  if (due !== undefined) return due;
  const [waiting] = await db
    .select({ at: next_attempt_at })
    .from(partnerMessages)
    .where(later)
    .orderBy(asc(next_attempt_at))
    .limit(1);
  return waiting?.at ?? null;
}

export async function saveMessage(
  tx: Tx,
  { message_id, case_id }: MessageRow,
  change: Change,
): Promise<void> {
  await tx.update(partnerMessages).set(change).where(eq(partnerMessages.message_id, message_id));
  noteAudit({ target: `message/${String(message_id)}`, ...(case_id === null ? {} : { case_id }) });
}

export type Failure = {
  readonly fault: MessageFault;
  readonly detail: string;
  readonly reply: string | null;
};

/** Returns what a failed attempt changes: the message is tried again later, or given up. */
export function afterFailure(
  message: MessageRow,
  { fault, detail, reply }: Failure,
  { now, retry_ms }: { readonly now: Date; readonly retry_ms: number },
): Change {
  const attempts = message.attempts + 1;
  const isDown = ofConnection.some((each) => each === fault);
  const pause = isDown ? pauseAfter(attempts) : webhookPauseAfter(attempts);
  const gives_up_at = message.gives_up_at ?? new Date(now.getTime() + retry_ms);
  return {
    ...{ attempts, fault, fault_detail: detail.slice(0, 500), reply, gives_up_at },
    ...(now >= gives_up_at
      ? { state: 'dead', settled_at: now, next_attempt_at: null }
      : { state: 'waiting', next_attempt_at: new Date(now.getTime() + pause) }),
  };
}

/** Makes attempts until nothing is due. The partner is read before each, because it may have been changed. */
export async function sendInTurn<Partner extends { readonly active: boolean }>(
  sending: Sending,
  partner_id: number,
  {
    read,
    attempt,
    signal,
  }: {
    readonly read: () => Promise<Partner | null>;
    readonly attempt: (partner: Partner, message: MessageRow) => Promise<Step>;
    readonly signal: AbortSignal;
  },
): Promise<SentInTurn> {
  const counts = { acknowledged: 0, refused: 0, failed: 0 };
  for (let sent = 0; sent < mostAtOnce && !signal.aborted; sent += 1) {
    const partner = await read();
    if (partner === null || !partner.active) return counts;
    const message = await nextMessage(sending, partner_id);
    if (message === null) return counts;
    if (message instanceof Date) {
      await transact(sending.db, (tx) => queueSending(tx, partner_id, message));
      return counts;
    }
    counts[await attempt(partner, message)] += 1;
  }
  await transact(sending.db, (tx) => queueSending(tx, partner_id));
  return counts;
}
