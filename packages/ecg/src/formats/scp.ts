// Reads SCP-ECG files as recordings: the rhythm data (section 6) with its leads, scale and time. Source: ISO
// 11073-91064 (EN 1064): records of sections, each with its own checksum and length.
//
// From section 1 (the patient) only the time of acquisition is read. Rhythm data from which a reference beat was
// subtracted, or that was downsampled between the beats, is refused: it is not the whole signal.

import { crcCcitt } from './ishne.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { Recording, RecordingLead } from './recording.ts';
import type { HuffmanCode } from './scp-bits.ts';
import { DEFAULT_TABLE, defaultCodes, huffmanTree, readHuffman, undoDifferences } from './scp-bits.ts';

const SECTION_HEADER = 16;
const MAX_LEADS = 64;
const TAG_DATE = 25;
const TAG_TIME = 26;
const TAG_END = 255;

/** Lead names by the standard's code. */
const leadNames = new Map<number, string>([
  ...['I', 'II', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'].map((name, i) => [i + 1, name] as const),
  ...['X', 'Y', 'Z'].map((name, i) => [i + 16, name] as const),
  ...['III', 'aVR', 'aVL', 'aVF'].map((name, i) => [i + 61, name] as const),
]);

type Sections = ReadonlyMap<number, DataView>;

/** Reads a whole file. Refuses with the `scp/` faults; scp/section gives the section. */
export function readScp(bytes: Uint8Array): Parsed<Recording> {
  const sections = readSections(bytes);
  if (!sections.ok) return sections;
  const names = readLeadNames(sections.value.get(3));
  if (!names.ok) return names;
  const codes = readCodes(sections.value.get(2));
  if (!codes.ok) return codes;
  const leads = readRhythm(sections.value.get(6), names.value, codes.value);
  if (!leads.ok) return leads;
  return parsed({
    start_ms: readStart(sections.value.get(1)),
    start_has_zone: false,
    leads: leads.value,
    notes: [],
  });
}

function readSections(bytes: Uint8Array): Parsed<Sections> {
  if (bytes.length < 6 + SECTION_HEADER) return refuse('scp/too-short', { found: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(2, true);
  if (size !== bytes.length) return refuse('scp/too-short', { found: bytes.length, expected: size });
  if (crcCcitt(bytes.subarray(2)) !== view.getUint16(0, true)) return refuse('scp/checksum');
  const pointerBytes = view.getUint32(10, true);
  if (pointerBytes < SECTION_HEADER || 6 + pointerBytes > bytes.length)
    return refuse('scp/section', { section: 0 });
  const sections = new Map<number, DataView>();
  for (let at = 6 + SECTION_HEADER; at + 10 <= 6 + pointerBytes; at += 10) {
    const id = view.getUint16(at, true);
    const length = view.getUint32(at + 2, true);
    const start = view.getUint32(at + 6, true) - 1;
    if (length === 0 || id === 0) continue;
    const fits = length >= SECTION_HEADER && start >= 6 && start + length <= bytes.length;
    if (!fits || sections.has(id)) return refuse('scp/section', { section: id });
    if (
      id > 0 &&
      id < 7 &&
      crcCcitt(bytes.subarray(start + 2, start + length)) !== view.getUint16(start, true)
    ) {
      return refuse('scp/checksum', { section: id });
    }
    sections.set(
      id,
      new DataView(bytes.buffer, bytes.byteOffset + start + SECTION_HEADER, length - SECTION_HEADER),
    );
  }
  return parsed(sections);
}

interface LeadPlace {
  readonly label: string;
  readonly samples: number;
}

function readLeadNames(section: DataView | undefined): Parsed<LeadPlace[]> {
  if (section === undefined || section.byteLength < 2) return refuse('scp/section', { section: 3 });
  const count = section.getUint8(0);
  if (count < 1 || count > MAX_LEADS || section.byteLength < 2 + 9 * count)
    return refuse('scp/leads', { found: count });
  if ((section.getUint8(1) & 1) !== 0)
    return refuse('scp/unsupported', { found: 'reference beat subtraction' });
  const leads: LeadPlace[] = [];
  for (let i = 0; i < count; i++) {
    const at = 2 + 9 * i;
    const first = section.getUint32(at, true);
    const last = section.getUint32(at + 4, true);
    if (last < first) return refuse('scp/leads', { lead: i + 1 });
    const code = section.getUint8(at + 8);
    leads.push({ label: leadNames.get(code) ?? `lead ${code}`, samples: last - first + 1 });
  }
  return parsed(leads);
}

/** Returns the codes of section 2; null if the file has none and numbers are stored as 16 bits. */
function readCodes(section: DataView | undefined): Parsed<readonly HuffmanCode[] | null> {
  if (section === undefined) return parsed(null);
  if (section.byteLength < 2) return refuse('scp/section', { section: 2 });
  const tables = section.getUint16(0, true);
  if (tables === DEFAULT_TABLE) return parsed(defaultCodes);
  if (tables !== 1 || section.byteLength < 4) return refuse('scp/unsupported', { found: 'Huffman tables' });
  const count = section.getUint16(2, true);
  if (count < 1 || section.byteLength < 4 + 9 * count) return refuse('scp/huffman');
  const codes: HuffmanCode[] = [];
  for (let i = 0; i < count; i++) {
    const at = 4 + 9 * i;
    const prefixBits = section.getUint8(at);
    if (section.getUint8(at + 2) !== 1) return refuse('scp/unsupported', { found: 'Huffman table switch' });
    codes.push({
      prefix_bits: prefixBits,
      prefix: section.getUint32(at + 5, true),
      raw_bits: section.getUint8(at + 1) - prefixBits,
      value: section.getInt16(at + 3, true),
    });
  }
  return parsed(codes);
}

function readRhythm(
  section: DataView | undefined,
  places: readonly LeadPlace[],
  codes: readonly HuffmanCode[] | null,
): Parsed<RecordingLead[]> {
  if (section === undefined || section.byteLength < 6 + 2 * places.length)
    return refuse('scp/section', { section: 6 });
  const nanovolts = section.getUint16(0, true);
  const intervalUs = section.getUint16(2, true);
  const differences = section.getUint8(4);
  if (nanovolts === 0 || intervalUs === 0 || differences > 2) return refuse('scp/section', { section: 6 });
  if (section.getUint8(5) !== 0) return refuse('scp/unsupported', { found: 'bimodal compression' });
  const root = codes === null ? null : huffmanTree(codes);
  if (codes !== null && root === null) return refuse('scp/huffman');
  const leads: RecordingLead[] = [];
  let at = 6 + 2 * places.length;
  for (const [i, { label, samples: count }] of places.entries()) {
    const length = section.getUint16(6 + 2 * i, true);
    if (at + length > section.byteLength) return refuse('scp/section', { section: 6, lead: i + 1 });
    const bytes = new Uint8Array(section.buffer, section.byteOffset + at, length);
    const samples = root === null ? readPlain(bytes, count) : readHuffman(bytes, root, count);
    if (samples === null) return refuse('scp/huffman', { lead: i + 1 });
    undoDifferences(samples, differences === 0 ? samples.length : differences);
    leads.push({
      label,
      sampling_hz: 1e6 / intervalUs,
      gain_uv_per_lsb: nanovolts / 1000,
      zero_lsb: 0,
      samples,
    });
    at += length;
  }
  return parsed(leads);
}

function readPlain(bytes: Uint8Array, count: number): Int32Array | null {
  if (bytes.length < 2 * count) return null;
  return Int32Array.from({ length: count }, (_unused, i) => {
    const low = bytes[2 * i] ?? 0;
    return ((low | ((bytes[2 * i + 1] ?? 0) << 8)) << 16) >> 16;
  });
}

function readStart(section: DataView | undefined): number | null {
  let dateMs: number | null = null;
  let timeMs = 0;
  for (let at = 0; section !== undefined && at + 3 <= section.byteLength;) {
    const tag = section.getUint8(at);
    const length = section.getUint16(at + 1, true);
    const value = at + 3;
    if (tag === TAG_END || value + length > section.byteLength) break;
    if (tag === TAG_DATE && length === 4) {
      const year = section.getUint16(value, true);
      dateMs = Date.UTC(year, section.getUint8(value + 2) - 1, section.getUint8(value + 3));
    }
    if (tag === TAG_TIME && length === 3) {
      const [hour, minute, second] = [0, 1, 2].map((i) => section.getUint8(value + i));
      timeMs = (((hour ?? 0) * 60 + (minute ?? 0)) * 60 + (second ?? 0)) * 1000;
    }
    at = value + length;
  }
  return dateMs === null ? null : dateMs + timeMs;
}
