/**
 * Answers the messages that partners send. An order is acknowledged only after its transaction is committed; a message
 * that is not accepted is answered with the reason in plain words. Every readable message of a known partner is stored.
 *
 * Invariant: a repeated message, with the same control id and the same bytes, gets the first answer and changes nothing,
 * unless it was refused before. Once that answer was deleted, it gets a new one and still changes nothing.
 */
import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { beginCall, inAuditedCall, noteAudit } from '../../platform/audit/audited-call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { partnerMessages, partners } from '../../platform/db/schema/partners.ts';
import { transact } from '../../platform/db/transact.ts';
import { charsetNamed, decodeText } from '../../platform/hl7/charsets.ts';
import { parseMessage, readValue, type Hl7Message } from '../../platform/hl7/hl7-message.ts';
import type { Framed } from '../../platform/hl7/mllp-framer.ts';
import type { Peer } from '../../platform/hl7/mllp-listener.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/log/log.ts';
import { refusalText } from '../../platform/texts/refusal-text.ts';
import { readAsking } from '../../records/people/asking.ts';
import {
  answersIn,
  headerOf,
  OrderFault,
  unknownHeader,
  writeAnswers,
  type Header,
} from './hl7/acknowledgement.ts';
import { readOrders } from './hl7/order-fields.ts';
import type { ReceivingDependencies } from './integration-dependencies.ts';
import { partnerOf } from './order-sender.ts';
import type { PartnerRow } from './partner-record.ts';
import { takeOrder, type TakenOrder } from './take-order.ts';

/** The versions of HL7 v2, which add fields and change none that is read. */
const versions = /^2(\.[1-9](\.\d)?)?$/;
const orderTypes = new Set(['ORM^O01', 'OMG^O19', 'OML^O21']);
const typeOf = (message: Hl7Message): string =>
  `${readValue(message, 'MSH-9.1')}^${readValue(message, 'MSH-9.2')}`;

/** A message of a known partner. */
export type Received = {
  readonly partner: PartnerRow;
  readonly header: Header;
  readonly text: string;
  readonly digest: Buffer;
};

/** Reads the first segment, whose names are ASCII in every character set of HL7. */
function readHeader(bytes: Buffer): Header | null {
  const end = bytes.subarray(0, 4096).findIndex((byte) => byte === 0x0d || byte === 0x0a);
  const text = bytes.subarray(0, end < 0 ? 4096 : end).toString('latin1');
  const message = parseMessage(text);
  // Neither the database nor the log of requests can store a NUL.
  return 'fault' in message || text.includes('\0') ? null : headerOf(message);
}

/** Returns the text in the character set that the message names, else in that of the partner. */
function textOf(bytes: Buffer, header: Header, { settings }: PartnerRow): string {
  const isNamed = header.charset.replaceAll(/[~\s]/g, '') !== '';
  const charset = isNamed ? charsetNamed(header.charset) : settings.charset;
  if (charset === null)
    throw new OrderFault('AR', '102', 'The character set of MSH-18 is not supported.', 'MSH-18');
  const text = decodeText(charset, bytes);
  if (text === null || text.includes('\0'))
    throw new OrderFault('AE', '102', `The message has bytes that are no text of ${charset}.`, 'MSH-18');
  return text;
}

function parsed(text: string): Hl7Message {
  const message = parseMessage(text);
  if ('fault' in message) throw new OrderFault('AE', '100', `The message cannot be read: ${message.fault}.`);
  return message;
}

function faultOf(failure: unknown): OrderFault | null {
  if (failure instanceof OrderFault) return failure;
  if (!(failure instanceof Refusal)) return null;
  const fields = Object.keys(failure.detail.fields ?? {}).join(', ');
  const words = refusalText(failure.code, 'en', failure.detail.figures);
  return new OrderFault('AE', '207', fields === '' ? words : `${words} (${fields})`);
}

const keyOf = ({ partner, header, digest }: Received) =>
  and(
    eq(partnerMessages.partner_id, partner.partner_id),
    eq(partnerMessages.direction, 'in'),
    eq(partnerMessages.control_id, header.control_id),
    eq(partnerMessages.digest, digest),
  );

type Fate = { readonly reply: string } & (
  | { readonly state: 'acknowledged'; readonly case_id: number | null }
  | { readonly state: 'refused'; readonly words: string }
);

async function store(tx: Tx, received: Received, fate: Fate, now: Date): Promise<void> {
  const { partner, header, text, digest } = received;
  const { partner_id, hospital_id } = partner;
  const refused = fate.state === 'refused';
  const changed = {
    state: fate.state,
    reply: fate.reply,
    case_id: refused ? null : fate.case_id,
    fault: refused ? 'refused' : null,
    fault_detail: refused ? fate.words : '',
    settled_at: now,
  };
  const [known] = await tx
    .select({ attempts: partnerMessages.attempts })
    .from(partnerMessages)
    .where(keyOf(received));
  if (known !== undefined) {
    await tx
      .update(partnerMessages)
      .set({ ...changed, attempts: known.attempts + 1 })
      .where(keyOf(received));
    return;
  }
  await tx.insert(partnerMessages).values({
    ...changed,
    ...{ partner_id, hospital_id, digest },
    direction: 'in',
    kind: header.trigger === '' ? 'other' : 'order',
    control_id: header.control_id,
    payload: text,
    attempts: 1,
    created_at: now,
  });
}

