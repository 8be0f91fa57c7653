/**
 * Sends the webhooks of one partner that are due, as a job. The jobs of a partner run one at a time.
 *
 * Invariants: a message has one id and one body for all its attempts. It is acknowledged by a status 2xx only; without
 * one it is tried again until its time is over. A message that the receiver does not accept waits by itself; while the
 * receiver cannot be reached, one message at a time is tried.
 */
import { openMessageStates, pauseAfter } from '@rhythmdesk/domain/integration/partner-messages';
import type { MessageFault } from '@rhythmdesk/domain/integration/partner-messages';
import { webhookPauseAfter } from '@rhythmdesk/domain/integration/webhook-events';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { partnerMessages, partners } from '../../../platform/db/schema/partners.ts';
import { transact } from '../../../platform/db/transact.ts';
import { postWebhook, WebhookFault, type WebhookAnswer } from '../../../platform/webhooks/post-webhook.ts';
import { webhookHeaders } from '../../../platform/webhooks/sign-webhook.ts';
import { queueSending } from '../../../records/partners/queue-results.ts';
import { eventBody } from './event-body.ts';
import { switchOff } from './switch-off.ts';
import type { WebhookSending } from './webhook-dependencies.ts';
import { readWebhook, validSecrets, type WebhookRow } from './webhook-record.ts';

type MessageRow = typeof partnerMessages.$inferSelect;
type Change = Partial<typeof partnerMessages.$inferInsert>;
type Step = 'acknowledged' | 'refused' | 'failed';
export type SentWebhooks = Readonly<Record<Step, number>>;

/** The most messages of one run; the others follow in the next. */
const mostAtOnce = 100;

/** With these faults no message of the partner can be delivered. */
const ofConnection = [
  'unreachable',
  'tls',
  'no-answer',
  'address',
] as const satisfies readonly MessageFault[];

const openOf = (partner_id: number) =>
  and(
    eq(partnerMessages.partner_id, partner_id),
    eq(partnerMessages.direction, 'out'),
    inArray(partnerMessages.state, [...openMessageStates]),
  );

