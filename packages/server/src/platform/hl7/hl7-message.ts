/**
 * Reads and writes HL7 version 2 messages as text: segments, fields, repetitions, components, subcomponents and escape
 * sequences, with the separators that the message itself names.
 *
 * A message is split into segments once. A field is split only when it is read, so that a PDF of 20 MB inside a message
 * costs no more than its text.
 */
import { offsetMinutes } from '@rhythmdesk/domain/kit/wall-clock';
import { digitsAt, offsetText } from '../local-time.ts';

/** The most segments of a message and fields of a segment; more are an attack or a fault of the sender. */
const mostSegments = 20_000;
const mostFields = 500;
/** The most repetitions of a field that are read. */
const mostRepetitions = 100;

export type Separators = {
  readonly field: string;
  readonly component: string;
  readonly repetition: string;
  readonly escape: string;
  readonly subcomponent: string;
};

/** The separators of every message that this product writes. */
const ownSeparators: Separators = {
  field: '|',
  component: '^',
  repetition: '~',
  escape: '\\',
  subcomponent: '&',
};

export type Segment = {
  readonly name: string;
  /** By HL7's numbers: index 1 is the first field. Of `MSH`, index 1 is the field separator itself. */
  readonly fields: readonly string[];
};

export type Hl7Message = { readonly separators: Separators; readonly segments: readonly Segment[] };

export type Hl7Fault = { readonly fault: 'no-header' | 'separators' | 'too-many-segments' | 'segment-name' };

/** Reads the separators of a header; null if they are ambiguous. */
function separatorsOf(header: string): Separators | null {
  const field = header[3] ?? '';
  const [encoding = ''] = header.slice(4, 16).split(field);
  const [component = '', repetition = '~', escape = '\\', subcomponent = '&'] = encoding;
  const all = [field, component, repetition, escape, subcomponent];
  const isUsable = (each: string): boolean => /^[^A-Za-z0-9\s]$/.test(each);
  if (!all.every(isUsable) || new Set(all).size < all.length || encoding.length > 5) return null;
  return { field, component, repetition, escape, subcomponent };
}

/** Returns the lines of a message, or null if there are too many; senders end them by CR, LF or both. */
function linesOf(text: string): string[] | null {
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const cr = text.indexOf('\r', at);
    const end = cr < 0 ? text.length : cr;
    if (end > at) lines.push(text.slice(at, end));
    if (lines.length > mostSegments) return null;
    at = end + 1;
  }
  return lines;
}

function segmentOf(line: string, { field }: Separators): Segment | null {
  const [name = '', ...fields] = line.split(field, mostFields);
  if (!/^[A-Z][A-Z0-9]{2}$/.test(name)) return null;
  return { name, fields: name === 'MSH' ? ['', field, ...fields] : ['', ...fields] };
}

export function parseMessage(text: string): Hl7Message | Hl7Fault {
  if (!text.startsWith('MSH')) return { fault: 'no-header' };
  const separators = separatorsOf(text);
  if (separators === null) return { fault: 'separators' };
  const lines = linesOf(text.includes('\n') ? text.replaceAll(/\r?\n/g, '\r') : text);
  if (lines === null) return { fault: 'too-many-segments' };
  const segments: Segment[] = [];
  for (const line of lines) {
    const segment = segmentOf(line, separators);
    if (segment === null) return { fault: 'segment-name' };
    segments.push(segment);
  }
  return { separators, segments };
}

const named: Readonly<Record<string, keyof Separators>> = {
  F: 'field',
  S: 'component',
  R: 'repetition',
  E: 'escape',
  T: 'subcomponent',
};

/** Returns the text of one escape sequence without its marks; null if it is none that this product knows. */
function unescaped(sequence: string, separators: Separators): string | null {
  const separator = named[sequence];
  if (separator !== undefined) return separators[separator];
  if (/^\.(br|sp)\d*$/.test(sequence)) return '\n';
  // The database cannot store a NUL, so `X00` stays as it was sent.
  if (/^X(?!(..)*00)([0-7][0-9A-F])+$/i.test(sequence))
    return Buffer.from(sequence.slice(1), 'hex').toString('latin1');
  // Highlighting and changes of the character set carry no text.
  return /^([HN]|[CM][0-9A-F]+|\.(fi|nf|in[+-]?\d*|ti[+-]?\d*|sk\d*|ce))$/.test(sequence) ? '' : null;
}

