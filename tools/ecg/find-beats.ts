/** Finds and measures the beats of a record without classifying them, for training. */
import { createBeatFinder } from '@rhythmdesk/ecg/beats/beat-finder';
import type { FoundBeats } from '@rhythmdesk/ecg/beats/beat-finder';
import { firstStageModel } from '@rhythmdesk/ecg/beats/first-stage-model';
import { secondStageModel } from '@rhythmdesk/ecg/beats/second-stage-model';
import { interleaved } from './interleaved.ts';
import type { EcgRecord } from './records.ts';

export function findBeats(record: EcgRecord, leads: readonly number[]): FoundBeats {
  const finder = createBeatFinder({
    sampling_hz: record.sampling_hz,
    gains_uv: leads.map((lead) => record.gains_uv[lead] ?? 5),
    models: { first: firstStageModel, second: secondStageModel },
  });
  finder.push(interleaved(record, leads));
  return finder.finish();
}
