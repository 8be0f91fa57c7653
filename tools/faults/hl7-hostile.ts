/**
 * Reads hostile HL7 v2 frames in a process of its own, whose heap is limited, and prints what it took. It ends with an
 * error if a frame stops the program.
 */
import { hl7Settings } from '@rhythmdesk/contract/partners';
import {
  headerOf,
  OrderFault,
  readAnswer,
  writeAnswer,
} from '@rhythmdesk/server/features/integration/hl7/acknowledgement';
import { readOrders } from '@rhythmdesk/server/features/integration/hl7/order-fields';
import { charsetNamed, decodeText } from '@rhythmdesk/server/platform/hl7/charsets';
import { parseMessage } from '@rhythmdesk/server/platform/hl7/hl7-message';
import { MllpFramer } from '@rhythmdesk/server/platform/hl7/mllp-framer';
import { chanceOf, pick, type Chance } from './random-input.ts';

const frames = Number(process.argv[2]);
const settings = hl7Settings.parse({});
const seed = 20_261_128;

const order = [
  'MSH|^~\\&|HIS|H|RD|C|20261120||ORM^O01|1001|P|2.5.1||||||UNICODE UTF-8',
  'PID|1||7^^^H^MR||Kim\\T\\^Minsu||19500131|M|||||01012345678',
  'ORC|NW|A-100',
  'OBR|1|A-100||18754-2^Holter^LN|||||||||||||||||||||||^^^^^S',
].join('\r');
const answer = 'MSH|^~\\&|HIS|H|RD|C|1||ACK|1|P|2.5.1\rMSA|AA|1001\r';
const pieces = [
  ...[
    '\u000b',
    '\u001c',
    '\u001c\r',
    '\r',
    '\n',
    '|',
    '^',
    '~',
    '\\',
    '&',
    '""',
    '\u0000',
    '\u001b$B',
    '\u001b(B',
  ],
  ...[
    'MSH|',
    'MSH|||||',
    'ORC|CA|',
    '\\X',
    '\\XFF\\',
    '\\.br\\',
    '\u00ff\u00fe',
    '\u0081\u0030',
    '|'.repeat(2_000),
  ],
  ...[
    '\r'.repeat(3_000),
    '\\'.repeat(2_000),
    'PID|1\r'.repeat(500),
    'ISO IR87',
    'GB18030',
    'KS X 1001',
    '20990231',
  ],
];

/** Changes a message at a few places. */
function spoilt(chance: Chance): Buffer {
  let text = pick(chance, [order, order, answer]) ?? order;
  for (let change = Math.floor(chance() * 6); change > 0; change -= 1) {
    const at = Math.floor(chance() * text.length);
    const left = Math.floor(chance() * 8);
    text = `${text.slice(0, at)}${pick(chance, pieces) ?? ''}${text.slice(at + left)}`;
  }
  const end = chance() < 0.9 ? '\u001c\r' : '';
  return Buffer.from(`${chance() < 0.9 ? '\u000b' : ''}${text}${end}`, 'latin1');
}

/** Does what the server does with a frame before it touches the database. */
function readFrame(bytes: Buffer): 'taken' | 'refused' {
  readAnswer(bytes);
  const first = parseMessage(bytes.toString('latin1'));
  if ('fault' in first) return 'refused';
  const header = headerOf(first);
  const text = decodeText(charsetNamed(header.charset) ?? 'UNICODE UTF-8', bytes);
  const message = text === null ? null : parseMessage(text);
  if (message === null || 'fault' in message) return 'refused';
  try {
    readOrders(message, settings);
    writeAnswer(header, { code: 'AA', words: '' }, new Date(0));
    return 'taken';
  } catch (fault) {
    if (!(fault instanceof OrderFault)) throw fault;
    writeAnswer(header, fault, new Date(0));
    return 'refused';
  }
}

const chance = chanceOf(seed);
const counts = { taken: 0, refused: 0 };
for (const charset of ['ISO IR87', 'GB 18030-2000', 'KS X 1001'] as const)
  decodeText(charset, Buffer.from('a'));
const before = process.memoryUsage.rss();
let most = before;
let framer = new MllpFramer(100_000);
for (let sent = 0; sent < frames; sent += 1) {
  const bytes = spoilt(chance);
  const cut = Math.floor(chance() * bytes.length);
  for (const chunk of [bytes.subarray(0, cut), bytes.subarray(cut)])
    for (const each of framer.push(chunk)) if (each.kind === 'message') counts[readFrame(each.bytes)] += 1;
  if (sent % 500 === 0) {
    most = Math.max(most, process.memoryUsage.rss());
    framer.end();
    framer = new MllpFramer(100_000);
  }
}
process.stdout.write(JSON.stringify({ ...counts, most_bytes: most - before }));
