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
  '203': 'Unsupported version id',
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
  /** The type of the message without its event, such as `ORM`. */
  readonly type: string;
  readonly trigger: string;
  readonly processing: string;
  readonly version: string;
  readonly charset: string;
  /** When a commit and when an application acknowledgement is wanted (MSH-15, MSH-16). */
  readonly commit: string;
  readonly application: string;
};

export const unknownHeader: Header = {
  sending: ['', ''],
  receiving: ['', ''],
  control_id: '',
  type: '',
  trigger: '',
  processing: 'P',
  version: '2.5.1',
  charset: '',
  commit: '',
  application: '',
};

export function headerOf(message: Hl7Message): Header {
  const read = (path: string): string => readValue(message, path);
  return {
    sending: [read('MSH-3.1'), read('MSH-4.1')],
    receiving: [read('MSH-5.1'), read('MSH-6.1')],
    control_id: read('MSH-10'),
    type: read('MSH-9.1'),
    trigger: read('MSH-9.2'),
    processing: read('MSH-11.1') || 'P',
    version: read('MSH-12.1') || '2.5.1',
    charset: message.segments[0]?.fields[18] ?? '',
    commit: read('MSH-15').toUpperCase(),
    application: read('MSH-16').toUpperCase(),
  };
}

/** ERL: segment, its number, field, repetition, component, subcomponent. */
const errorPlace = (place: string): string[] => {
  const [segment = '', path = ''] = place.split('-');
  const [field = '', ...parts] = path.split('.');
  return segment === '' ? [] : [segment, '1', field, ...(parts.length === 0 ? [] : ['1', ...parts])];
};

type Accepted = { readonly code: 'AA'; readonly words: string };
type CommitCode = 'CA' | 'CE' | 'CR';

/** In enhanced mode the sender says which acknowledgements it wants; an answer wants none itself. */
const isEnhanced = ({ commit, application }: Header): boolean => commit !== '' || application !== '';

/**
 * Writes the answer in ASCII; words in other scripts are left out of the error.
 * @param commit the code of a commit acknowledgement; without it an application acknowledgement is written
 */
export function writeAnswer(
  header: Header,
  outcome: Accepted | OrderFault,
  now: Date,
  commit?: CommitCode,
): string {
  const { sending, receiving, control_id, trigger, processing, version } = header;
  const isAccepted = commit === 'CA' || !(outcome instanceof OrderFault);
  const said = outcome instanceof OrderFault ? outcome.message : outcome.words;
  const words = commit === 'CA' ? '' : said.replaceAll(/[^\x20-\x7e]+/g, ' ');
  const lines = [
    writeHeader([
      receiving[0] === '' ? 'RHYTHMDESK' : receiving[0],
      receiving[1],
      ...[...sending, timeStamp(now, 'UTC'), ''],
      ['ACK', trigger, 'ACK'],
      `${commit === undefined ? 'A' : 'C'}${control_id}`.slice(0, 20),
      processing,
      version,
      ...(isEnhanced(header) ? ['', '', 'NE', 'NE'] : []),
    ]),
    writeSegment('MSA', [commit ?? codeOf(outcome), control_id, words.slice(0, 80)]),
  ];
  if (!isAccepted && outcome instanceof OrderFault) {
    const coded = [outcome.code, errorCodes[outcome.code], 'HL70357'];
    const error = ['', errorPlace(outcome.place), coded, 'E', '', '', '', words.slice(0, 250)];
    lines.push(writeSegment('ERR', error));
  }
  return `${lines.join('\r')}\r`;
}

const codeOf = (outcome: Accepted | OrderFault): string =>
  outcome instanceof OrderFault ? outcome.answer : outcome.code;

/** The conditions of HL7's table 0155; one that it does not have counts as `AL`. */
function isWanted(condition: string, isError: boolean): boolean {
  if (condition === 'NE' || condition === '') return false;
  return condition === 'SU' ? !isError : condition !== 'ER' || isError;
}

const ofHeader = new Set(['MSH-9', 'MSH-11', 'MSH-12']);

/** A refusal is never answered by `CA` alone, because the sender would take the order for accepted. */
function commitCodeOf(
  outcome: Accepted | OrderFault,
  { isStored, isTold }: { readonly isStored: boolean; readonly isTold: boolean },
): CommitCode {
  if (!(outcome instanceof OrderFault)) return 'CA';
  if (ofHeader.has(outcome.place)) return 'CR';
  return isStored && isTold ? 'CA' : 'CE';
}

/**
 * Writes the answers to a message, one after the other: in original mode one, in enhanced mode the commit and the
 * application acknowledgement as far as the sender wants them (HL7 2.5.1, 2.9.3). Both are known at the same time,
 * because a message is answered after its transaction.
 * @param isStored whether the message was stored, accepted or refused
 */
export function writeAnswers(
  header: Header,
  outcome: Accepted | OrderFault,
  { now, isStored }: { readonly now: Date; readonly isStored: boolean },
): string {
  if (!isEnhanced(header)) return writeAnswer(header, outcome, now);
  const isTold = isWanted(header.application, outcome instanceof OrderFault);
  const code = commitCodeOf(outcome, { isStored, isTold });
  const commit = isWanted(header.commit, code !== 'CA') ? writeAnswer(header, outcome, now, code) : '';
  return `${commit}${isTold ? writeAnswer(header, outcome, now) : ''}`;
}

/** Returns each message of a text of several, for a frame of its own. */
export const answersIn = (text: string): string[] =>
  text.split(/(?<=\r)(?=MSH\|)/).filter((each) => each !== '');

export type Answer = {
  readonly text: string;
  /** The id of the message that it answers. */
  readonly control_id: string;
  readonly accepted: boolean;
  /** A commit acknowledgement says only that the message was stored. */
  readonly is_commit: boolean;
  readonly words: string;
};

/** Returns what a receiver answered; null if the bytes are no acknowledgement. */
export function readAnswer(bytes: Buffer): Answer | null {
  const named = parseMessage(bytes.toString('latin1'));
  if ('fault' in named) return null;
  const charset = charsetNamed(named.segments[0]?.fields[18] ?? '') ?? 'UNICODE UTF-8';
  // The database cannot store a NUL.
  const text = (decodeText(charset, bytes) ?? bytes.toString('latin1')).replaceAll('\0', '');
  const message = parseMessage(text);
  if ('fault' in message) return null;
  const code = readValue(message, 'MSA-1');
  if (!/^[AC][AER]$/.test(code)) return null;
  const words = [readValue(message, 'ERR-8'), readValue(message, 'MSA-3')].find((each) => each !== '');
  return {
    text,
    control_id: readValue(message, 'MSA-2'),
    accepted: code === 'AA' || code === 'CA',
    is_commit: code.startsWith('C'),
    words: [code, words ?? ''].join(' ').trim(),
  };
}
