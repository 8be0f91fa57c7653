/**
 * Sends the waiting messages of one partner, one after the other over one connection, as a job. The jobs of a partner
 * run one at a time.
 *
 * Invariants: a message has one control id and one text for all its attempts, so that a partner recognises a repeated
 * one. A message that was not acknowledged stays open and is tried again; a partner that does not answer delays only
 * its own messages.
 */
import {
  messageFaults,
  openMessageStates,
  pauseAfter,
} from '@rhythmdesk/domain/integration/partner-messages';
import type { MessageFault } from '@rhythmdesk/domain/integration/partner-messages';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { transact } from '../../platform/db/transact.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';
import { MllpFault, openMllp, type MllpConnection } from '../../platform/hl7/mllp-client.ts';
import { queueSending } from '../../records/partners/queue-results.ts';
import { readAnswer, type Answer } from './hl7/acknowledgement.ts';
import { encodeResult } from './hl7/result-message.ts';
import type { SendingDependencies } from './integration-dependencies.ts';
import { readPartner, type PartnerRow } from './partner-record.ts';
import { resultText } from './result-source.ts';

type MessageRow = typeof partnerMessages.$inferSelect;
type Change = Partial<Omit<typeof partnerMessages.$inferInsert, 'state'>> & {
  readonly state?: MessageRow['state'];
};

/** The most messages of one run; the others follow in the next, so that other partners are served in between. */
const mostAtOnce = 100;

export type Sent = { readonly acknowledged: number; readonly refused: number; readonly failed: number };

async function nextMessage({ db }: SendingDependencies, partner_id: number): Promise<MessageRow | null> {
  const [row] = await db
    .select()
    .from(partnerMessages)
    .where(
      and(
        eq(partnerMessages.partner_id, partner_id),
        eq(partnerMessages.direction, 'out'),
        inArray(partnerMessages.state, [...openMessageStates]),
      ),
    )
    .orderBy(asc(partnerMessages.message_id))
    .limit(1);
  return row ?? null;
}

function save(
  { db }: SendingDependencies,
  { message_id, case_id }: MessageRow,
  change: Change,
): Promise<void> {
  return transact(db, async (tx) => {
    await tx.update(partnerMessages).set(change).where(eq(partnerMessages.message_id, message_id));
    noteAudit({ target: `message/${String(message_id)}`, ...(case_id === null ? {} : { case_id }) });
  });
}

/** Connects at the first message, and again after a fault. */
class Line {
  #connection: MllpConnection | null = null;
  readonly #partner: PartnerRow;
  readonly #options: SendingDependencies;

  constructor(partner: PartnerRow, options: SendingDependencies) {
    this.#partner = partner;
    this.#options = options;
  }

  /** If the application is asked as well, its answer follows the one that the message was stored. */
  async exchange(bytes: Buffer, control_id: string): Promise<Answer> {
    const { host, port, tls, ca, acknowledgement } = this.#partner.settings;
    const { identity, timeout_ms } = this.#options;
    this.#connection ??= await openMllp({
      ...{ host, port, timeout_ms },
      tls: tls ? { ca: ca === '' ? null : ca, identity } : null,
    });
    let isCommitted = false;
    const isAnswer = (frame: Buffer): boolean => {
      const answer = readAnswer(frame);
      if (answer === null) return true;
      // An answer without an id is to the only message that is open.
      if (answer.control_id !== control_id && answer.control_id !== '') return false;
      const isFirst = acknowledgement === 'application' && answer.is_commit && answer.accepted;
      isCommitted ||= isFirst;
      return !isFirst;
    };
    const bytesBack = await this.#connection.exchange(bytes, isAnswer).catch((fault: unknown) => {
      if (!isCommitted || !(fault instanceof MllpFault)) throw fault;
      throw new MllpFault(fault.kind, `committed (CA), then ${fault.message}`, fault);
    });
    const answer = readAnswer(bytesBack);
    if (answer === null) throw new UnreadableAnswer('the answer is no acknowledgement');
    return answer;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}

class UnreadableAnswer extends Error {}

function faultKind(fault: unknown): MessageFault | null {
  if (fault instanceof UnreadableAnswer) return 'answer';
  return fault instanceof MllpFault ? (messageFaults.find((kind) => kind === fault.kind) ?? null) : null;
}

