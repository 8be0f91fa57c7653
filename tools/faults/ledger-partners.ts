/**
 * Plays the systems of hospitals for the program `ledger`: one that receives results and refuses every hundredth, and
 * one that sends orders and repeats each until it has an answer. Both remember what they said and heard.
 */
import { hl7Settings } from '@rhythmdesk/contract/partners';
import { readAnswer } from '@rhythmdesk/server/features/integration/hl7/acknowledgement';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { partners } from '@rhythmdesk/server/platform/db/schema/partners';
import { users } from '@rhythmdesk/server/platform/db/schema/people';
import { parseMessage, readValue } from '@rhythmdesk/server/platform/hl7/hl7-message';
import { MllpFault, openMllp, type MllpConnection } from '@rhythmdesk/server/platform/hl7/mllp-client';
import { listenMllp } from '@rhythmdesk/server/platform/hl7/mllp-listener';
import { eq } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { addGroup, addUser } from './people.ts';

/** One of so many is refused. */
const refusedEach = 100;
const closedPort = 1;

export async function receiveResults() {
  /** The last answer to each control id. */
  const answered = new Map<string, 'AA' | 'AE'>();
  let received = 0;
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: null, connections: 500, idle_ms: 600_000 },
    answer: (frame) => {
      const message = parseMessage(frame.kind === 'message' ? frame.bytes.toString('utf8') : '');
      if ('fault' in message) return Promise.resolve([]);
      received += 1;
      const id = readValue(message, 'MSH-10');
      // A repeated message gets its first answer.
      const code = answered.get(id) ?? (answered.size % refusedEach === refusedEach - 1 ? 'AE' : 'AA');
      answered.set(id, code);
      const words = code === 'AE' ? 'no patient' : '';
      const text = `MSH|^~\\&|HIS|H|RD|C|1||ACK|1|P|2.5.1\rMSA|${code}|${id}|${words}\r`;
      return Promise.resolve([Buffer.from(text)]);
    },
    onFault: () => undefined,
    onDropped: () => undefined,
  });
  return { listener, answered, received: () => received };
}

const orderOf = (sender: string, number: number, refused: boolean): string =>
  [
    `MSH|^~\\&|${sender}||RD|C|20261120||ORM^O01|O${String(number)}|P|2.5.1||||||UNICODE UTF-8`,
    `PID|1||P${String(number)}||Kim^Minsu||${refused ? '31.1.50' : '19500131'}|M`,
    `ORC|NW|A-${String(number)}`,
    `OBR|1|A-${String(number)}||18754-2^Holter^LN`,
  ].join('\r');

export type SentOrders = { accepted: number; refused: number; repeated: number };

/** Sends the orders with these numbers over one connection; an order without an answer is sent again. */
export async function sendOrders(
  port: number,
  sender: string,
  numbers: readonly number[],
  sent: SentOrders,
): Promise<void> {
  const held: { line: MllpConnection | null } = { line: null };
  const exchange = async (text: string): Promise<Buffer> => {
    held.line ??= await openMllp({ host: '127.0.0.1', port, tls: null, timeout_ms: 30_000 });
    return held.line.exchange(Buffer.from(text), () => true);
  };
  for (const number of numbers) {
    const refused = number % refusedEach === refusedEach - 1;
    for (;;) {
      try {
        const answer = readAnswer(await exchange(orderOf(sender, number, refused)));
        // `AR` means that the message was not looked at.
        if (answer !== null && (answer.accepted || refused)) {
          sent[answer.accepted ? 'accepted' : 'refused'] += 1;
          break;
        }
      } catch (fault) {
        if (!(fault instanceof MllpFault)) throw fault;
      }
      held.line?.close();
      held.line = null;
      sent.repeated += 1;
      await sleep(100);
    }
  }
  held.line?.close();
}

export type Hospital = {
  readonly id: number;
  readonly partner_id: number;
  readonly sender: string;
  readonly dead: boolean;
};

/** Adds hospitals with a system each; one of a hundred, and at least one, has a system that cannot be reached. */
export async function addHospitals(db: Db, count: number, port: number): Promise<Hospital[]> {
  const center = await addGroup(db, 'tech_center', 'Ledger center');
  const added: Hospital[] = [];
  for (let at = 0; at < count; at += 1) {
    const dead = at % 100 === 0;
    const [name, sender] = [`Ledger hospital ${String(at)}`, `H${String(at)}`];
    const id = await addGroup(db, 'hospital', name, center);
    await addUser(db, `ledgerdoctor${String(at)}`, 'DOCTOR', id);
    const [doctor] = await db
      .select()
      .from(users)
      .where(eq(users.user_id, `ledgerdoctor${String(at)}`));
    if (doctor === undefined) throw new Error('no doctor was made');
    const target = { host: '127.0.0.1', port: dead ? closedPort : port };
    const settings = hl7Settings.parse({ ...target, their_application: sender, with_pdf: false });
    const by = { created_by: doctor.id, updated_by: doctor.id, acting_user_id: doctor.id };
    const now = new Date();
    const [made] = await db
      .insert(partners)
      .values({
        ...{
          hospital_id: id,
          channel: 'hl7',
          name,
          settings,
          sends_results: true,
          takes_orders: true,
          ...by,
        },
        ...{ created_at: now, updated_at: now, sending_since: now },
      })
      .returning();
    if (made !== undefined) added.push({ id, partner_id: made.partner_id, sender, dead });
  }
  return added;
}
