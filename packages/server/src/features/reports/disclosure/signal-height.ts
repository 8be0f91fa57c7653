/**
 * Chooses the scale of a lead on a full disclosure: the largest that fits the distance of the lines, by the height of a
 * usual second. Only a sample of seconds from the whole recording is used, so that a long recording is not read twice.
 */
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { readStretch, type StoredFrames } from '../../../records/recordings/stored-frames.ts';

const stretches = 60;
const stretchS = 10;
/**
 * Nine seconds of ten do not exceed the usual height: a burst of motion artefact may be cut off, a QRS complex may not.
 */
const usualShare = 0.9;
/** Millimetres per millivolt; the scale of the strips comes first. */
const scales = [10, 5, 2.5, 1.25] as const;
/** A QRS complex may reach a little into the neighbouring lines. */
const mostLines = 1.3;

/**
 * Returns the range from lowest to highest value of each whole second of one lead, in steps of the converter; seconds
 * without a sample are left out.
 */
export function heightsOf(words: Int16Array, leads: number, lead: number, sampling_hz: number): number[] {
  const heights: number[] = [];
  const frames = words.length / leads;
  for (let from = 0; from + sampling_hz <= frames; from += sampling_hz) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = from; i < from + sampling_hz; i++) {
      const value = words[i * leads + lead] ?? NO_SIGNAL;
      if (value === NO_SIGNAL) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (high >= low) heights.push(high - low);
  }
  return heights;
}

/**
 * Returns the largest scale at which a usual second of this height stays in its line, or the smallest scale if none
 * fits.
 */
export function scaleFor(heights_uv: readonly number[], pitch_mm: number): number {
  const sorted = [...heights_uv].sort((a, b) => a - b);
  const usual_mv = (sorted[Math.floor(usualShare * sorted.length)] ?? 0) / 1000;
  return scales.find((scale) => usual_mv * scale <= mostLines * pitch_mm) ?? scales[scales.length - 1] ?? 1;
}

/** Returns the scale for a stored recording. */
export async function storedScaleOf(
  files: Pick<FileStore, 'read'>,
  frames: StoredFrames,
  lead: number,
  pitch_mm: number,
): Promise<number> {
  const { samples, sampling_hz, leads } = frames;
  const length = Math.min(samples, stretchS * sampling_hz);
  const gain = leads[lead]?.gain_uv_per_lsb ?? 1;
  const heights: number[] = [];
  for (let i = 0; i < stretches; i++) {
    const from = Math.floor(((samples - length) * i) / (stretches - 1));
    const words = await readStretch(files, frames, from, from + length);
    for (const steps of heightsOf(words, leads.length, lead, sampling_hz)) heights.push(steps * gain);
  }
  return scaleFor(heights, pitch_mm);
}
