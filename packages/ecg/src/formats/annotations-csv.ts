// Writes the marks of an export as tables: RFC 4180, UTF-8, times in ISO 8601 UTC, an empty field for unknown values.

import { beatClassFromByte } from '../labels/beat-labels.ts';
import { rhythmNames } from '../labels/rhythm-names.ts';
import { isoUtcWriter } from './iso-time.ts';
import type { RecordingMarks } from './marked-recording.ts';

export interface TableClock {
  readonly start_ms: number;
  readonly sampling_hz: number;
}

export type TableField = string | number | null;

const rowsInPart = 4096;

function fieldText(field: TableField): string {
  if (field === null) return '';
  if (typeof field === 'number') return String(field);
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Yields a table in parts of some thousand rows. */
export function* tableParts(
  heads: readonly string[],
  rows: Iterable<readonly TableField[]>,
): Generator<string, undefined> {
  let part = `${heads.join(',')}\r\n`;
  let count = 0;
  for (const row of rows) {
    part += `${row.map(fieldText).join(',')}\r\n`;
    if (++count % rowsInPart !== 0) continue;
    yield part;
    part = '';
  }
  yield part;
}

export const beatHeads = ['time', 'sample', 'class', 'rr_ms', 'confidence_percent'] as const;

/** Yields a row for each beat; RR is the time since the previous beat. */
export function* beatRows(
  beats: NonNullable<RecordingMarks['beats']>,
  { start_ms: startMs, sampling_hz: hz }: TableClock,
): Generator<readonly TableField[], undefined> {
  const written = isoUtcWriter();
  for (let i = 0; i < beats.samples.length; i++) {
    const sample = beats.samples[i] ?? 0;
    const rr = i === 0 ? null : Math.round(((sample - (beats.samples[i - 1] ?? 0)) / hz) * 1e6) / 1e3;
    const time = written(startMs + Math.round((sample / hz) * 1000));
    yield [time, sample, beatClassFromByte(beats.classes[i] ?? 0) ?? 'Q', rr, beats.confidence[i] ?? 0];
  }
}

export const episodeHeads = [
  ...['kind', 'name', 'start', 'end', 'start_sample', 'end_sample'],
  ...['duration_s', 'beats', 'bpm'],
] as const;

export function* episodeRows(
  episodes: RecordingMarks['episodes'],
  { start_ms: startMs, sampling_hz: hz }: TableClock,
): Generator<readonly TableField[], undefined> {
  const written = isoUtcWriter();
  const time = (sample: number) => written(startMs + Math.round((sample / hz) * 1000));
  for (const { kind, start_sample: start, end_sample: end, beats, bpm } of episodes) {
    const seconds = Math.round(((end - start) / hz) * 1e3) / 1e3;
    yield [kind, rhythmNames[kind], time(start), time(end), start, end, seconds, beats, bpm];
  }
}
