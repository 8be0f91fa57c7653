/** Plays the demo hospital's information system by HL7 v2: it receives results over MLLP and sends orders. */
import { readAnswer } from '@rhythmdesk/server/features/integration/hl7/acknowledgement';
import { parseMessage, readValue, type Hl7Message } from '@rhythmdesk/server/platform/hl7/hl7-message';
import { openMllp } from '@rhythmdesk/server/platform/hl7/mllp-client';
import { listenMllp, type MllpListener } from '@rhythmdesk/server/platform/hl7/mllp-listener';
import type { DemoPatient } from '../demo/patient-names.ts';
import type { PartnerLog } from './partner-log.ts';

/** The names by which the product knows the sender (MSH-3, MSH-4). */
export const hospitalSystem = { application: 'DEMO-HIS', facility: 'MINATO' } as const;

/** HL7 separates segments by carriage returns, which a page would show as one line. */
const readable = (text: string): string => text.replaceAll('\r', '\n').trim();

const stamp = (at: Date): string => at.toISOString().replace(/[-:T]/g, '').slice(0, 14);

function head(type: string, control_id: string): string {
  const { application, facility } = hospitalSystem;
  const parties = `${application}|${facility}|RHYTHMDESK|`;
  return `MSH|^~\\&|${parties}|${stamp(new Date())}||${type}|${control_id}|P|2.5.1||||||UNICODE UTF-8`;
}

function titleOf(message: Hl7Message): string {
  const results = message.segments.filter(({ name }) => name === 'OBX').length;
  const kind = readValue(message, 'OBR-25') === 'C' ? 'correction' : 'result';
  return `${kind} of ${readValue(message, 'OBR-3.1')}: ${String(results)} OBX`;
}

/** Receives results on a free port of this machine and acknowledges each. */
export function receiveResults(log: PartnerLog): Promise<MllpListener> {
  return listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: null, connections: 10, idle_ms: 600_000 },
    answer: (frame) => {
      const text = frame.kind === 'message' ? frame.bytes.toString('utf8') : '';
      const message = parseMessage(text);
      if ('fault' in message) {
        log.add('results', `unreadable: ${message.fault}`, text);
        return Promise.resolve([]);
      }
      log.add('results', titleOf(message), readable(text));
      const control_id = readValue(message, 'MSH-10');
      const answer = [head('ACK', `A${control_id}`), `MSA|AA|${control_id}`].join('\r');
      return Promise.resolve([Buffer.from(answer)]);
    },
    onFault: (fault) => log.add('results', 'a connection failed', String(fault)),
    onDropped: () => undefined,
  });
}

const sexes = { male: 'M', female: 'F' } as const;

export type DemoOrder = { readonly number: string; readonly patient: DemoPatient };

function orderText({ number, patient }: DemoOrder): string {
  const { patient_id, patient_last_name, patient_first_name, birth_date, gender, phone_number } = patient;
  const name = `${patient_last_name}^${patient_first_name}`;
  return [
    head('ORM^O01', `O${number}`),
    `PID|1||${patient_id}||${name}||${birth_date.replaceAll('-', '')}|${sexes[gender]}|||||${phone_number}`,
    `ORC|NW|${number}`,
    `OBR|1|${number}||18754-2^Holter monitor study^LN|||||||||||||||||||||||||||^Palpitations`,
  ].join('\r');
}

/** Sends an order to the product's port. Returns the HN ID of its case, null if the order was refused. */
export async function sendOrder(log: PartnerLog, port: number, order: DemoOrder): Promise<string | null> {
  const text = orderText(order);
  const line = await openMllp({ host: '127.0.0.1', port, tls: null, timeout_ms: 20_000 });
  try {
    const bytes = await line.exchange(Buffer.from(text), () => true);
    const message = parseMessage(bytes.toString('utf8'));
    const accepted = readAnswer(bytes)?.accepted === true;
    const hn_id = accepted && !('fault' in message) ? readValue(message, 'MSA-3') : null;
    const fate = hn_id === null ? 'refused' : `accepted as ${hn_id}`;
    const raw = `${readable(text)}\n\n${readable(bytes.toString('utf8'))}`;
    log.add('orders', `order ${order.number} ${fate}`, raw, hn_id);
    return hn_id;
  } finally {
    line.close();
  }
}
