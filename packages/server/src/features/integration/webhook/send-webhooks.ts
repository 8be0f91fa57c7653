/**
 * Sends the webhooks of one partner that are due, as a job. The jobs of a partner run one at a time.
 *
 * Invariants: a message has one id and one body for all its attempts. It is acknowledged by a status 2xx only; without
 * one it is tried again until its time is over. A message that the receiver does not accept waits by itself; while the
 * receiver cannot be reached, one message at a time is tried.
 */
import { eq, sql } from 'drizzle-orm';
import { partners } from '../../../platform/db/schema/partners.ts';
import { transact } from '../../../platform/db/transact.ts';
import { PostFault } from '../../../platform/webhooks/guarded-post.ts';
import { postWebhook, type WebhookAnswer } from '../../../platform/webhooks/post-webhook.ts';
import { webhookHeaders } from '../../../platform/webhooks/sign-webhook.ts';
import {
  afterFailure,
  saveMessage,
  sendInTurn,
  type Failure,
  type MessageRow,
  type SentInTurn,
  type Step,
} from '../send-in-turn.ts';
import { eventBody } from './event-body.ts';
import { switchOff } from './switch-off.ts';
import type { WebhookSending } from './webhook-dependencies.ts';
import { readWebhook, validSecrets, type WebhookRow } from './webhook-record.ts';

const answerText = ({ status, text }: WebhookAnswer): string =>
  `HTTP ${String(status)}${text === '' ? '' : `\n\n${text}`}`;

/** Stores a failed attempt: the message is tried again later or given up; a partner that fails for long is switched off. */
async function keepFailure(
  { db, clock, retry_ms, off_ms }: WebhookSending,
  partner: WebhookRow,
  message: MessageRow,
  failure: Failure,
): Promise<Step> {
  const now = clock.now();
  await transact(db, async (tx) => {
    await saveMessage(tx, message, afterFailure(message, failure, { now, retry_ms }));
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
    await saveMessage(tx, message, { ...settled, ...good });
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
    await saveMessage(tx, message, { ...refused, attempts, fault: 'refused', fault_detail: 'HTTP 410' });
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
  await transact(db, (tx) => saveMessage(tx, message, { payload: body, state: 'sent', sent_at: at }));
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
    if (!(failure instanceof PostFault)) throw failure;
    const { kind: fault, message: detail } = failure;
    return keepFailure(sending, partner, message, { fault, detail, reply: null });
  }
}

export const sendWebhooks = (
  sending: WebhookSending,
  partner_id: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<SentInTurn> =>
  sendInTurn(sending, partner_id, {
    read: () => readWebhook(sending.db, partner_id),
    attempt: (partner, message) => attempt(sending, partner, message),
    signal,
  });