/** Returns the next message that is due, or when there will be one; null if none is open. */
async function nextMessage(
  { db, clock }: WebhookSending,
  partner_id: number,
): Promise<MessageRow | Date | null> {
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

async function save(tx: Tx, { message_id, case_id }: MessageRow, change: Change): Promise<void> {
  await tx.update(partnerMessages).set(change).where(eq(partnerMessages.message_id, message_id));
  noteAudit({ target: `message/${String(message_id)}`, ...(case_id === null ? {} : { case_id }) });
}

const answerText = ({ status, text }: WebhookAnswer): string =>
  `HTTP ${String(status)}${text === '' ? '' : `\n\n${text}`}`;

type Failure = { readonly fault: MessageFault; readonly detail: string; readonly reply: string | null };

/** Stores a failed attempt: the message is tried again later or given up; a partner that fails for long is switched off. */
async function keepFailure(
  { db, clock, retry_ms, off_ms }: WebhookSending,
  partner: WebhookRow,
  message: MessageRow,
  { fault, detail, reply }: Failure,
): Promise<Step> {
  const now = clock.now();
  const attempts = message.attempts + 1;
  const isDown = ofConnection.some((each) => each === fault);
  const next_attempt_at = new Date(
    now.getTime() + (isDown ? pauseAfter(attempts) : webhookPauseAfter(attempts)),
  );
  const gives_up_at = message.gives_up_at ?? new Date(now.getTime() + retry_ms);
  await transact(db, async (tx) => {
    await save(tx, message, {
      ...{ attempts, fault, fault_detail: detail.slice(0, 500), reply, gives_up_at },
      ...(now >= gives_up_at
        ? { state: 'dead', settled_at: now, next_attempt_at: null }
        : { state: 'waiting', next_attempt_at }),
    });
    const [row] = await tx
      .update(partners)
      .set({ failing_since: sql`coalesce(${partners.failing_since}, ${now.toISOString()}::timestamptz)` })
      .where(eq(partners.partner_id, partner.partner_id))
      .returning({ since: partners.failing_since });
    const since = row?.since ?? now;
    if (now.getTime() - since.getTime() >= off_ms) await switchOff(tx, partner, { reason: 'failing', now });
  });
  return 'failed';
}

async function keepAcknowledged(
  { db, clock }: WebhookSending,
  { partner_id, failing_since }: WebhookRow,
  message: MessageRow,
  answer: WebhookAnswer,
): Promise<Step> {
  const settled = { state: 'acknowledged', settled_at: clock.now(), next_attempt_at: null };
  const good = { attempts: message.attempts + 1, fault: null, fault_detail: '', reply: answerText(answer) };
  await transact(db, async (tx) => {
    await save(tx, message, { ...settled, ...good });
    if (failing_since === null) return;
    await tx.update(partners).set({ failing_since: null }).where(eq(partners.partner_id, partner_id));
  });
  return 'acknowledged';
}

/** A status 410 says that the receiver is gone: nothing more is sent to it. */
async function keepGone(
  { db, clock }: WebhookSending,
  partner: WebhookRow,
  message: MessageRow,
  answer: WebhookAnswer,
): Promise<Step> {
  const now = clock.now();
  const refused = { state: 'refused', settled_at: now, next_attempt_at: null, reply: answerText(answer) };
  await transact(db, async (tx) => {
    const attempts = message.attempts + 1;
    await save(tx, message, { ...refused, attempts, fault: 'refused', fault_detail: 'HTTP 410' });
    await switchOff(tx, partner, { reason: 'gone', now });
  });
  return 'refused';
}

/** Makes one attempt. Body and state `sent` are stored before the bytes leave, so that a killed server repeats them. */
async function attempt(sending: WebhookSending, partner: WebhookRow, message: MessageRow): Promise<Step> {
  const { db, clock, sealer, policy, base, timeout_ms } = sending;
  const { settings, partner_id } = partner;
  const at = clock.now();
  const body = message.payload ?? (await eventBody(db, message, { settings, base }));
  const secrets = await validSecrets(db, { sealer, now: at }, partner_id);
  await transact(db, (tx) => save(tx, message, { payload: body, state: 'sent', sent_at: at }));
  const headers = webhookHeaders(secrets, { id: message.control_id, at, body });
  try {
    const post = { url: settings.url, ca: settings.ca, headers, body };
    const answer = await postWebhook(post, policy, timeout_ms);
    if (answer.status >= 200 && answer.status < 300)
      return await keepAcknowledged(sending, partner, message, answer);
    if (answer.status === 410) return await keepGone(sending, partner, message, answer);
    const detail = `HTTP ${String(answer.status)}`;
    return await keepFailure(sending, partner, message, {
      ...{ fault: 'status', detail },
      reply: answerText(answer),
    });
  } catch (failure) {
    if (!(failure instanceof WebhookFault)) throw failure;
    const { kind: fault, message: detail } = failure;
    return keepFailure(sending, partner, message, { fault, detail, reply: null });
  }
}

export async function sendWebhooks(
  sending: WebhookSending,
  partner_id: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<SentWebhooks> {
  const counts = { acknowledged: 0, refused: 0, failed: 0 };
  for (let sent = 0; sent < mostAtOnce && !signal.aborted; sent += 1) {
    // Read again before each message: it may have been switched off or changed.
    const partner = await readWebhook(sending.db, partner_id);
    if (partner === null || !partner.active) return counts;
    const message = await nextMessage(sending, partner_id);
    if (message === null) return counts;
    if (message instanceof Date) {
      await transact(sending.db, (tx) => queueSending(tx, partner_id, message));
      return counts;
    }
    counts[await attempt(sending, partner, message)] += 1;
  }
  await transact(sending.db, (tx) => queueSending(tx, partner_id));
  return counts;
}
