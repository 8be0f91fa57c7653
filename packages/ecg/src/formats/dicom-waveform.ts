// Reads DICOM waveforms as recordings. Source: PS3.3 A.34 and C.10.9; dicom-bytes.ts parses the file.
//
// Groups marked as derived (a median beat) are skipped. Several original groups are joined by their time offsets: they
// need one rate and scale per lead, and the time between them becomes missing samples. Data about the patient is not
// read, nor are the measurements and statements beside the signal.

import { parseCompactTime, type CompactTime } from './compact-time.ts';
import { parseDicom } from './dicom-bytes.ts';
import { readDicomGroup } from './dicom-group.ts';
import { dicomDecimal, dicomSyntaxes, dicomText, type DicomItem } from './dicom-item.ts';
import { apartFlaw, joinStretches, type LeadStretch } from './join-stretches.ts';
import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { addFlaws } from './piecewise.ts';
import type { LeftOut, Recording, SourceFlaw } from './recording.ts';

const tag = {
  transfer_syntax: '00020010',
  study_date: '00080020',
  acquisition_date: '00080022',
  content_date: '00080023',
  acquisition_time: '0008002a',
  study_time: '00080030',
  acquisition_clock: '00080032',
  content_time: '00080033',
  zone: '00080201',
  time_offset_ms: '00181068',
  originality: '003a0004',
  groups: '54000100',
} as const;

/** Reads the bytes of a file. Refuses with dicom/unreadable and the faults of reading its data set. */
export function readDicom(bytes: Uint8Array): Parsed<Recording> {
  const file = parseDicom(bytes);
  if (file === null) return refuse('dicom/unreadable');
  const read = readDicomWaveform(file.set);
  return read.ok ? parsed({ ...read.value, flaws: [...file.flaws(), ...read.value.flaws] }) : read;
}

/**
 * Reads a data set, of its groups those that can be read. Refuses with dicom/syntax, dicom/no-waveform, and the faults of
 * reading a group if no group can be read.
 */
export function readDicomWaveform(set: DicomItem): Parsed<Recording> {
  const syntax = dicomText(set, tag.transfer_syntax);
  if (syntax !== null && !dicomSyntaxes.includes(syntax)) return refuse('dicom/syntax', { found: syntax });
  const groups = set.items(tag.groups).filter((group) => dicomText(group, tag.originality) !== 'DERIVED');
  const read = readGroups(groups);
  if (!read.ok) return read;
  const { stretches, left_out, flaws } = read.value;
  const rest = { notes: [], left_out };
  if (stretches.length + left_out.length === 0) return refuse('dicom/no-waveform');
  const joined = joinStretches(stretches);
  const { time: start, flaws: clockFlaws } = startOf(set);
  return parsed({
    ...rest,
    start_ms: start === null || joined === null ? null : start.at_ms + joined.at_ms,
    start_has_zone: start?.has_zone ?? false,
    leads: joined?.leads ?? [],
    flaws: [...flaws, ...clockFlaws, ...apartFlaw(joined)],
  });
}

function readGroups(groups: readonly DicomItem[]) {
  const stretches: LeadStretch[] = [];
  const left_out = new Map<string, LeftOut>();
  const flaws: SourceFlaw[] = [];
  let fault: FormatRefusal = refuse('dicom/no-waveform');
  let damaged = 0;
  for (const group of groups) {
    const read = readDicomGroup(group);
    if (!read.ok) {
      if (damaged++ === 0) fault = read;
      continue;
    }
    const offset = dicomDecimal(group, tag.time_offset_ms) ?? 0;
    const atMs = Number.isNaN(offset) && groups.length === 1 ? 0 : offset;
    for (const { lead, skew_ms } of read.value.leads) stretches.push({ lead, at_ms: atMs + skew_ms });
    for (const one of read.value.left_out) left_out.set(one.label, one);
    addFlaws(flaws, read.value.flaws);
  }
  if (damaged === groups.length) return fault;
  if (damaged > 0) flaws.push({ code: 'parts-damaged', detail: { count: damaged } });
  return parsed({ stretches, left_out: [...left_out.values()], flaws });
}

function startOf(set: DicomItem): { time: CompactTime | null; flaws: SourceFlaw[] } {
  const zone = dicomText(set, tag.zone) ?? '';
  const pairs = [
    dicomText(set, tag.acquisition_time),
    dated(set, tag.acquisition_date, tag.acquisition_clock),
    dated(set, tag.content_date, tag.content_time),
    dated(set, tag.study_date, tag.study_time),
  ];
  for (const text of pairs) {
    if (text === null) continue;
    const time =
      parseCompactTime(/[-+]\d{4}$/.test(text) ? text : `${text}${zone}`) ?? parseCompactTime(text);
    if (time !== null) return { time, flaws: [] };
  }
  const [found] = pairs.flatMap((text) => text ?? []);
  if (found === undefined) return { time: null, flaws: [] };
  return { time: null, flaws: [{ code: 'start-unreadable', detail: { found } }] };
}

function dated(set: DicomItem, date: string, time: string): string | null {
  const day = dicomText(set, date);
  return day === null ? null : `${day}${dicomText(set, time) ?? ''}`;
}
