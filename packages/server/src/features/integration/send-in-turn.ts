/**
 * Sends the waiting messages of one partner, as a job. Messages are read some at a time, with what their texts consist of;
 * what an answer changes is stored in the transaction that stores the next message as sent.
 *
 * Invariants: a message is stored as `sent`, with its text, before its bytes leave; messages about one case are sent in
 * their order. While the partner cannot be reached, or does not let the product in, one message at a time is tried.
 */
import { openMessageStates, pauseAfter } from '@rhythmdesk/domain/integration/partner-messages';
import type { MessageFault } from '@rhythmdesk/domain/integration/partner-messages';
import { webhookPauseAfter } from '@rhythmdesk/domain/integration/webhook-events';
import { and, asc, between, eq, gt, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { beginCall, inAuditedCall, noteAudit } from '../../platform/audit/audited-call.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';
import { transact } from '../../platform/db/transact.ts';
import { queueSending } from '../../records/partners/queue-results.ts';

export type MessageRow = typeof partnerMessages.$inferSelect;
type Change = Partial<typeof partnerMessages.$inferInsert>;
/** `gone`: the message was settled otherwise after it was read, and was not sent. */
export type Step = 'acknowledged' | 'refused' | 'failed' | 'gone';
export type SentInTurn = Readonly<Record<Exclude<Step, 'gone'>, number>>;
type Sending = { readonly db: Db; readonly clock: Clock };

/** The most messages of one run; the others follow in the next, so that other partners are served in between. */
const mostAtOnce = 100;
/** After this time partner and messages are read again, because they may have been changed. */
const freshMs = 2_000;

type Manner = {
  /** Whether a message that waits delays those after it. */
  readonly in_order: boolean;
  /** How many messages are read at once. */
  readonly at_once: number;
  /** How many are under way at once, once the partner has accepted one. */
  readonly under_way: number;
};

type Channel<Partner, Gathered> = Manner & {
  readonly partner: () => Promise<Partner | null>;
  /** Reads what the attempts for these messages need. */
  readonly gather: (partner: Partner, messages: readonly MessageRow[]) => Promise<Gathered>;
  readonly attempt: (
    message: MessageRow,
    known: { readonly partner: Partner; readonly gathered: Gathered; readonly keeper: Keeper },
  ) => Promise<Step>;
};

/** With these faults no message of the partner can be delivered. */
const ofConnection = [
  'unreachable',
  'tls',
  'no-answer',
  'address',
  'credentials',
] as const satisfies readonly MessageFault[];

/**
 * The open messages of a partner, which are ordered by partner first. With the partner as a range the database can find
 * that order only in the index of open messages; otherwise, if many wait, it would walk through all messages from the
 * first one on.
 */
const openOf = (partner_id: number) =>
  and(
    between(partnerMessages.partner_id, partner_id, partner_id),
    eq(partnerMessages.direction, 'out'),
    inArray(partnerMessages.state, [...openMessageStates]),
  );

type Due = readonly MessageRow[] | Date | null;

/** Returns the next messages up to the first that is not due; or when that will be, or null if none is open. */
async function inOrder({ db, clock }: Sending, partner_id: number, most: number): Promise<Due> {
  const now = clock.now();
  const rows = await db
    .select()
    .from(partnerMessages)
    .where(openOf(partner_id))
    .orderBy(asc(partnerMessages.partner_id), asc(partnerMessages.message_id))
    .limit(most);
  const [first] = rows;
  if (first === undefined) return null;
  const later = rows.findIndex(({ next_attempt_at: at }) => at !== null && at > now);
  return later === 0 ? first.next_attempt_at : rows.slice(0, later < 0 ? rows.length : later);
}

/** Returns messages that are due, or when there will be one; null if none is open. */
async function anyDue({ db, clock }: Sending, partner_id: number, most: number): Promise<Due> {
  const now = clock.now();
  const { next_attempt_at, fault, message_id } = partnerMessages;
  const later = and(openOf(partner_id), isNotNull(next_attempt_at), gt(next_attempt_at, now));
  const firstOf = async (which = later): Promise<Date | null> => {
    const [row] = await db
      .select({ at: next_attempt_at })
      .from(partnerMessages)
      .where(which)
      .orderBy(asc(partnerMessages.partner_id), asc(next_attempt_at))
      .limit(1);
    return row?.at ?? null;
  };
  const held = await firstOf(and(later, inArray(fault, [...ofConnection])));
  if (held !== null) return held;
  const due = await db
    .select()
    .from(partnerMessages)
    .where(and(openOf(partner_id), or(isNull(next_attempt_at), lte(next_attempt_at, now))))
    .orderBy(asc(partnerMessages.partner_id), asc(message_id))
    .limit(most);
  return due.length > 0 ? due : firstOf();
}

type Work = (tx: Tx) => Promise<unknown>;

/** Stores what an answer changed together with what is stored next, in one transaction. */
class Keeper {
  readonly #db: Db;
  #held: Work | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Lets a change be stored with the next one, at the latest by `flush`. */
  hold(work: Work): void {
    this.#held = work;
  }

  async store<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const held = this.#held;
    // Both are sent before the first is answered.
    const [result] = await transact(this.#db, (tx) => {
      const first = held?.(tx);
      return Promise.all([work(tx), first]);
    });
    this.#held = null;
    return result;
  }

  async flush(): Promise<void> {
    if (this.#held !== null) await this.store(() => Promise.resolve());
  }
}
export type { Keeper };

/**
 * Changes a message, unless it was settled since it was read, as that of a patient who was erased. Returns whether it was
 * changed.
 */
