// Finds the sections of an SCP-ECG file. Source: ISO 11073-91064 (EN 1064), 5.2 and 5.3.
//
// Section 0 points to the others. Each section names itself and has a checksum of its own, so that a section whose pointer
// is damaged is found by its header, and a section is trusted although another part of the file is damaged.

import { crcCcitt } from './crc-ccitt.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { SourceFlaw } from './recording.ts';

const HEADER = 16;
const FIRST = 6;
/** Sections of which recordings are made: patient and time, Huffman tables, leads, rhythm data. */
const used = [1, 2, 3, 6];
/** The section of the third version for long recordings. */
const LONG_TERM = 12;
/** Most bytes of a damaged file of which checksums are computed in search of sections. */
const MOST_SEARCHED = 2 ** 26;

export interface ScpSection {
  readonly body: DataView;
  /** Whether the section is whole and its own checksum is right. */
  readonly verified: boolean;
}

export interface ScpSections {
  readonly sections: ReadonlyMap<number, ScpSection>;
  /** Sections that the file names and that have a wrong checksum, or are cut although they are short. */
  readonly damaged: ReadonlySet<number>;
  readonly flaws: readonly SourceFlaw[];
  /** Whether the file names a section of long-term rhythm data, which is not read. */
  readonly has_long_term: boolean;
}

interface Place {
  readonly id: number;
  readonly start: number;
  readonly length: number;
}

/** Refuses with scp/too-short, scp/section and scp/checksum. */
export function readScpSections(bytes: Uint8Array): Parsed<ScpSections> {
  if (bytes.length < FIRST + HEADER) return refuse('scp/too-short', { found: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = checkWhole(bytes, view);
  const sections = new Map<number, ScpSection>();
  const damaged = new Set<number>();
  const pointers = pointersOf(bytes, view);
  for (const place of pointers.filter(({ id }) => used.includes(id))) {
    const { id } = place;
    // A section's checksum is computed once, however often a damaged file names the section.
    if (damaged.has(id)) continue;
    if (sections.has(id) && whole.isRight) return refuse('scp/section', { section: id });
    const section = sections.get(id) ?? sectionAt(bytes, view, place, whole.isRight);
    if (section === null) damaged.add(id);
    else sections.set(id, section);
  }
  const missing = used.filter((id) => sections.get(id)?.verified !== true);
  if (!whole.isRight && missing.length > 0)
    for (const [id, section] of searched(bytes, view, missing)) sections.set(id, section);
  // A wrong checksum of the whole leaves only sections that prove themselves.
  for (const [id, { verified }] of sections)
    if (whole.isWrong && !verified) {
      sections.delete(id);
      damaged.add(id);
    }
  if (whole.isWrong && sections.size === 0) return refuse('scp/checksum');
  for (const id of sections.keys()) damaged.delete(id);
  const has_long_term = pointers.some(({ id }) => id === LONG_TERM);
  return parsed({ sections, damaged, flaws: whole.flaws, has_long_term });
}

/** Checks the length and the checksum of the file as a whole. */
function checkWhole(bytes: Uint8Array, view: DataView) {
  const size = view.getUint32(2, true);
  const checksum = view.getUint16(0, true);
  const isCut = size > bytes.length;
  const sum = isCut || checksum === 0 ? null : crcCcitt(bytes.subarray(2, size > 2 ? size : bytes.length));
  const flaws: SourceFlaw[] = [];
  if (size < bytes.length && size > 0)
    flaws.push({ code: 'bytes-after', detail: { bytes: bytes.length - size } });
  if (isCut) flaws.push({ code: 'file-damaged', detail: {} });
  else if (checksum === 0) flaws.push({ code: 'checksum-missing', detail: {} });
  else if (sum !== checksum) flaws.push({ code: 'checksum-wrong', detail: {} });
  return { flaws, isRight: sum === checksum, isWrong: sum !== null && sum !== checksum };
}

/** Returns the places of the sections by the pointers of section 0. */
function pointersOf(bytes: Uint8Array, view: DataView): Place[] {
  const end = Math.min(FIRST + view.getUint32(10, true), bytes.length);
  const places: Place[] = [];
  for (let at = FIRST + HEADER; at + 10 <= end; at += 10) {
    const id = view.getUint16(at, true);
    const length = view.getUint32(at + 2, true);
    if (length > 0) places.push({ id, length, start: view.getUint32(at + 6, true) - 1 });
  }
  return places;
}

/** Returns a section; null if it is damaged. Of the rhythm data a beginning is enough. */
function sectionAt(
  bytes: Uint8Array,
  view: DataView,
  { id, start, length }: Place,
  isProved: boolean,
): ScpSection | null {
  if (length < HEADER || start < FIRST || start + HEADER > bytes.length) return null;
  const end = Math.min(start + length, bytes.length);
  const isCut = end < start + length;
  if ((isCut && id !== 6) || (!isProved && view.getUint16(start + 2, true) !== id)) return null;
  const own = view.getUint16(start, true);
  const verified = !isCut && own !== 0 && crcCcitt(bytes.subarray(start + 2, end)) === own;
  if (!isCut && own !== 0 && !verified) return null;
  const body = new DataView(bytes.buffer, bytes.byteOffset + start + HEADER, end - start - HEADER);
  return { body, verified };
}

/** Searches a damaged file for the headers of sections whose pointers are damaged. */
function searched(bytes: Uint8Array, view: DataView, ids: readonly number[]): Map<number, ScpSection> {
  const found = new Map<number, ScpSection>();
  let summed = 0;
  for (let start = FIRST; start + HEADER <= bytes.length && summed < MOST_SEARCHED; start++) {
    const id = view.getUint16(start + 2, true);
    const length = view.getUint32(start + 4, true);
    const fits = length >= HEADER && start + length <= bytes.length;
    if (!ids.includes(id) || found.has(id) || !fits || view.getUint16(start, true) === 0) continue;
    summed += length;
    const section = sectionAt(bytes, view, { id, start, length }, false);
    if (section?.verified === true) found.set(id, section);
  }
  return found;
}
