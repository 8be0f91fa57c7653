/**
 * A WFDB record on disk as a whole recording of the product: its leads as frames, and an hourly count made from its
 * reference annotations. Without annotations nothing was counted, and the count says so: nothing analysed, no beats.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { recordSheetLines } from '@rhythmdesk/ecg/formats/record-sheet';
import { uncountedHours, type SummaryRow } from '@rhythmdesk/ecg/formats/summary-csv';
import { recordingToFrames } from '@rhythmdesk/ecg/formats/trace-frames';
import type { Parsed } from '@rhythmdesk/ecg/formats/parsed';
import { parseWfdbAnnotations, type WfdbAnnotation } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { parseWfdbHeader, type WfdbHeader } from '@rhythmdesk/ecg/formats/wfdb-header';
import { readWfdbSignals, wfdbLeads } from '@rhythmdesk/ecg/formats/wfdb-signal';
import { beatClassFromWfdb, wfdbMark } from '@rhythmdesk/ecg/labels/beat-labels';
import { rhythmFromWfdb, type RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { DeviceSummary, type Clock } from '@rhythmdesk/ecg/synth/device-summary';
import type { WholeRecording } from '@rhythmdesk/server/features/uploads/recording-zip';

export type ImportedRecord = {
  readonly name: string;
  readonly recording: WholeRecording;
  /** The reference annotations as they lie on disk; null where the record has none. */
  readonly annotations: { readonly filename: string; readonly bytes: Buffer } | null;
};

export class UnreadableRecord extends Error {}

function valueOf<Value>(read: Parsed<Value>, file: string): Value {
  if (read.ok) return read.value;
  throw new UnreadableRecord(`${file}: ${read.code} ${JSON.stringify(read.detail)}`);
}

/** `HN` and the last letters and digits of folder and record: `mitdb/100` is HNMITDB100. */
export function hnIdOfRecord(headerPath: string): string {
  const folder = basename(dirname(headerPath));
  const letters = `${folder}${basename(headerPath, '.hea')}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return `HN${letters.slice(-12).padStart(6, '0')}`;
}

function signalsOf(header: WfdbHeader, headerPath: string) {
  const files = new Map<string, Uint8Array>();
  for (const { file } of header.signals) {
    const path = join(dirname(headerPath), basename(file));
    if (!files.has(file) && existsSync(path)) files.set(file, new Uint8Array(readFileSync(path)));
  }
  return valueOf(readWfdbSignals(header, files), headerPath);
}

type Episode = { readonly key: RhythmKey; readonly start: number; readonly end: number };

/** A rhythm holds until the next one is noted. */
export function rhythmEpisodes(annotations: readonly WfdbAnnotation[], samples: number): Episode[] {
  const changes = annotations.filter(({ code }) => code === wfdbMark.rhythm);
  return changes.flatMap(({ aux, sample }, at) => {
    const key = rhythmFromWfdb(aux);
    return key === undefined ? [] : [{ key, start: sample, end: changes[at + 1]?.sample ?? samples }];
  });
}

function countedHours(annotations: readonly WfdbAnnotation[] | null, clock: Clock): SummaryRow[] {
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

function readAnnotations(path: string, samplingHz: number) {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const { annotations, ticks_hz } = valueOf(parseWfdbAnnotations(new Uint8Array(bytes)), path);
  const scale = ticks_hz === null ? 1 : samplingHz / ticks_hz;
  const inSamples = annotations.map((each) => ({ ...each, sample: Math.round(each.sample * scale) }));
  return { bytes, inSamples };
}

/** Reads the record of a header file. `unknownStartMs` stands in where the record has no date. */
export function readRecord(headerPath: string, unknownStartMs: number): ImportedRecord {
  const name = basename(headerPath, '.hea');
  const header = valueOf(parseWfdbHeader(new Uint8Array(readFileSync(headerPath))), headerPath);
  const leads = wfdbLeads(header, signalsOf(header, headerPath));
  const made = valueOf(recordingToFrames({ leads }), headerPath);
  const { sampling_hz, samples } = made;
  const start_ms = header.start_ms ?? unknownStartMs;
  const reference = readAnnotations(headerPath.replace(/\.hea$/, '.atr'), sampling_hz);
  return {
    name,
    recording: {
      hn_id: hnIdOfRecord(headerPath),
      start_ms,
      sampling_hz,
      leads: made.leads,
      frames: made.frames,
      hours: countedHours(reference?.inSamples ?? null, { start_ms, sampling_hz, samples }),
      report: recordSheetLines({
        format: `WFDB, record ${name}`,
        hn_id: hnIdOfRecord(headerPath),
        start_ms,
        start_from: header.start_ms === null ? 'nobody' : 'file',
        sampling_hz,
        samples,
        leads: made.leads.map(({ label }) => label),
        left_out: made.left_out,
        counted_from: reference === null ? null : `${name}.atr`,
      }),
    },
    annotations: reference === null ? null : { filename: `${name}.atr`, bytes: reference.bytes },
  };
}
