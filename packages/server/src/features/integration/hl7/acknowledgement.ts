/** Writes and reads HL7 acknowledgements: the answer to a message, with an error in plain words. */
import { charsetNamed, decodeText } from '../../../platform/hl7/charsets.ts';
import {
  parseMessage,
  readValue,
  timeStamp,
  writeHeader,
  writeSegment,
  type Hl7Message,
} from '../../../platform/hl7/hl7-message.ts';

/** The codes of HL7's table 0357 that this product uses, with their texts. */
const errorCodes = {
  '100': 'Segment sequence error',
  '101': 'Required field missing',
  '102': 'Data type error',
  '200': 'Unsupported message type',
  '202': 'Unsupported processing id',
  '204': 'Unknown key identifier',
  '206': 'Application record locked',
  '207': 'Application internal error',
} as const;
export type ErrorCode = keyof typeof errorCodes;

/** Why a message is not accepted: `AE` for its content, `AR` if it was not even looked at. */
export class OrderFault extends Error {
  readonly answer: 'AE' | 'AR';
  readonly code: ErrorCode;
  /** The field that is wrong, such as `PID-5`. */
  readonly place: string;

  constructor(answer: 'AE' | 'AR', code: ErrorCode, words: string, place = '') {
    super(words);
    this.name = 'OrderFault';
    this.answer = answer;
    this.code = code;
    this.place = place;
  }
}

/** What an answer repeats of the message: its sender becomes the receiver. */
export type Header = {
  readonly sending: readonly [application: string, facility: string];
  readonly receiving: readonly [application: string, facility: string];
  readonly control_id: string;
  readonly trigger: string;
  readonly processing: string;
  readonly version: string;
  readonly charset: string;
};

export const unknownHeader: Header = {
  sending: ['', ''],
  receiving: ['', ''],
  control_id: '',
  trigger: '',
  processing: 'P',
  version: '2.5.1',
  charset: '',
};

export function headerOf(message: Hl7Message): Header {
  const read = (path: string): string => readValue(message, path);
  return {
    sending: [read('MSH-3.1'), read('MSH-4.1')],
    receiving: [read('MSH-5.1'), read('MSH-6.1')],
    control_id: read('MSH-10'),
    trigger: read('MSH-9.2'),
    processing: read('MSH-11.1') || 'P',
    version: read('MSH-12.1') || '2.5.1',
    charset: message.segments[0]?.fields[18] ?? '',
  };
}

const errorPlace = (place: string): string[] => {
  const [segment = '', field = ''] = place.split('-');
  return segment === '' ? [] : [segment, '1', ...field.split('.')];
};

/** Writes the answer in ASCII; words in other scripts are left out of the error. */
export function writeAnswer(
  header: Header,
  outcome: { readonly code: 'AA'; readonly words: string } | OrderFault,
  now: Date,
): string {
  const { sending, receiving, control_id, trigger, processing, version } = header;
  const isAccepted = !(outcome instanceof OrderFault);
  const words = (isAccepted ? outcome.words : outcome.message).replaceAll(/[^\x20-\x7e]+/g, ' ');
  const lines = [
    writeHeader([
      receiving[0] === '' ? 'RHYTHMDESK' : receiving[0],
      receiving[1],
      ...[...sending, timeStamp(now), ''],
      ['ACK', trigger, 'ACK'],
      `A${control_id}`.slice(0, 20),
      processing,
      version,
    ]),
    writeSegment('MSA', [isAccepted ? outcome.code : outcome.answer, control_id, words.slice(0, 80)]),
  ];
  if (!isAccepted) {
    const coded = [outcome.code, errorCodes[outcome.code], 'HL70357'];
    const error = ['', errorPlace(outcome.place), coded, 'E', '', '', '', words.slice(0, 250)];
    lines.push(writeSegment('ERR', error));
  }
  return `${lines.join('\r')}\r`;
}

export type Answer = {
  readonly text: string;
  /** The id of the message that it answers. */
  readonly control_id: string;
  readonly accepted: boolean;
  readonly words: string;
};

/** Returns what a receiver answered; null if the bytes are no acknowledgement. */
export function readAnswer(bytes: Buffer): Answer | null {
  const named = parseMessage(bytes.toString('latin1'));
  if ('fault' in named) return null;
  const charset = charsetNamed(named.segments[0]?.fields[18] ?? '') ?? 'UNICODE UTF-8';
  const text = decodeText(charset, bytes) ?? bytes.toString('latin1');
  const message = parseMessage(text);
  if ('fault' in message) return null;
  const code = readValue(message, 'MSA-1');
  if (!/^[AC][AER]$/.test(code)) return null;
  const words = [readValue(message, 'ERR-8'), readValue(message, 'MSA-3')].find((each) => each !== '');
  return {
    text,
    control_id: readValue(message, 'MSA-2'),
    accepted: code === 'AA' || code === 'CA',
    words: [code, words ?? ''].join(' ').trim(),
  };
}
