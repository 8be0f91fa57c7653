/**
 * Makes altered copies of a record, in ways in which few real records differ: taller P and T waves, single beats made
 * smaller. The detector is trained on them together with the records themselves.
 */
import { referenceBeats } from './reference.ts';
import type { EcgRecord } from './records.ts';

/** Returns a small repeatable source of numbers in [0, 1): training must give the same coefficients every time. */
export function repeatable(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Multiplies the height above the straight line from `from` to `to` by `factor`. */
function stretchWave(values: Float32Array, from: number, to: number, factor: number): void {
  const a = values[from] ?? 0;
  const b = values[to] ?? 0;
  for (let i = from; i <= to; i++) {
    const line = a + ((b - a) * (i - from)) / (to - from);
    values[i] = line + ((values[i] ?? 0) - line) * factor;
  }
}

/** Returns a lead with taller P and T waves for the whole record, and an individual size for every beat. */
export function reshaped(record: EcgRecord, lead: number, seed: number): Float32Array {
  const chance = repeatable(seed);
  const hz = record.sampling_hz;
  const values = Float32Array.from(record.leads[lead] ?? [], (value) => value * (record.gains_uv[lead] ?? 5));
  const beats = referenceBeats(record.annotations);
  const p = 1 + 3 * chance();
  const t = 1 + 1.2 * chance();
  const spread = 0.9 * chance();
  let middle = 0;
  for (let i = 0; i < beats.samples.length; i++) {
    const at = beats.samples[i] ?? 0;
    const before = at - (beats.samples[i - 1] ?? 0);
    const after = (beats.samples[i + 1] ?? values.length) - at;
    if (before > 0.5 * hz && beats.classes[i] === 1)
      stretchWave(values, at - Math.round(0.28 * hz), at - Math.round(0.09 * hz), p);
    if (after > 0.55 * hz && at + 0.5 * hz < values.length)
      stretchWave(values, at + Math.round(0.14 * hz), at + Math.round(0.42 * hz), t);
    const end = Math.min(values.length - 1, at + Math.round(0.55 * Math.min(after, hz)));
    if (end - middle > 20 && i > 0)
      stretchWave(values, middle, end, Math.exp(-1.3 * spread * chance() * chance()));
    middle = end;
  }
  return values;
}
