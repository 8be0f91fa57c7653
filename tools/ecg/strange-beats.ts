/**
 * Adds wide beats of invented shapes to a record at premature positions. The development records contain few patients
 * with many forms of ventricular beats; a detector trained only on theirs misses the forms of the next patient.
 */
import { repeatable } from './altered-copies.ts';

export interface StrangeBeats {
  readonly values: Float32Array;
  /** Reference beats, without those that were painted over. */
  readonly samples: readonly number[];
}

/** Share of the beats that a strange one follows, and of the strange ones that another one follows. */
const chanceOfOne = 0.12;
const chanceOfNext = 0.45;
const beforeS = 0.16;
const afterS = 0.48;

interface Bump {
  readonly at: number;
  readonly spread: number;
  readonly height: number;
}

/** Returns a wide QRS of one to three bumps and a T wave mostly opposite to it, in seconds and parts of `size`. */
function shapeOf(chance: () => number): Bump[] {
  const size = Math.exp(-1.1 + 1.9 * chance()) * (chance() < 0.5 ? -1 : 1);
  const stretch = 0.75 + 0.7 * chance();
  const main = { at: 0, spread: stretch * (0.018 + 0.024 * chance()), height: size };
  const bumps = [main];
  for (const side of [-1, 1]) {
    if (chance() < 0.6)
      bumps.push({
        at: side * stretch * (0.035 + 0.04 * chance()),
        spread: stretch * (0.012 + 0.022 * chance()),
        height: size * (1.6 * chance() - 1),
      });
  }
  bumps.push({
    at: stretch * (0.24 + 0.1 * chance()),
    spread: 0.05 + 0.035 * chance(),
    height: size * (0.25 - chance()),
  });
  return bumps;
}

/** Replaces the signal by a straight line plus the bumps, and some of the record's own noise. */
function paint(values: Float32Array, at: number, hz: number, bumps: readonly Bump[], size: number): void {
  const from = at - Math.round(beforeS * hz);
  const to = at + Math.round(afterS * hz);
  const a = values[from] ?? 0;
  const b = values[to] ?? 0;
  const rest = values.slice(from, to + 1);
  for (let i = from; i <= to; i++) {
    const t = (i - at) / hz;
    let value = a + ((b - a) * (i - from)) / (to - from);
    for (const bump of bumps) {
      const z = (t - bump.at) / bump.spread;
      value += size * bump.height * Math.exp(-0.5 * z * z);
    }
    const k = i - from;
    const unrest = (rest[k] ?? 0) - ((rest[k - 2] ?? rest[k] ?? 0) + (rest[k + 2] ?? rest[k] ?? 0)) / 2;
    values[i] = value + unrest * 0.7;
  }
}

/** Adds the beats; `size` is the usual range of a second of the record, in microvolts. */
export function withStrangeBeats(
  record: Float32Array,
  hz: number,
  beats: readonly number[],
  size: number,
  seed: number,
): StrangeBeats {
  const chance = repeatable(seed);
  const values = record.slice();
  const forms = Array.from({ length: 2 + Math.floor(4 * chance()) }, () => shapeOf(chance));
  const samples: number[] = [];
  let freeFrom = 0;
  for (let i = 0; i < beats.length; i++) {
    const beat = beats[i] ?? 0;
    if (beat < freeFrom) continue;
    samples.push(beat);
    const interval = Math.min(1.2 * hz, (beats[i + 1] ?? beat + hz) - beat);
    let last = beat;
    let left = chance() < chanceOfOne ? 1 : 0;
    while (left > 0) {
      left = chance() < chanceOfNext ? 1 : 0;
      const distance = Math.max(0.3 * hz, interval * (0.4 + 0.5 * chance()));
      // The record must not show between two of them: its beats there are no longer counted.
      const at = last + Math.round(last === beat ? distance : Math.min(distance, (beforeS + afterS) * hz));
      const end = at + Math.round(afterS * hz);
      const clash = beats.some((other) => Math.abs(other - end) < 0.12 * hz);
      if (clash || end + hz > values.length) break;
      const form = chance() < 0.7 ? forms[Math.floor(chance() * forms.length)] : shapeOf(chance);
      paint(values, at, hz, form ?? [], size);
      samples.push(at);
      last = at;
      freeFrom = end;
    }
  }
  return { values, samples };
}
