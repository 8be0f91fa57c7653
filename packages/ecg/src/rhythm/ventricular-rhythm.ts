/**
 * Finds the stretches in which the ventricles beat too fast for the beat detector: ventricular tachycardia if shaped
 * waves repeat, else flutter or fibrillation. In tachycardia each wave is a ventricular beat, so the stretch is one run
 * with a rate; the beats that the detector found in it are dropped.
 *
 * Invariant: beats outside such stretches do not change.
 */
import { byteV } from '../beats/beat-class.ts';
import { noTemplate } from '../beats/beat-table.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { waveCode } from '../signal/ventricular-waves.ts';

/** Rhythm of a second. */
export const ventricularCode = { none: 0, flutter: 1, tachycardia: 2 } as const;

/** Seconds from which a part of a stretch keeps its own code. */
const shortestPartS = 60;
/** Certainty of a beat that is placed on a wave, in percent. */
const certainty = 80;

interface Part {
  readonly code: number;
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the `ventricularCode` of each second. `fast` is 1 in each second that belongs to such a stretch; `waves` are
 * their `waveCode`s.
 */
export function ventricularSeconds(fast: Uint8Array, waves: Uint8Array): Uint8Array {
  const named = new Uint8Array(fast.length);
  for (let from = 0; from < fast.length; from++) {
    if (fast[from] !== 1) continue;
    let until = from;
    while (fast[until] === 1) until++;
    for (const part of partsOf(waves, from, until)) named.fill(part.code, part.from, part.until);
    from = until;
  }
  return named;
}

/**
 * Splits a stretch into parts. A part that is too short takes the code of its neighbours, the shortest first; one that was
 * joined is longer than those of the present length, so that one pass for each length is enough.
 */
function partsOf(waves: Uint8Array, from: number, until: number): Part[] {
  let parts: Part[] = [];
  for (let s = from; s < until; s++) {
    const code = waves[s] === waveCode.shaped ? ventricularCode.tachycardia : ventricularCode.flutter;
    addPart(parts, { code, from: s, until: s + 1 });
  }
  for (let length = 1; length < shortestPartS && parts.length > 1; length++)
    parts = withoutParts(parts, length);
  return parts;
}

/** Returns the parts after those of this length, in order, took the code of their neighbours. */
function withoutParts(parts: readonly Part[], length: number): Part[] {
  const kept: Part[] = [];
  let left = parts.length;
  for (const part of parts) {
    const isTaken = left > 1 && part.until - part.from === length && kept.at(-1)?.code !== part.code;
    const flipped = ventricularCode.flutter + ventricularCode.tachycardia - part.code;
    if (addPart(kept, isTaken ? { ...part, code: flipped } : part)) left--;
  }
  return kept;
}

/** Adds a part at the end, or joins it to the last one if both have the same code; tells whether it did. */
function addPart(parts: Part[], next: Part): boolean {
  const last = parts.at(-1);
  const isSame = last?.code === next.code;
  if (isSame) parts[parts.length - 1] = { ...last, until: next.until };
  else parts.push(next);
  return isSame;
}

/**
 * Replaces the beats in seconds of tachycardia by a ventricular beat at each of `waves` (samples). Where waves are
 * missing for a while, it adds beats at the usual distance.
 */
export function withWaveBeats(table: BeatTable, named: Uint8Array, waves: readonly number[]): BeatTable {
  const { sampling_hz: hz, samples } = table;
  const added = inTachycardia(named, waves, hz);
  if (added.length === 0) return table;
  const isKept = (i: number): boolean =>
    named[Math.floor((samples[i] ?? 0) / hz)] !== ventricularCode.tachycardia;
  /** Rows of the table, −1 for a wave. */
  const rows = new Int32Array(samples.length + added.length);
  let count = 0;
  let next = 0;
  for (let i = 0; i <= samples.length; i++) {
    const before = samples[i] ?? Infinity;
    for (; (added[next] ?? Infinity) < before; next++) rows[count++] = -1;
    if (i < samples.length && isKept(i)) rows[count++] = i;
  }
  let wave = 0;
  const order = rows.subarray(0, count);
  const column = (values: Uint8Array, ofWave: number): Uint8Array =>
    Uint8Array.from(order, (row) => (row < 0 ? ofWave : (values[row] ?? 0)));
  return {
    ...table,
    samples: Uint32Array.from(order, (row) => (row < 0 ? (added[wave++] ?? 0) : (samples[row] ?? 0))),
    classes: column(table.classes, byteV),
    templates: column(table.templates, noTemplate),
    confidence: column(table.confidence, certainty),
    leads: column(table.leads, 0),
    onsets: column(table.onsets, 0),
    offsets: column(table.offsets, 0),
    af: column(table.af, 0),
  };
}

/** Returns the waves in seconds of tachycardia, with those that are missing added. */
function inTachycardia(named: Uint8Array, waves: readonly number[], hz: number): number[] {
  const found: number[] = [];
  for (let from = 0; from < named.length; from++) {
    if (named[from] !== ventricularCode.tachycardia) continue;
    let until = from;
    while (named[until] === ventricularCode.tachycardia) until++;
    const held = waves.slice(lowerBound(waves, from * hz), lowerBound(waves, until * hz));
    const distances = held.slice(1).map((wave, i) => wave - (held[i] ?? 0));
    const usual = distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? Infinity;
    held.forEach((wave, i) => {
      const gap = distances[i - 1] ?? 0;
      const missing = Math.max(0, Math.round(gap / usual) - 1);
      for (let k = missing; k > 0; k--) found.push(Math.round(wave - (k * gap) / (missing + 1)));
      found.push(wave);
    });
    from = until;
  }
  return found;
}
