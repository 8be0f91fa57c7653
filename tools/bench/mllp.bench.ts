/** Measures messages of HL7 v2: framing and reading, an exchange over a socket, and a result with a PDF of 20 MB. */
import { randomBytes } from 'node:crypto';
import { hl7Settings } from '@rhythmdesk/contract/partners';
import { headerOf, writeAnswer } from '@rhythmdesk/server/features/integration/hl7/acknowledgement';
import { encodeResult, writeResult } from '@rhythmdesk/server/features/integration/hl7/result-message';
import { decodeText } from '@rhythmdesk/server/platform/hl7/charsets';
import { parseMessage, segmentsNamed } from '@rhythmdesk/server/platform/hl7/hl7-message';
import { openMllp } from '@rhythmdesk/server/platform/hl7/mllp-client';
import { framed, MllpFramer } from '@rhythmdesk/server/platform/hl7/mllp-framer';
import { listenMllp } from '@rhythmdesk/server/platform/hl7/mllp-listener';
import type { Bench } from './bench.ts';

const goals = { perSecond: 0.02, pdfMs: 300 };
const chunkBytes = 64 * 1024;
const count = 100_000;
const exchanged = 2_000;
const pdfBytes = 20 * 1024 * 1024;

const order = [
  'MSH|^~\\&|HIS|HOSPITAL|RHYTHMDESK||20261120||ORM^O01|1001|P|2.5.1||||||UNICODE UTF-8',
  'PID|1||7^^^HOSPITAL^MR||김^민수||19500131|M|||||01012345678',
  'PV1|1|O|CARD^^^HOSPITAL||||1234^이^지우',
  'ORC|NW|A-100|||||^^^20261120^^R',
  'OBR|1|A-100||18754-2^Holter^LN|||||||||||||||||||||||^^^^^S||||^Palpitations\\T\\dizziness',
].join('\r');

function read(bytes: Buffer) {
  const message = parseMessage(decodeText('UNICODE UTF-8', bytes) ?? '');
  if ('fault' in message) throw new Error(message.fault);
  return message;
}

/** Pushes bytes as a socket would, and returns how many messages were read. */
function readAll(bytes: Buffer): number {
  const framer = new MllpFramer();
  let found = 0;
  for (let at = 0; at < bytes.length; at += chunkBytes)
    for (const each of framer.push(bytes.subarray(at, at + chunkBytes)))
      if (each.kind === 'message' && headerOf(read(each.bytes)).control_id !== '') found += 1;
  return found;
}

function readingRate(): number {
  const bytes = Buffer.concat(Array.from({ length: count }, () => framed(Buffer.from(order))));
  readAll(bytes.subarray(0, 1_000_000));
  const started = performance.now();
  if (readAll(bytes) !== count) throw new Error('a message was lost');
  return count / (performance.now() - started) / 1_000;
}

async function exchangeMs(): Promise<number> {
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: null, connections: 10, idle_ms: 60_000 },
    answer: (each) => {
      if (each.kind !== 'message') return Promise.resolve([]);
      const header = headerOf(read(each.bytes));
      return Promise.resolve([Buffer.from(writeAnswer(header, { code: 'AA', words: '' }, new Date()))]);
    },
    onFault: () => undefined,
    onDropped: () => undefined,
  });
  const line = await openMllp({ host: '127.0.0.1', port: listener.port, tls: null, timeout_ms: 60_000 });
  const started = performance.now();
  for (let sent = 0; sent < exchanged; sent += 1) await line.exchange(Buffer.from(order), () => true);
  const ms = (performance.now() - started) / exchanged;
  line.close();
  await listener.stop();
  return ms;
}

/** Writes and encodes a result with a large PDF, and reads it as its receiver would. */
async function pdfMs(): Promise<number> {
  const settings = hl7Settings.parse({});
  const pdf = randomBytes(pdfBytes);
  const text = writeResult(
    {
      ...{
        control_id: 'RD1',
        order_number: 'A-100',
        service: '',
        hn_id: 'HN000001',
        hospital_name: '중앙병원',
        time_zone: 'Asia/Seoul',
      },
      ...{ created_at: new Date(), released_at: new Date(), recording_start: null, recording_seconds: null },
      ...{
        interpreter: '이지우',
        technician: '',
        results: [],
        withdrawn: [],
        corrected: false,
        pdf_sha256: 'ab'.repeat(32),
      },
      patient: { patient_id: '7', last_name: '김', first_name: '민수', birth_date: null, gender: null },
    },
    settings,
  );
  const started = performance.now();
  const encoded = await encodeResult(text, settings.charset, () => Promise.resolve(pdf));
  if ('missing' in encoded) throw new Error(encoded.missing);
  const bytes = framed(encoded.bytes);
  const framer = new MllpFramer();
  let documentBytes = 0;
  for (let at = 0; at < bytes.length; at += chunkBytes)
    for (const each of framer.push(bytes.subarray(at, at + chunkBytes))) {
      const message = read(each.kind === 'message' ? each.bytes : Buffer.alloc(0));
      const value = segmentsNamed(message, 'OBX').at(-1)?.fields[5] ?? '';
      documentBytes = Buffer.from(value.split('^')[4] ?? '', 'base64').length;
    }
  if (documentBytes !== pdfBytes) throw new Error('the document is not the same');
  return performance.now() - started;
}

export default {
  name: 'mllp',
  run: async (print) => {
    const [unit, better] = ['M/s', 'larger'] as const;
    print({ what: 'messages framed and read', value: readingRate(), unit, better, goal: goals.perSecond });
    print({ what: 'message and its answer over a socket', value: await exchangeMs(), unit: 'ms' });
    await pdfMs();
    print({ what: 'result with a PDF of 20 MB', value: await pdfMs(), unit: 'ms', goal: goals.pdfMs });
  },
} satisfies Bench;
