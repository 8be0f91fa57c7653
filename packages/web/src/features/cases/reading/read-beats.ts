/** Builds the columns of beats that the recording view draws. */
import type { BeatTable } from '@rhythmdesk/ecg/beats/beat-table';
import { qualityCode, type Quality } from '@rhythmdesk/ecg/signal/quality';

export type ReadBeats = {
  readonly sample: Uint32Array<ArrayBuffer>;
  /** A `byte` of `beatLabels` for each beat. */
  readonly class: Uint8Array<ArrayBuffer>;
  /** 0 to 255. */
  readonly confidence: Uint8Array<ArrayBuffer>;
  /** Indices of the beats in readable time. */
  readonly counted: Uint32Array<ArrayBuffer>;
};

/** The file's confidence is in percent. */
const fullConfidence = 255 / 100;

export function readBeats(beats: BeatTable, quality: Quality): ReadBeats {
  const counted = new Uint32Array(beats.samples.length);
  let held = 0;
  beats.samples.forEach((sample, index) => {
    if (quality.used[Math.floor(sample / beats.sampling_hz)] === qualityCode.usable) counted[held++] = index;
  });
  return {
    sample: Uint32Array.from(beats.samples),
    class: Uint8Array.from(beats.classes),
    confidence: Uint8Array.from(beats.confidence, (percent) => Math.round(percent * fullConfidence)),
    counted: counted.slice(0, held),
  };
}