export function unescapeText(text: string, separators: Separators): string {
  const { escape } = separators;
  if (!text.includes(escape)) return text;
  const parts = text.split(escape);
  let plain = parts[0] ?? '';
  for (let at = 1; at < parts.length;) {
    const sequence = parts[at] ?? '';
    const meaning = at + 1 < parts.length ? unescaped(sequence, separators) : null;
    plain += meaning === null ? `${escape}${sequence}` : `${meaning}${parts[at + 1] ?? ''}`;
    at += meaning === null ? 1 : 2;
  }
  return plain;
}

/** A place in a segment, such as `PID-5.1` or `PID-13.6.2`: field, component and subcomponent, each from 1. */
export type FieldPath = {
  readonly segment: string;
  readonly field: number;
  readonly component: number;
  readonly subcomponent: number;
};

const fieldPathPattern = /^([A-Z][A-Z0-9]{2})-(\d{1,3})(?:\.(\d{1,2}))?(?:\.(\d{1,2}))?$/;

export function fieldPathOf(text: string): FieldPath {
  const [, segment = '', field = '', component = '1', subcomponent = '1'] = fieldPathPattern.exec(text) ?? [];
  if (segment === '') throw new Error(`no place in a segment: ${text}`);
  return {
    segment,
    field: Number(field),
    component: Number(component),
    subcomponent: Number(subcomponent),
  };
}

/** Returns the text at a place of one repetition of a field; empty if it is absent or HL7's null (`""`). */
function textIn({ separators }: Hl7Message, repeated: string, path: FieldPath): string {
  const { component, subcomponent } = separators;
  const part = repeated.split(component, 100)[path.component - 1] ?? '';
  const piece = part.split(subcomponent, 100)[path.subcomponent - 1] ?? '';
  return piece === '""' ? '' : unescapeText(piece, separators).trim();
}

const repetitionsOf = (
  { separators }: Hl7Message,
  segment: Segment | undefined,
  { field }: FieldPath,
  most: number,
): string[] => (segment?.fields[field] ?? '').split(separators.repetition, most);

/** Returns the text at a place of a segment, of its first repetition. */
export const valueAt = (message: Hl7Message, segment: Segment | undefined, path: FieldPath): string =>
  textIn(message, repetitionsOf(message, segment, path, 1)[0] ?? '', path);

/** Returns the texts at a place of a segment, of every repetition that has one. */
export const valuesAt = (message: Hl7Message, segment: Segment, path: FieldPath): string[] =>
  repetitionsOf(message, segment, path, mostRepetitions)
    .map((repeated) => textIn(message, repeated, path))
    .filter((text) => text !== '');

export const segmentsNamed = ({ segments }: Hl7Message, name: string): Segment[] =>
  segments.filter((segment) => segment.name === name);

/** Returns the text at a place of the first segment with its name. */
export function readValue(message: Hl7Message, path: string): string {
  const place = fieldPathOf(path);
  return valueAt(message, segmentsNamed(message, place.segment)[0], place);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\E\\'],
  ['|', '\\F\\'],
  ['^', '\\S\\'],
  ['&', '\\T\\'],
  ['~', '\\R\\'],
  ['\n', '\\.br\\'],
]);

/** Writes text as a value between separators. Control characters other than line breaks become spaces. */
export function escapeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\\|^&~\n]/g, (sign) => escapes.get(sign) ?? sign)
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** A value of a field: text, components of text, or what is written as it is. */
export type Value = string | readonly string[] | { readonly raw: string };

/** Writes one segment of escaped values; absent fields at the end are left out. */
export function writeSegment(name: string, values: readonly Value[]): string {
  const { field, component } = ownSeparators;
  const written = values.map((value) => {
    if (typeof value === 'string') return escapeText(value);
    return 'raw' in value ? value.raw : value.map(escapeText).join(component).replace(/\^+$/, '');
  });
  while (written.at(-1) === '') written.pop();
  return [name, ...written].join(field);
}

/** Writes a header with this product's separators; `values` begin with MSH-3. */
export function writeHeader(values: readonly Value[]): string {
  const { component, repetition, escape, subcomponent } = ownSeparators;
  const [, ...rest] = writeSegment('MSH', values).split('|');
  return ['MSH', `${component}${repetition}${escape}${subcomponent}`, ...rest].join('|');
}

/** Writes an instant as HL7's time stamp, in the time of a zone with its offset from UTC. */
export function timeStamp(at: Date, timeZone: string): string {
  const offset = offsetMinutes(timeZone, at.getTime());
  return `${digitsAt(at, offset)}${offsetText(offset)}`;
}