export async function saveMessage(
  tx: Tx,
  { message_id }: Pick<MessageRow, 'message_id'>,
  change: Change,
): Promise<boolean> {
  const open = and(
    eq(partnerMessages.message_id, message_id),
    inArray(partnerMessages.state, [...openMessageStates]),
  );
  const saved = await tx
    .update(partnerMessages)
    .set(change)
    .where(open)
    .returning({ message_id: partnerMessages.message_id });
  return saved.length > 0;
}

/** Stores that a message is sent; returns false if it was settled since it was read. */
export const saveSent = (
  tx: Tx,
  message: MessageRow,
  sent: { readonly payload: string; readonly sent_at: Date },
): Promise<boolean> => saveMessage(tx, message, { ...sent, state: 'sent' });

export type Failure = {
  readonly fault: MessageFault;
  readonly detail: string;
  readonly reply: string | null;
};

/** Returns what a failed attempt changes: the message is tried again later, or given up. */
export function afterFailure(
  message: MessageRow,
  { fault, detail, reply }: Failure,
  { now, retry_ms, in_order }: { readonly now: Date; readonly retry_ms: number; readonly in_order?: true },
): Change {
  const attempts = message.attempts + 1;
  const isDown = in_order === true || ofConnection.some((each) => each === fault);
  const pause = isDown ? pauseAfter(attempts) : webhookPauseAfter(attempts);
  const gives_up_at = message.gives_up_at ?? new Date(now.getTime() + retry_ms);
  return {
    ...{ attempts, fault, fault_detail: detail.slice(0, 500), reply, gives_up_at },
    ...(now >= gives_up_at
      ? { state: 'dead', settled_at: now, next_attempt_at: null }
      : { state: 'waiting', next_attempt_at: new Date(now.getTime() + pause) }),
  };
}

/** Leaves out messages about a case of which an earlier one is among them. */
function firstOfEachCase(messages: readonly MessageRow[]): MessageRow[] {
  const seen = new Set<number>();
  return messages.filter(({ case_id }) => {
    const isFirst = case_id === null || !seen.has(case_id);
    if (case_id !== null) seen.add(case_id);
    return isFirst;
  });
}

/** The audit log records each attempt. */
function audited<Result>(
  { clock }: Sending,
  { partner_id, message_id, case_id }: MessageRow,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const act = { name: 'send-partner-messages', act: 'message.send', address: null, user_agent: '' } as const;
  const call = beginCall({ ...act, request_id: `partner-${String(partner_id)}`, now: () => clock.now() });
  return inAuditedCall(call, () => {
    noteAudit({ target: `message/${String(message_id)}`, ...(case_id === null ? {} : { case_id }) });
    return attempt();
  });
}

class Run<Partner extends { readonly active: boolean }, Gathered> {
  readonly #sending: Sending;
  readonly #channel: Channel<Partner, Gathered>;
  readonly #signal: AbortSignal;
  readonly counts = { acknowledged: 0, refused: 0, failed: 0 };
  /** Whether the partner accepted the last messages. */
  #accepts = false;

  constructor(sending: Sending, channel: Channel<Partner, Gathered>, signal: AbortSignal) {
    this.#sending = sending;
    this.#channel = channel;
    this.#signal = signal;
  }

  /** Makes attempts until one is not accepted, or what was read is no longer fresh; returns whether all were accepted. */
  async #sendSome(messages: MessageRow[], partner: Partner, gathered: Gathered): Promise<boolean> {
    const end = performance.now() + freshMs;
    let accepts = true;
    const lane = async (most: number): Promise<void> => {
      const keeper = new Keeper(this.#sending.db);
      const known = { partner, gathered, keeper };
      const goesOn = (): boolean => accepts && !this.#signal.aborted && performance.now() < end;
      try {
        for (let sent = 0; sent < most && goesOn(); sent += 1) {
          const message = messages.shift();
          if (message === undefined) return;
          const step = await audited(this.#sending, message, () => this.#channel.attempt(message, known));
          if (step !== 'gone') this.counts[step] += 1;
          accepts &&= step === 'acknowledged';
        }
      } catch (fault) {
        accepts = false;
        throw fault;
      } finally {
        await keeper.flush();
      }
    };
    if (!this.#accepts) await lane(1);
    // The run of a partner ends only when nothing of it is under way, since the next run would send it again.
    const lanes = Array.from({ length: this.#channel.under_way }, () => lane(Infinity));
    const broken = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
    if (broken?.status === 'rejected') throw broken.reason;
    return accepts;
  }

  /** Sends what is due; returns when something will be, `now` if there is more, or null if nothing is left. */
  async send(partner_id: number): Promise<Date | 'now' | null> {
    const { in_order, at_once, partner: readPartner, gather } = this.#channel;
    for (let read = 0; read < mostAtOnce && !this.#signal.aborted;) {
      const partner = await readPartner();
      if (partner === null || !partner.active) return null;
      const due = await (in_order ? inOrder : anyDue)(this.#sending, partner_id, at_once);
      if (due === null || due instanceof Date) return due;
      const messages = firstOfEachCase(due);
      read += messages.length;
      this.#accepts = await this.#sendSome(messages, partner, await gather(partner, messages));
    }
    return 'now';
  }
}

/** Makes attempts until nothing is due. */
export async function sendInTurn<Partner extends { readonly active: boolean }, Gathered>(
  sending: Sending,
  partner_id: number,
  channel: Channel<Partner, Gathered>,
  signal: AbortSignal,
): Promise<SentInTurn> {
  const run = new Run(sending, channel, signal);
  const next = await run.send(partner_id);
  if (next !== null)
    await transact(sending.db, (tx) => queueSending(tx, partner_id, next === 'now' ? undefined : next));
  return run.counts;
}