/** Writes the answer of a message whose own one was deleted, at the end of its time or with its patient. */
async function answerAgain(tx: Tx, { header }: Received, case_id: number | null, now: Date): Promise<string> {
  const isThis = and(eq(cases.case_id, case_id ?? 0), isNull(cases.erased_at));
  const [found] = await tx.select({ hn_id: cases.hn_id }).from(cases).where(isThis);
  return writeAnswers(header, { code: 'AA', words: found?.hn_id ?? '' }, { now, isStored: true });
}

/** Locks the partner, so that two of its messages never run at once, and applies the orders. */
async function take(tx: Tx, received: Received, { act, clock }: ReceivingDependencies): Promise<string> {
  const { partner, header, text } = received;
  const now = clock.now();
  const held = eq(partners.partner_id, partner.partner_id);
  await tx.select({ id: partners.partner_id }).from(partners).where(held).for('no key update');
  const [known] = await tx.select().from(partnerMessages).where(keyOf(received));
  if (known?.state === 'acknowledged') return known.reply ?? answerAgain(tx, received, known.case_id, now);
  const message = parsed(text);
  if (!orderTypes.has(typeOf(message)))
    throw new OrderFault('AR', '200', `Messages of the type ${typeOf(message)} are not accepted.`, 'MSH-9');
  const caller = partner.acting_user_id === null ? null : await readAsking(tx, partner.acting_user_id);
  if (caller === null)
    throw new OrderFault('AE', '207', 'The user in whose name orders are taken is no longer active.');
  const request_id = `hl7-${header.control_id}`.slice(0, 60);
  const taken: TakenOrder[] = [];
  for (const order of readOrders(message, partner.settings))
    taken.push(await takeOrder(tx, order, { partner, caller, act, request_id, now }));
  const accepted = { code: 'AA', words: taken.map(({ hn_id }) => hn_id).join(' ') } as const;
  const reply = writeAnswers(header, accepted, { now, isStored: true });
  await store(tx, received, { state: 'acknowledged', reply, case_id: taken[0]?.case_id ?? null }, now);
  noteAudit({ target: `partner/${String(partner.partner_id)}: ${partner.name}` });
  return reply;
}

/** A case with the HN ID was created at the same time. A second attempt finds it. */
const isTaken = (failure: unknown): boolean => failure instanceof OrderFault && failure.code === '206';

/** Takes a message of a known partner in one transaction; a refused one is stored in another. */
export async function takeMessage(dependencies: ReceivingDependencies, received: Received): Promise<string> {
  const { db, clock } = dependencies;
  const takeOnce = () => transact(db, (tx) => take(tx, received, dependencies));
  try {
    return await takeOnce().catch((failure: unknown) => {
      if (isTaken(failure)) return takeOnce();
      throw failure;
    });
  } catch (failure) {
    const fault = faultOf(failure);
    if (fault === null) throw failure;
    const now = clock.now();
    const reply = writeAnswers(received.header, fault, { now, isStored: true });
    await transact(db, (tx) => store(tx, received, { state: 'refused', reply, words: fault.message }, now));
    return reply;
  }
}

async function receive(
  dependencies: ReceivingDependencies,
  { bytes, header }: { readonly bytes: Buffer; readonly header: Header },
  peer: Peer,
): Promise<string> {
  const partner = await partnerOf(dependencies.db, header, peer);
  if (header.control_id === '') throw new OrderFault('AR', '101', 'The message has no control id.', 'MSH-10');
  if (!versions.test(header.version))
    throw new OrderFault('AR', '203', 'Only versions 2 to 2.9 of HL7 are accepted.', 'MSH-12');
  if (header.processing !== partner.settings.processing)
    throw new OrderFault(
      'AR',
      '202',
      `Only messages with MSH-11 ${partner.settings.processing} are accepted.`,
      'MSH-11',
    );
  const text = textOf(bytes, header, partner);
  const digest = createHash('sha256').update(bytes).digest();
  return takeMessage(dependencies, { partner, header, text, digest });
}

/** Returns the function that answers each message of a listener. */
export function answerWith(dependencies: ReceivingDependencies, log: Log) {
  const { clock } = dependencies;
  return async (framed: Framed, peer: Peer): Promise<Buffer[]> => {
    const answer = (text: string): Buffer[] => answersIn(text).map((each) => Buffer.from(each, 'latin1'));
    const bytes = framed.kind === 'message' ? framed.bytes : framed.head;
    const header = readHeader(bytes);
    const refuse = (fault: OrderFault): Buffer[] => {
      const { code, place } = fault;
      log.warn({ ...peer, code, place }, 'a message was not accepted');
      return answer(writeAnswers(header ?? unknownHeader, fault, { now: clock.now(), isStored: false }));
    };
    if (header === null)
      return refuse(new OrderFault('AR', '100', 'The message does not begin with a readable MSH segment.'));
    // Two systems that answered each other's answers would never end.
    if (header.type === 'ACK') return [];
    if (framed.kind === 'too-large')
      return refuse(new OrderFault('AR', '207', 'The message is larger than 32 MB.'));
    const call = beginCall({
      ...{ name: 'hl7', act: 'order.take', address: peer.address, user_agent: '' },
      request_id: `hl7-${header.control_id}`.slice(0, 60),
      now: clock.now,
    });
    try {
      const received = { bytes, header };
      return answer(
        await inScope(everything, () => inAuditedCall(call, () => receive(dependencies, received, peer))),
      );
    } catch (failure) {
      const fault = faultOf(failure);
      if (fault !== null) return refuse(fault);
      log.error({ err: failure }, 'a message could not be taken');
      return refuse(new OrderFault('AR', '207', 'A fault occurred here. Send the message again.'));
    }
  };
}
