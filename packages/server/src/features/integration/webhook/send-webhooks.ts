/**
 * Sends the webhooks of one partner that are due, as a job. The jobs of a partner run one at a time.
 *
 * Invariants: a message has one id and one body for all its attempts. It is acknowledged by a status 2xx only; without
 * one it is tried again until its time is over. A message that the receiver does not accept waits by itself; while the
 * receiver cannot be reached, one message at a time is tried.
 */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { partners } from '../../../platform/db/schema/partners.ts';
import { openLines, PostFault, type PostLines } from '../../../platform/webhooks/guarded-post.ts';
import { postWebhook, type WebhookAnswer } from '../../../platform/webhooks/post-webhook.ts';
import { webhookHeaders } from '../../../platform/webhooks/sign-webhook.ts';
import {
  afterFailure,
  saveMessage,
  saveSent,
  sendInTurn,
  type Failure,
  type Keeper,
  type MessageRow,
  type SentInTurn,
  type Step,
} from '../send-in-turn.ts';
import { eventBodies } from './event-body.ts';
import { switchOff } from './switch-off.ts';
import type { WebhookSending } from './webhook-dependencies.ts';
import { readWebhook, validSecrets, type WebhookRow } from './webhook-record.ts';

const answerText = ({ status, text }: WebhookAnswer): string =>
  `HTTP ${String(status)}${text === '' ? '' : `\n\n${text}`}`;

type Known = {
  readonly partner: WebhookRow;
  readonly gathered: Awaited<ReturnType<typeof gather>>;
  readonly keeper: Keeper;
};

/** Reads the secrets, and what the bodies consist of. */
async function gather(
  { db, clock, sealer, base }: WebhookSending,
  { partner_id, settings }: WebhookRow,
  messages: readonly MessageRow[],
) {
  const unwritten = messages.filter(({ payload }) => payload === null);
  const [secrets, bodyOf] = await Promise.all([
    validSecrets(db, { sealer, now: clock.now() }, partner_id),
    eventBodies(db, unwritten, { settings, base }),
  ]);
  return { secrets, bodyOf };
}

/** Stores a failed attempt: the message is tried again later or given up; a partner that fails for long is switched off. */
async function keepFailure(
  { clock, retry_ms, off_ms }: WebhookSending,
  { partner, keeper }: Known,
  message: MessageRow,
  failure: Failure,
): Promise<Step> {
  const now = clock.now();
  await keeper.store(async (tx) => {
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

/** Stores with the next message that this one was accepted. Another one may have failed since the partner was read. */
function keepAcknowledged(
  { clock }: WebhookSending,
  { partner, keeper }: Known,
  message: MessageRow,
  answer: WebhookAnswer,
): Step {
  const settled = { state: 'acknowledged', settled_at: clock.now(), next_attempt_at: null };
  const good = { attempts: message.attempts + 1, fault: null, fault_detail: '', reply: answerText(answer) };
  const failing = and(eq(partners.partner_id, partner.partner_id), isNotNull(partners.failing_since));
  keeper.hold((tx) =>
    Promise.all([
      saveMessage(tx, message, { ...settled, ...good }),
      tx.update(partners).set({ failing_since: null }).where(failing),
    ]),
  );
  return 'acknowledged';
}

/** A status 410 says that the receiver is gone: nothing more is sent to it. */
async function keepGone(
  { clock }: WebhookSending,
  { partner, keeper }: Known,
  message: MessageRow,
  answer: WebhookAnswer,
): Promise<Step> {
  const now = clock.now();
  const refused = { state: 'refused', settled_at: now, next_attempt_at: null, reply: answerText(answer) };
  await keeper.store(async (tx) => {
    const attempts = message.attempts + 1;
    await saveMessage(tx, message, { ...refused, attempts, fault: 'refused', fault_detail: 'HTTP 410' });
    await switchOff(tx, partner, { reason: 'gone', now });
  });
  return 'refused';
}

/** Makes one attempt. Body and state `sent` are stored before the bytes leave, so that a killed server repeats them. */
async function attempt(
  sending: WebhookSending,
  lines: PostLines,
  message: MessageRow,
  known: Known,
): Promise<Step> {
  const { clock, policy, timeout_ms } = sending;
  const { partner, gathered, keeper } = known;
  const { settings } = partner;
  const at = clock.now();
  const body = message.payload ?? (await gathered.bodyOf(message));
  if (!(await keeper.store((tx) => saveSent(tx, message, { payload: body, sent_at: at })))) return 'gone';
  const headers = webhookHeaders(gathered.secrets, { id: message.control_id, at, body });
  try {
    const post = { url: settings.url, ca: settings.ca, headers, body };
    const answer = await postWebhook(post, policy, { timeout_ms, lines });
    if (answer.status >= 200 && answer.status < 300) return keepAcknowledged(sending, known, message, answer);
    if (answer.status === 410) return await keepGone(sending, known, message, answer);
    const detail = `HTTP ${String(answer.status)}`;
    return await keepFailure(sending, known, message, {
      ...{ fault: 'status', detail },
      reply: answerText(answer),
    });
  } catch (failure) {
    if (!(failure instanceof PostFault)) throw failure;
    const { kind: fault, message: detail } = failure;
    return keepFailure(sending, known, message, { fault, detail, reply: null });
  }
}

/** Several webhooks are under way at once, over connections that stay open for the run. */
export async function sendWebhooks(
  sending: WebhookSending,
  partner_id: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<SentInTurn> {
  const lines = openLines();
  const channel = {
    ...{ in_order: false, at_once: 20, under_way: 4 },
    partner: () => readWebhook(sending.db, partner_id),
    gather: (partner: WebhookRow, messages: readonly MessageRow[]) => gather(sending, partner, messages),
    attempt: (message: MessageRow, known: Known) => attempt(sending, lines, message, known),
  };
  try {
    return await sendInTurn(sending, partner_id, channel, signal);
  } finally {
    lines.close();
  }
}
