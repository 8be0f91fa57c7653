/**
 * Plays the systems of hospitals for the program `ledger`: one that receives results and refuses every hundredth, and
 * one that sends orders and repeats each until it has an answer. Both remember what they said and heard.
 */
import { readAnswer } from '@rhythmdesk/server/features/integration/hl7/acknowledgement';
import { parseMessage, readValue } from '@rhythmdesk/server/platform/hl7/hl7-message';
import { MllpFault, openMllp, type MllpConnection } from '@rhythmdesk/server/platform/hl7/mllp-client';
import { listenMllp } from '@rhythmdesk/server/platform/hl7/mllp-listener';
import { setTimeout as sleep } from 'node:timers/promises';

/** One of so many is refused. */
const refusedEach = 100;

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