/** Stores a failed attempt: the message is tried again later, or is given up. Returns when it is tried again. */
async function keepFailure(
  dependencies: SendingDependencies,
  message: MessageRow,
  { fault, detail }: { readonly fault: MessageFault; readonly detail: string },
): Promise<Date | null> {
  const now = dependencies.clock.now();
  const attempts = message.attempts + 1;
  const gives_up_at = message.gives_up_at ?? new Date(now.getTime() + dependencies.retry_ms);
  const next = new Date(now.getTime() + pauseAfter(attempts));
  const isOver = now >= gives_up_at;
  await save(dependencies, message, {
    ...{ attempts, fault, fault_detail: detail.slice(0, 500), gives_up_at },
    ...(isOver
      ? { state: 'dead', settled_at: now, next_attempt_at: null }
      : { state: 'waiting', next_attempt_at: next }),
  });
  return isOver ? null : next;
}

type Step = 'acknowledged' | 'refused' | 'failed';

async function keepAnswer(
  dependencies: SendingDependencies,
  message: MessageRow,
  answer: Answer,
): Promise<Step> {
  const settled = {
    attempts: message.attempts + 1,
    reply: answer.text,
    settled_at: dependencies.clock.now(),
    next_attempt_at: null,
  };
  if (answer.accepted) {
    await save(dependencies, message, { ...settled, state: 'acknowledged', fault: null, fault_detail: '' });
    return 'acknowledged';
  }
  const fault_detail = answer.words.slice(0, 500);
  await save(dependencies, message, { ...settled, state: 'refused', fault: 'refused', fault_detail });
  return 'refused';
}

/** Makes one attempt. The state `sent` is stored before the bytes leave, so that a killed server shows it. */
async function attempt(
  dependencies: SendingDependencies,
  line: Line,
  { settings }: PartnerRow,
  message: MessageRow,
): Promise<Step | { readonly again: Date | null }> {
  const payload = message.payload ?? (await resultText(dependencies.db, message, settings));
  const document = (sha256: string): Promise<Buffer> => dependencies.files.whole(sha256);
  const encoded = await encodeResult(payload, settings.charset, document);
  if ('missing' in encoded) {
    const settled_at = dependencies.clock.now();
    const fault = { fault: 'charset', fault_detail: encoded.missing } as const;
    await save(dependencies, message, {
      ...fault,
      payload,
      state: 'refused',
      settled_at,
      next_attempt_at: null,
    });
    return 'refused';
  }
  await save(dependencies, message, { payload, state: 'sent', sent_at: dependencies.clock.now() });
  try {
    return await keepAnswer(dependencies, message, await line.exchange(encoded.bytes, message.control_id));
  } catch (failure) {
    line.close();
    const fault = faultKind(failure);
    if (fault === null || !(failure instanceof Error)) throw failure;
    return { again: await keepFailure(dependencies, message, { fault, detail: failure.message }) };
  }
}

export async function sendMessages(
  dependencies: SendingDependencies,
  partner_id: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<Sent> {
  const counts = { acknowledged: 0, refused: 0, failed: 0 };
  const later = (at?: Date): Promise<void> =>
    transact(dependencies.db, (tx) => queueSending(tx, partner_id, at));
  const partner = await readPartner(dependencies.db, partner_id);
  // A partner that was switched off keeps its messages until it is switched on again.
  if (partner === null || !partner.active) return counts;
  const line = new Line(partner, dependencies);
  try {
    for (let sent = 0; sent < mostAtOnce; sent += 1) {
      const message = await nextMessage(dependencies, partner_id);
      if (message === null) return counts;
      const { next_attempt_at: due } = message;
      if (signal.aborted || (due !== null && due > dependencies.clock.now())) {
        await later(due ?? undefined);
        return counts;
      }
      const step = await attempt(dependencies, line, partner, message);
      if (typeof step === 'string') counts[step] += 1;
      else {
        counts.failed += 1;
        if (step.again !== null) {
          await later(step.again);
          return counts;
        }
      }
    }
    await later();
    return counts;
  } finally {
    line.close();
  }
}
