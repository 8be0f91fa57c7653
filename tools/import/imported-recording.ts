/**
 * Converts a foreign recording on disk to a recording of the product: its leads as frames, and hourly counts made from
 * its reference annotations. Without annotations, the counts say that nothing was analysed: no beats.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { diaryNotes, mostDiaryNotes } from '@rhythmdesk/ecg/formats/diary-notes';
import { readRecording, type ReadRecording } from '@rhythmdesk/ecg/formats/read-recording';
import { flawLine, leftOutLine, recordSheetLines } from '@rhythmdesk/ecg/formats/record-sheet';
import { uncountedHours, type SummaryRow } from '@rhythmdesk/ecg/formats/summary-csv';
import type { WfdbAnnotation } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { beatClassFromWfdb, wfdbMark } from '@rhythmdesk/ecg/labels/beat-labels';
import { rhythmFromWfdb, type RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { DeviceSummary, type DeviceClock } from '@rhythmdesk/ecg/synth/device-summary';
import type { WholeRecording } from '@rhythmdesk/server/features/uploads/recording-zip';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { parseXml } from '@rhythmdesk/web/features/uploads/convert/parse-xml';
import type { FoundRecording } from './find-recordings.ts';
import { refuse, type FormatFault, type FormatRefusal } from '@rhythmdesk/ecg/formats/parsed';

const words: Partial<Record<FormatFault, string>> = {
  'file/unknown-format':
    'no recording format that is read here (WFDB, EDF, BDF, ISHNE, SCP-ECG, DICOM, aECG, MFER)',
  'file/foreign-format': 'a format that is not read here; export it as DICOM, SCP-ECG, aECG, MFER or EDF+',
  'file/several-recordings': 'two recordings at once',
  'file/no-signal': 'holds no ECG signal',
  'file/unknown-unit': 'its signals are in a unit that is not known here',
  'file/no-scale': 'its signals have no valid scale',
  'file/damaged': 'its signals are damaged',
  'wfdb/file-missing': 'its signal file is missing',
  'wfdb/signal-format': 'a WFDB signal format that is not read here',
  'trace/sampling-hz': 'sampled below 50 or above 2000 times a second',
  'trace/too-long': 'longer than thirty days, or too long for the memory; the page reads it in pieces',
  'scp/unsupported': 'SCP-ECG stored in a form that is not read here',
  'dicom/unreadable': 'no DICOM file that can be taken apart',
  'dicom/no-waveform': 'DICOM without a waveform in volts',
  'dicom/syntax': 'DICOM in a compressed or big-endian form',
  'mfer/no-waveform': 'MFER without a waveform',
  'mfer/unsupported': 'MFER stored in a form that is not read here',
  'aecg/unreadable': 'no well-formed XML',
  'aecg/no-waveform': 'aECG without a rhythm in volts',
};

/** Returns the text for a code if there is one, with the code and its details in brackets. */
function reasonInWords({ code, detail }: FormatRefusal): string {
  const facts = Object.entries(detail).map(([key, fact]) => ` ${key}=${String(fact)}`);
  return `${words[code] ?? 'cannot be read'} [${code}${facts.join('')}]`;
}

export type ImportedRecording = {
  readonly name: string;
  readonly recording: WholeRecording;
  /** What was left out or is wrong with the file, a sentence each. */
  readonly remarks: readonly string[];
  /** The file with the reference annotations; null if the record has none. */
  readonly annotations: { readonly filename: string; readonly bytes: Buffer } | null;
};

/** Time zone and time of the import, for recordings that do not contain them. */
export type ImportPlace = { readonly time_zone: string; readonly now_ms: number };

export class UnreadableRecording extends Error {}

