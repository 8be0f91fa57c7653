/**
 * Writes DICOM files: preamble, file meta information and a data set in explicit VR little endian. Source: PS3.5 7 (data
 * set, nesting) and PS3.10 7 (file meta information).
 *
 * Invariants: every value has an even length; elements are in the order of their tags; sequences and items state their
 * lengths. Texts are UTF-8, so a data set with other characters than ASCII names ISO_IR 192 (`unicode`).
 */
import { uidOf } from './dicom-uid.ts';

type TextKind = 'AS' | 'CS' | 'DA' | 'DS' | 'DT' | 'IS' | 'LO' | 'PN' | 'SH' | 'ST' | 'TM' | 'UI';

/** The even number of bytes that the caller appends to the file; they can only be the last value in it. */
type Following = { readonly following: number };

/** A tag in hexadecimal as the reader names it (`00100010`), its value representation and its value. */
export type DicomElement =
  | readonly [tag: string, kind: TextKind, text: string]
  | readonly [tag: string, kind: 'US', number: number | readonly number[]]
  | readonly [tag: string, kind: 'UL', number: number]
  | readonly [tag: string, kind: 'OB', bytes: Uint8Array]
  | readonly [tag: string, kind: 'OW', bytes: Uint8Array | Following]
  | readonly [tag: string, kind: 'SQ', items: readonly DicomSet[]];
export type DicomSet = readonly DicomElement[];

/** The specific character set of every data set. */
export const unicode: DicomElement = ['00080005', 'CS', 'ISO_IR 192'];

const explicitLittleEndian = '1.2.840.10008.1.2.1';
const implementation = { uid: uidOf('Rhythmdesk', 'DICOM writer'), name: 'RHYTHMDESK_1' };
const sopClass = '00080016';
const sopInstance = '00080018';
const itemTag = 'fffee000';
/** The length of other values has 16 bits. */
const longKinds: ReadonlySet<string> = new Set(['OB', 'OW', 'SQ']);
const mostShort = 0xffff;

type Part = Uint8Array | Following;

function tagBytes(tag: string): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(Number.parseInt(tag.slice(0, 4), 16), 0);
  bytes.writeUInt16LE(Number.parseInt(tag.slice(4), 16), 2);
  return bytes;
}

function whole(value: number, width: 2 | 4): Buffer {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntLE(value, 0, width);
  return bytes;
}

/** Returns the parts of a value with its padding, which for UIDs and bytes is zero, otherwise a space. */
function valueParts(element: DicomElement): readonly Part[] {
  const [, kind, value] = element;
  if (kind === 'US') return [value].flat().map((each) => whole(each, 2));
  if (kind === 'UL') return [whole(value, 4)];
  if (kind === 'OB' || kind === 'OW') {
    if ('following' in value) return [value];
    return value.length % 2 === 0 ? [value] : [value, Buffer.alloc(1)];
  }
  if (kind === 'SQ') return value.flatMap(itemParts);
  const bytes = Buffer.from(value, 'utf8');
  return bytes.length % 2 === 0 ? [bytes] : [bytes, Buffer.from(kind === 'UI' ? '\0' : ' ')];
}

function itemParts(item: DicomSet): readonly Part[] {
  const parts = setParts(item);
  return [tagBytes(itemTag), whole(lengthOf(parts), 4), ...parts];
}

const lengthOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + ('following' in part ? part.following : part.length), 0);

function elementParts(element: DicomElement): readonly Part[] {
  const [tag, kind] = element;
  const parts = valueParts(element);
  const length = lengthOf(parts);
  const isLong = longKinds.has(kind);
  if (!isLong && length > mostShort) throw new RangeError(`element ${tag} has ${String(length)} bytes`);
  const size = isLong ? [Buffer.alloc(2), whole(length, 4)] : [whole(length, 2)];
  return [tagBytes(tag), Buffer.from(kind), ...size, ...parts];
}

function setParts(set: DicomSet): readonly Part[] {
  const sorted = set.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.flatMap(elementParts);
}

function textOf(set: DicomSet, tag: string): string {
  const value = set.find(([each]) => each === tag)?.[2];
  if (typeof value !== 'string') throw new Error(`a data set without ${tag}`);
  return value;
}

/** Returns the file of a data set, which names its class and its instance; bytes that follow are not in it. */
export function writeDicom(set: DicomSet): Buffer {
  const meta = setParts([
    ['00020001', 'OB', Uint8Array.of(0, 1)],
    ['00020002', 'UI', textOf(set, sopClass)],
    ['00020003', 'UI', textOf(set, sopInstance)],
    ['00020010', 'UI', explicitLittleEndian],
    ['00020012', 'UI', implementation.uid],
    ['00020013', 'SH', implementation.name],
  ]);
  const length = elementParts(['00020000', 'UL', lengthOf(meta)]);
  const parts = [Buffer.alloc(128), Buffer.from('DICM'), ...length, ...meta, ...setParts(set)];
  return Buffer.concat(parts.flatMap((part) => ('following' in part ? [] : [part])));
}
