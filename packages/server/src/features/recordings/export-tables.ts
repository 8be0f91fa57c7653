/** Exports a recording as tables in a zip: results, beats, episodes, hours. */
import {
  beatHeads,
  beatRows,
  episodeHeads,
  episodeRows,
  tableParts,
  type TableField,
} from '@rhythmdesk/ecg/formats/annotations-csv';
import { countFindings } from '@rhythmdesk/ecg/rhythm/count-findings';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { figureSource } from '../../records/results/result-source.ts';
import type { ExportedRecording } from './exported-recording.ts';
import { resultHeads, resultRowsOf } from './result-rows.ts';
import type { SignalSource } from '../../records/recordings/stored-frames.ts';
import { streamZip, type ZipPart } from '../../platform/files/stream-zip.ts';

const hourHeads = [
  ...['start', 'duration_s', 'analysed_s', 'beats', 's', 'v', 'hr_min', 'hr_mean', 'hr_max'],
  ...['pauses', 'longest_rr_ms', 'af_s', 'noise_s'],
] as const;

function hourRows({ summary, start_ms }: ExportedRecording): TableField[][] {
  return (summary?.hours ?? []).map((hour) => [
    new Date(start_ms + Math.round(hour.start_s * 1000)).toISOString(),
    ...[hour.duration_s, hour.analysed_s, hour.beats, hour.s, hour.v, hour.hr_min, hour.hr_mean, hour.hr_max],
    ...[hour.pauses, hour.longest_rr_ms, hour.af_s, hour.noise_s],
  ]);
}

function resultFields({ summary }: ExportedRecording): readonly (readonly TableField[])[] {
  if (summary === null) return [];
  return resultRowsOf(figureSource({ summary, counts: countFindings(summary), intervals: null }));
}

function table(name: string, heads: readonly string[], rows: () => Iterable<readonly TableField[]>): ZipPart {
  const encoder = new TextEncoder();
  const bytes = function* () {
    for (const part of tableParts(heads, rows())) yield encoder.encode(part);
  };
  return { name, level: 6, zip64: false, bytes };
}

export function csvReply(_source: SignalSource, recording: ExportedRecording): BinaryReply {
  const { hn_id, start_ms, frames, marks } = recording;
  const clock = { start_ms, sampling_hz: frames.sampling_hz };
  return {
    body: streamZip([
      table('results.csv', resultHeads, () => resultFields(recording)),
      table('beats.csv', beatHeads, () => (marks.beats === null ? [] : beatRows(marks.beats, clock))),
      table('episodes.csv', episodeHeads, () => episodeRows(marks.episodes, clock)),
      table('hours.csv', hourHeads, () => hourRows(recording)),
    ]),
    media_type: 'application/zip',
    filename: `${hn_id}-csv.zip`,
  };
}