/** Returns `HN` and the last letters and digits of folder and record: `mitdb/100` is HNMITDB100. */
export function hnIdOfRecording(path: string): string {
  const name = basename(path).replace(/\.[^.]*$/, '');
  const letters = `${basename(dirname(path))}${name}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return `HN${letters.slice(-12).padStart(6, '0')}`;
}

type Episode = { readonly key: RhythmKey; readonly start: number; readonly end: number };

/** Returns rhythm episodes; a rhythm lasts until the next one is annotated. */
export function rhythmEpisodes(annotations: readonly WfdbAnnotation[], samples: number): Episode[] {
  const changes = annotations.filter(({ code }) => code === wfdbMark.rhythm);
  return changes.flatMap(({ aux, sample }, at) => {
    const key = rhythmFromWfdb(aux);
    return key === undefined ? [] : [{ key, start: sample, end: changes[at + 1]?.sample ?? samples }];
  });
}

function countedHours(annotations: readonly WfdbAnnotation[] | null, clock: DeviceClock): SummaryRow[] {
  if (annotations === null) return uncountedHours(clock.start_ms, (clock.samples / clock.sampling_hz) * 1000);
  const summary = new DeviceSummary(clock);
  for (const { code, sample } of annotations) {
    const beatClass = beatClassFromWfdb(code);
    if (beatClass !== undefined && sample < clock.samples) summary.beat(sample, beatClass);
  }
  for (const { key, start, end } of rhythmEpisodes(annotations, clock.samples)) {
    summary.episode(key, start, end);
  }
  return summary.rows();
}

function startOf({ start_ms, start_has_zone }: ReadRecording, { time_zone, now_ms }: ImportPlace): number {
  if (start_ms === null) return now_ms;
  return start_has_zone ? start_ms : zoneClock(time_zone).instant(start_ms);
}

/** Says that a start occurs twice in the hospital's zone; the first of the two is taken, since nobody can be asked. */
function startRemarks({ start_ms, start_has_zone }: ReadRecording, { time_zone }: ImportPlace): string[] {
  if (start_ms === null || start_has_zone) return [];
  const { length } = zoneClock(time_zone).instants(start_ms);
  return length < 2
    ? []
    : [`The start occurs twice in ${time_zone}, when summer time ends; the first is taken`];
}

const diaryRemarks = (left_out: number): string[] =>
  left_out === 0
    ? []
    : [`${String(left_out)} notes are left out: a diary can have at most ${String(mostDiaryNotes)}`];

/** The runtime reads no larger file at once. */
const largestFileBytes = 2 ** 31 - 1;

function bytesOf(path: string): Uint8Array {
  if (statSync(path).size > largestFileBytes)
    throw new UnreadableRecording(`${path}: ${reasonInWords(refuse('trace/too-long'))}`);
  return new Uint8Array(readFileSync(path));
}

/** Reads one recording. Throws `UnreadableRecording` with a message if its format cannot be read. */
export function importedRecording(found: FoundRecording, place: ImportPlace): ImportedRecording {
  const [first] = found.files;
  const path = found.files.find(({ name }) => name.endsWith('.hea'))?.path ?? first?.path ?? found.name;
  const files = found.files.map((file) => ({ name: file.name, bytes: bytesOf(file.path) }));
  const answer = readRecording(files, parseXml);
  if (!answer.ok) throw new UnreadableRecording(`${path}: ${reasonInWords(answer)}`);
  const read = answer.value;
  const { leads, frames, sampling_hz, samples, annotations } = read;
  const start_ms = startOf(read, place);
  const hn_id = hnIdOfRecording(path);
  const { events, left_out } = diaryNotes(read.notes, start_ms);
  const reference =
    annotations === null ? undefined : found.files.find(({ name }) => name === `${found.name}.atr`);
  return {
    name: read.name,
    remarks: [
      ...read.left_out.map(leftOutLine),
      ...read.flaws.map(flawLine),
      ...diaryRemarks(left_out),
      ...startRemarks(read, place),
    ],
    recording: {
      hn_id,
      start_ms,
      sampling_hz,
      leads,
      frames,
      ...(events.length > 0 && { events }),
      hours: countedHours(annotations, { start_ms, sampling_hz, samples }),
      report: recordSheetLines({
        format: `${read.format.toUpperCase()}, ${read.name}`,
        hn_id,
        start_ms,
        start_from: read.start_ms === null ? 'nobody' : 'file',
        sampling_hz,
        samples,
        leads: leads.map(({ label }) => label),
        left_out: read.left_out,
        flaws: read.flaws,
        counted_from: reference?.name ?? null,
      }),
    },
    annotations:
      reference === undefined ? null : { filename: reference.name, bytes: readFileSync(reference.path) },
  };
}
