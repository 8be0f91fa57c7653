/**
 * How large a lead is drawn on a full disclosure: as large as its lines leave room for, by the height of its usual
 * second. Taken from seconds all over the recording, so that a long one costs no second reading.
 */
import { NO_SIGNAL } from '@rhythmdesk/ecg/formats/trace-data';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { readStretch, type StoredFrames } from '../../../records/recordings/stored-frames.ts';

const stretches = 60;
const stretchS = 10;
/** What nine seconds of ten do not exceed: a burst of motion may be cut, a QRS complex may not. */
const usualShare = 0.9;
/** Millimetres a millivolt, the strip's own scale first. */
const scales = [10, 5, 2.5, 1.25] as const;
/** A QRS complex may reach a little into the lines beside it. */
const mostLines = 1.3;

/** From lowest to highest of each whole second of one lead, in steps; seconds without a sample are left out. */
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

/** The largest scale at which a usual second of this height stays in its line; the smallest where none does. */
export function scaleFor(heights_uv: readonly number[], pitch_mm: number): number {
  const sorted = [...heights_uv].sort((a, b) => a - b);
  const usual_mv = (sorted[Math.floor(usualShare * sorted.length)] ?? 0) / 1000;
  return scales.find((scale) => usual_mv * scale <= mostLines * pitch_mm) ?? scales[scales.length - 1] ?? 1;
}

/** Of a stored recording. */
export async function scaleOf(
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
