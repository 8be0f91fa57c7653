// Reads SCP-ECG files as recordings: the rhythm data (section 6) with its leads, scale and time. Source: ISO
// 11073-91064 (EN 1064): records of sections, each with its own checksum and length.
//
// From section 1 (the patient) only the time of acquisition is read. Rhythm data from which a reference beat was
// subtracted, or that was downsampled between the beats, is refused: it is not the whole signal.

import { clockMs } from './clock-time.ts';
import { apartFlaw, joinStretches, type LeadStretch } from './join-stretches.ts';
import { distinctLabels } from './lead-names.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { LeftOut, Recording, SourceFlaw } from './recording.ts';
import type { HuffmanCode } from './scp-bits.ts';
import { DEFAULT_TABLE, defaultCodes, huffmanTree, readHuffman, undoDifferences } from './scp-bits.ts';
import { readScpSections, type ScpSection } from './scp-sections.ts';

const MAX_LEADS = 64;
const TAG_DATE = 25;
const TAG_TIME = 26;
const TAG_END = 255;

/** Lead names by the standard's code. */
const leadNames = new Map<number, string>([
  ...['I', 'II', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'].map((name, i) => [i + 1, name] as const),
  ...['V7', 'V2R', 'V3R', 'V4R', 'V5R', 'V6R', 'V7R'].map((name, i) => [i + 9, name] as const),
  ...['X', 'Y', 'Z', 'CC5', 'CM5'].map((name, i) => [i + 16, name] as const),
  ...['III', 'aVR', 'aVL', 'aVF', '-aVR'].map((name, i) => [i + 61, name] as const),
  ...['V8', 'V9', 'V8R', 'V9R', 'Nehb D', 'Nehb A', 'Nehb J'].map((name, i) => [i + 66, name] as const),
]);

/**
 * Reads a whole file. A file that was cut in its rhythm data gives the leads that are whole; a damaged section 1 gives no
 * start. Refuses with the `scp/` faults; scp/section and scp/checksum give the section.
 */
export function readScp(bytes: Uint8Array): Parsed<Recording> {
  const read = readScpSections(bytes);
  if (!read.ok) return read;
  const { sections, damaged, flaws, has_long_term: hasLongTerm } = read.value;
  if (hasLongTerm && !sections.has(6))
    return refuse('scp/unsupported', { found: 'section 12 (long-term ECG)' });
  const broken = [3, 2, 6].find((id) => damaged.has(id));
  if (broken !== undefined) return refuse('scp/checksum', { section: broken });
  const names = readLeadNames(sections.get(3)?.body);
  if (!names.ok) return names;
  const codes = readCodes(sections.get(2)?.body);
  if (!codes.ok) return codes;
  const rhythm = readRhythm(sections.get(6), names.value, codes.value);
  if (!rhythm.ok) return rhythm;
  const joined = joinStretches(rhythm.value.stretches);
  if (joined === null) return refuse('scp/leads', { found: names.value.length });
  const start = readStart(sections.get(1)?.body);
  const startMs = start.at_ms === null ? null : start.at_ms + joined.at_ms;
  const { left_out } = rhythm.value;
  const parts: SourceFlaw[] = damaged.has(1) ? [{ code: 'parts-damaged', detail: { count: 1 } }] : [];
  return parsed({
    ...{ start_ms: startMs, start_has_zone: false, leads: joined.leads, notes: [], left_out },
    flaws: [...flaws, ...parts, ...start.flaws, ...apartFlaw(joined)],
  });
}

interface LeadPlace {
  readonly label: string;
  /** Samples from the start of the recording to the lead's first: leads may be recorded one group after the other. */
  readonly first: number;
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
    leads.push({
      label: leadNames.get(code) ?? `lead ${code}`,
      first: Math.max(0, first - 1),
      samples: last - first + 1,
    });
  }
  const labels = distinctLabels(leads.map(({ label }) => label));
  return parsed(leads.map((lead, i) => ({ ...lead, label: labels[i] ?? '' })));
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
  rhythm: ScpSection | undefined,
  places: readonly LeadPlace[],
  codes: readonly HuffmanCode[] | null,
): Parsed<{ stretches: LeadStretch[]; left_out: LeftOut[] }> {
  const section = rhythm?.body;
  if (rhythm === undefined || section === undefined || section.byteLength < 6 + 2 * places.length)
    return refuse('scp/section', { section: 6 });
  const nanovolts = section.getUint16(0, true);
  const intervalUs = section.getUint16(2, true);
  const differences = section.getUint8(4);
  if (nanovolts === 0 || intervalUs === 0 || differences > 2) return refuse('scp/section', { section: 6 });
  if (section.getUint8(5) !== 0) return refuse('scp/unsupported', { found: 'bimodal compression' });
  const root = codes === null ? null : huffmanTree(codes);
  if (codes !== null && root === null) return refuse('scp/huffman');
  const hz = 1e6 / intervalUs;
  const stretches: LeadStretch[] = [];
  const left_out: LeftOut[] = [];
  let at = 6 + 2 * places.length;
  for (const [i, { label, first, samples: count }] of places.entries()) {
    const length = section.getUint16(6 + 2 * i, true);
    const isWhole = at + length <= section.byteLength;
    const bytes = new Uint8Array(section.buffer, section.byteOffset + at, isWhole ? length : 0);
    const samples =
      root === null ? readPlain(bytes, count) : readHuffman(bytes, root, count, rhythm.verified);
    if (samples === null) left_out.push({ label, why: 'damaged' });
    else {
      undoDifferences(samples, differences === 0 ? samples.length : differences);
      const lead = { label, sampling_hz: hz, gain_uv_per_lsb: nanovolts / 1000, zero_lsb: 0, samples };
      stretches.push({ lead, at_ms: (first * 1000) / hz });
    }
    if (!isWhole) at = section.byteLength;
    else at += length;
  }
  return stretches.length === 0 ? refuse('scp/section', { section: 6 }) : parsed({ stretches, left_out });
}

/** Reads numbers of 16 bits; null if the bytes are not as many. Packed numbers without their table are fewer. */
function readPlain(bytes: Uint8Array, count: number): Int32Array | null {
  if (bytes.length < 2 * count || bytes.length > 2 * count + 3) return null;
  return Int32Array.from({ length: count }, (_unused, i) => {
    const low = bytes[2 * i] ?? 0;
    return ((low | ((bytes[2 * i + 1] ?? 0) << 8)) << 16) >> 16;
  });
}

function readStart(section: DataView | undefined): { at_ms: number | null; flaws: SourceFlaw[] } {
  let date: [year: number, month: number, day: number] | null = null;
  let time: [hour: number, minute: number, second: number] | null = null;
  for (let at = 0; section !== undefined && at + 3 <= section.byteLength;) {
    const tag = section.getUint8(at);
    const length = section.getUint16(at + 1, true);
    const value = at + 3;
    if (tag === TAG_END || value + length > section.byteLength) break;
    const byte = (i: number): number => section.getUint8(value + i);
    if (tag === TAG_DATE && length === 4) date = [section.getUint16(value, true), byte(2), byte(3)];
    if (tag === TAG_TIME && length === 3) time = [byte(0), byte(1), byte(2)];
    at = value + length;
  }
  if (date === null) return { at_ms: null, flaws: [] };
  const [year, month, day] = date;
  const clock: readonly number[] = time ?? [];
  const at_ms = time === null ? null : clockMs({ year, month, day }, ...time);
  const found = `${date.join('-')} ${clock.join(':')}`.trim();
  return { at_ms, flaws: at_ms === null ? [{ code: 'start-unreadable', detail: { found } }] : [] };
}
