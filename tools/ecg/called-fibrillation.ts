/** Finds where the engine itself calls fibrillation in a record, by a model that never saw its database. */
import { byteF, byteN, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import { afIntervals } from '@rhythmdesk/ecg/rhythm/af-intervals';
import { afProbabilities } from '@rhythmdesk/ecg/rhythm/af-probability';
import { certainAf } from '@rhythmdesk/ecg/rhythm/analysis';
import { unclassInFibrillation } from '@rhythmdesk/ecg/rhythm/edge-beats';
import { createPWaveEvidence } from '@rhythmdesk/ecg/rhythm/p-wave-evidence';
import type { Quality } from '@rhythmdesk/ecg/signal/quality';

/**
 * Returns 1 for each beat that the engine would change from supraventricular to normal because of fibrillation. `truth`
 * replaces the classes, so that the result does not depend on the models that are trained with it; `samples` are the
 * beat positions at `sampling_hz`.
 */
export function calledFibrillation(
  columns: BeatColumns,
  truth: Uint8Array,
  { samples, sampling_hz, quality }: { samples: Uint32Array; sampling_hz: number; quality: Quality },
): Uint8Array {
  const classes = truth.map((byte) => (byte === byteV || byte === byteF ? byte : byteN));
  const rr = afIntervals({ samples, sampling_hz, classes }, quality);
  const af = afProbabilities(rr, createPWaveEvidence(columns, classes));
  const early = new Uint8Array(classes.length).fill(byteS);
  unclassInFibrillation(early, af, certainAf);
  return early.map((byte) => Number(byte === byteN));
}
