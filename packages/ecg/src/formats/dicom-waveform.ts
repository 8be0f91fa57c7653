// Reads DICOM waveforms as recordings. Source: PS3.3 A.34 and C.10.9. A library outside of this package parses the
// file's bytes.
//
// Groups marked as derived (a median beat) are skipped. Several original groups are joined by their time offsets: they
// need one rate and scale per lead, and the time between them becomes missing samples. Data about the patient is not
// read, nor are the measurements and statements beside the signal.

import { parseCompactTime, type CompactTime } from './compact-time.ts';
import { readDicomGroup } from './dicom-group.ts';
import { dicomDecimal, dicomText, type DicomItem } from './dicom-item.ts';
import { joinStretches, type LeadStretch } from './join-stretches.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { addFlaws } from './piecewise.ts';
import type { LeftOut, Recording, SourceFlaw } from './recording.ts';

const tag = {
  transfer_syntax: '00020010',
  study_date: '00080020',
  content_date: '00080023',
  acquisition_time: '0008002a',
  study_time: '00080030',
  content_time: '00080033',
  zone: '00080201',
  time_offset_ms: '00181068',
  originality: '003a0004',
  groups: '54000100',
} as const;

/** Implicit and explicit little-endian, in which waveforms are stored uncompressed. */
const syntaxes = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'];

/**
 * Reads a data set. Refuses with dicom/syntax, dicom/no-waveform, dicom/groups (they overlap or differ) and the faults
 * of reading a group.
 */
export function readDicomWaveform(set: DicomItem): Parsed<Recording> {
  const syntax = dicomText(set, tag.transfer_syntax);
  if (syntax !== null && !syntaxes.includes(syntax)) return refuse('dicom/syntax', { found: syntax });
  const groups = set.items(tag.groups).filter((group) => dicomText(group, tag.originality) !== 'DERIVED');
  if (groups.length === 0) return refuse('dicom/no-waveform');
  const stretches: LeadStretch[] = [];
  const left_out = new Map<string, LeftOut>();
  const flaws: SourceFlaw[] = [];
  for (const group of groups) {
    const read = readDicomGroup(group);
    if (!read.ok) return read;
    const atMs = dicomDecimal(group, tag.time_offset_ms) ?? 0;
    for (const { lead, skew_ms } of read.value.leads) stretches.push({ lead, at_ms: atMs + skew_ms });
    for (const one of read.value.left_out) left_out.set(one.label, one);
    addFlaws(flaws, read.value.flaws);
  }
  const rest = { notes: [], left_out: [...left_out.values()], flaws };
  if (stretches.length + left_out.size === 0) return refuse('dicom/no-waveform');
  if (stretches.length === 0) return parsed({ ...rest, start_ms: null, start_has_zone: false, leads: [] });
  const joined = joinStretches(stretches);
  if (joined === null) return refuse('dicom/groups', { found: groups.length });
  const start = startOf(set);
  return parsed({
    ...rest,
    start_ms: start === null ? null : start.at_ms + joined.at_ms,
    start_has_zone: start?.has_zone ?? false,
    leads: joined.leads,
  });
}

function startOf(set: DicomItem): CompactTime | null {
  const zone = dicomText(set, tag.zone) ?? '';
  const pairs = [
    dicomText(set, tag.acquisition_time),
    dated(set, tag.content_date, tag.content_time),
    dated(set, tag.study_date, tag.study_time),
  ];
  for (const text of pairs) {
    if (text === null) continue;
    const time =
      parseCompactTime(/[-+]\d{4}$/.test(text) ? text : `${text}${zone}`) ?? parseCompactTime(text);
    if (time !== null) return time;
  }
  return null;
}

function dated(set: DicomItem, date: string, time: string): string | null {
  const day = dicomText(set, date);
  return day === null ? null : `${day}${dicomText(set, time) ?? ''}`;
}
