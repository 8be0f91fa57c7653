/** Runs the engine on one record as a server job does: in chunks of four thousand frames. */
import { createAnalysis } from '@rhythmdesk/ecg/rhythm/analysis';
import type { AnalysisResult } from '@rhythmdesk/ecg/rhythm/analysis';
import { qualityCode } from '@rhythmdesk/ecg/signal/quality';
import type { Segment } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { interleaved } from './interleaved.ts';
import type { EcgRecord } from './records.ts';

const framesAChunk = 4000;

export function analyse(record: EcgRecord, leads: readonly number[]): AnalysisResult {
  const analysis = createAnalysis({
    sampling_hz: record.sampling_hz,
    gains_uv: leads.map((lead) => record.gains_uv[lead] ?? 5),
  });
  const frames = interleaved(record, leads);
  const size = framesAChunk * leads.length;
  for (let from = 0; from < frames.length; from += size) analysis.push(frames.subarray(from, from + size));
  return analysis.finish();
}

/** Returns the seconds that are not usable, as segments of samples. */
export function unreadSegments(used: Uint8Array, hz: number): Segment[] {
  return [...used].flatMap((code, second) =>
    code === qualityCode.usable ? [] : [{ start: second * hz, end: (second + 1) * hz - 1 }],
  );
}
