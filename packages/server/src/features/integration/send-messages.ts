/**
 * Sends the waiting messages of one partner, one after the other over one connection, as a job. The jobs of a partner
 * run one at a time.
 *
 * Invariants: a message has one control id and one text for all its attempts, so that a partner recognises a repeated
 * one. A message that was not acknowledged stays open and is tried again; a partner that does not answer delays only
 * its own messages.
 */
import { messageFaults } from '@rhythmdesk/domain/integration/partner-messages';
import type { MessageFault } from '@rhythmdesk/domain/integration/partner-messages';
import { MllpFault, openMllp, type MllpConnection } from '../../platform/hl7/mllp-client.ts';
import type { MllpIdentity } from '../../platform/hl7/mllp-listener.ts';
import { readAnswer, type Answer } from './hl7/acknowledgement.ts';
import { encodeResult } from './hl7/result-message.ts';
import type { SendingDependencies } from './integration-dependencies.ts';
import { readPartner, type PartnerRow } from './partner-record.ts';
import { resultTexts } from './result-source.ts';
import {
  afterFailure,
  saveMessage,
  saveSent,
  sendInTurn,
  type Keeper,
  type MessageRow,
  type SentInTurn,
  type Step,
} from './send-in-turn.ts';
import { unreadableFile } from './unreadable-file.ts';

/** Connects at the first message, and again after a fault or a change of the partner. */
class Line {
  #connection: MllpConnection | null = null;
  #version: number | null = null;
  readonly #options: SendingDependencies;

  constructor(options: SendingDependencies) {
    this.#options = options;
  }

  /** If the application is asked as well, its answer follows the one that the message was stored. */
  async exchange({ settings, version }: PartnerRow, bytes: Buffer, control_id: string): Promise<Answer> {
    const { host, port, tls, ca, acknowledgement } = settings;
    const { timeout_ms } = this.#options;
    if (version !== this.#version) this.close();
    this.#version = version;
    this.#connection ??= await openMllp({
      ...{ host, port, timeout_ms },
      tls: tls ? { ca: ca === '' ? null : ca, identity: await this.#identity() } : null,
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

  /** Files that cannot be used are a fault of this attempt, which the message then shows. */
  async #identity(): Promise<MllpIdentity | null> {
    try {
      return await this.#options.identity();
    } catch (fault) {
      throw new MllpFault('tls', fault instanceof Error ? fault.message : String(fault), fault);
    }
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

type Known = {
  readonly partner: PartnerRow;
  readonly gathered: Awaited<ReturnType<typeof resultTexts>>;
  readonly keeper: Keeper;
};

/** Stores the answer with the next message. */
function keepAnswer(
  { clock }: SendingDependencies,
  keeper: Keeper,
  message: MessageRow,
  answer: Answer,
): Step {
  const settled = {
    ...{ attempts: message.attempts + 1, reply: answer.text },
    ...{ settled_at: clock.now(), next_attempt_at: null },
  };
  const fate = answer.accepted
    ? { state: 'acknowledged', fault: null, fault_detail: '' }
    : { state: 'refused', fault: 'refused', fault_detail: answer.words.slice(0, 500) };
  keeper.hold((tx) => saveMessage(tx, message, { ...settled, ...fate }));
  return answer.accepted ? 'acknowledged' : 'refused';
}

type Encoded = { readonly bytes: Buffer } | { readonly fault: MessageFault; readonly fault_detail: string };

/** Returns the bytes of a message with its document, or why they cannot be made. */
async function encode(
  { files }: SendingDependencies,
  payload: string,
  { settings }: PartnerRow,
): Promise<Encoded> {
  try {
    const encoded = await encodeResult(payload, settings.charset, (sha256) => files.whole(sha256));
    return 'missing' in encoded ? { fault: 'charset', fault_detail: encoded.missing } : encoded;
  } catch (fault) {
    return { fault: 'unfit', fault_detail: unreadableFile(fault) };
  }
}

/** Makes one attempt. The state `sent` is stored before the bytes leave, so that a killed server shows it. */
async function attempt(
  dependencies: SendingDependencies,
  line: Line,
  message: MessageRow,
  { partner, gathered: textOf, keeper }: Known,
): Promise<Step> {
  const { clock, retry_ms } = dependencies;
  const payload = message.payload ?? textOf(message, partner.settings);
  const encoded = await encode(dependencies, payload, partner);
  if ('fault' in encoded) {
    const refused = { state: 'refused', ...encoded, payload };
    const settled = { settled_at: clock.now(), next_attempt_at: null };
    await keeper.store((tx) => saveMessage(tx, message, { ...refused, ...settled }));
    return 'refused';
  }
  const sent = { payload, sent_at: clock.now() };
  if (!(await keeper.store((tx) => saveSent(tx, message, sent)))) return 'gone';
  try {
    const answer = await line.exchange(partner, encoded.bytes, message.control_id);
    return keepAnswer(dependencies, keeper, message, answer);
  } catch (failure) {
    line.close();
    const fault = faultKind(failure);
    if (fault === null || !(failure instanceof Error)) throw failure;
    const failed = { fault, detail: failure.message, reply: message.reply };
    const change = afterFailure(message, failed, { now: clock.now(), retry_ms, in_order: true });
    await keeper.store((tx) => saveMessage(tx, message, change));
    return 'failed';
  }
}

/** Messages of HL7 are sent in their order, over one connection. */
export async function sendMessages(
  dependencies: SendingDependencies,
  partner_id: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<SentInTurn> {
  const line = new Line(dependencies);
  const channel = {
    ...{ in_order: true, at_once: 20, under_way: 1 },
    partner: () => readPartner(dependencies.db, partner_id),
    gather: (_partner: PartnerRow, messages: readonly MessageRow[]) =>
      resultTexts(
        dependencies.db,
        partner_id,
        messages.filter(({ payload }) => payload === null),
      ),
    attempt: (message: MessageRow, known: Known) => attempt(dependencies, line, message, known),
  };
  try {
    return await sendInTurn(dependencies, partner_id, channel, signal);
  } finally {
    line.close();
  }
}
