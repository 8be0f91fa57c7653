/**
 * Finds seconds that look like ventricular flutter or fibrillation: waves of two to eight per second with no line
 * between complexes. No beat detector can count them, and they must not be taken for noise or asystole.
 *
 * Every second, four seconds are examined, in one of two ways.
 * - Flutter is one large wave: the signal plus itself half a mean period later nearly cancels (the leakage of the VF
 *   filter, Kuo and Dillman 1978), it is never far above its own mean height, and little of it is near zero.
 * - Fibrillation is less regular and may be smaller: the leakage may be higher, but seven tenths of its power are
 *   between 2 and 9 Hz, and it does not repeat as a fast rhythm with high T waves does.
 *
 * Neither has isolated sharp turns: a swinging electrode draws such waves too, but the QRS complexes of the heart still
 * stand out by how sharply they turn, whatever the size of the waves.
 *
 * Only stretches in which the beat detector is uncertain, or finds no beat for long, are examined. The limits of
 * flutter were set on record 207 of mitdb and on synthetic motion, those of fibrillation on vfdb (docs/decisions/0057),
 * and checked against every other record (docs/accuracy.md).
 *
 * Invariants: a constant added changes nothing, the sign does not matter; a mean height below 0.06 mV is neither.
 */
import { turnReach, turnsFrom } from './turns.ts';
import { VentricularWaves } from './ventricular-waves.ts';
import type { WaveWindow } from './ventricular-waves.ts';
import { createWaveConcentration } from './wave-concentration.ts';

const hz = 62.5;
const windowS = 4;
const windowSize = windowS * hz;
/** Half of the span whose mean is subtracted, in samples. */
const meanReach = 37;
/** The same in two further looks for tachycardia: a moving electrode is slower than its waves. */
const shortReaches = [15, 10];

const flutterLimits = {
  leak: 0.45,
  slowest_hz: 2.2,
  fastest_hz: 8,
  smallest_uv: 100,
  crest: 4.2,
  near_zero: 0.5,
  concentration: 0,
  repeats: 1,
  pointed: 3.5,
};
const fibrillationLimits = {
  leak: 0.62,
  slowest_hz: 3.2,
  fastest_hz: 8,
  smallest_uv: 60,
  crest: 5,
  near_zero: 0.55,
  concentration: 0.7,
  repeats: 0.6,
  pointed: 2.4,
};
/** Limits of ventricular tachycardia: smallest mean height, largest share of samples near zero, sharpest turns. */
const waveLimits = { smallest_uv: 60, near_zero: 0.5, pointed: 4.5 };
type Limits = typeof flutterLimits;
/** Below this part of the largest height a sample is near zero. */
const nearZero = 0.2;
const halfHz = 125;
/** Samples from beat to beat (0.3 to 0.8 s) at which a rhythm with complexes and T waves may repeat. */
const [shortestBeat, longestBeat] = [19, 50];
const concentration = createWaveConcentration(windowSize, hz);

/** Mean height in microvolts below which a second is silent: half of that of the smallest fibrillation. */
const silentUv = 30;

/** The state of a second: not examined; no flutter or fibrillation; one of them; without any waves. */
export const seen = { unasked: 0, none: 1, flutter: 2, silent: 3 } as const;

export interface FlutterWatch {
  /** Returns the number of seconds judged so far. */
  judged(): number;
  /**
   * Judges up to second `untilS`; with null, these seconds need no examination. `half` is a ring of sums of two samples
   * at 250 Hz in microvolts (125 per second, its length a power of two) that contains these seconds, four before and
   * one after. `counted` returns how many beats the detector is certain of from one second to before another.
   */
  judge(half: Float32Array | null, untilS: number, counted?: CountedBeats): void;
  /** Returns one code of `seen` for each second. */
  seconds(): Uint8Array;
  /** Waves that may be ventricular tachycardia; each is a beat. */
  readonly waves: VentricularWaves;
}
type CountedBeats = (fromS: number, untilS: number) => number;

export function createFlutterWatch(): FlutterWatch {
  return new Watch();
}

class Watch implements FlutterWatch {
  readonly waves = new VentricularWaves();
  private readonly starts: number[] = [];
  private readonly silent: number[] = [];
  private readonly looked: (readonly [number, number])[] = [];
  private until = 0;

  judged(): number {
    return this.until;
  }

  judge(half: Float32Array | null, untilS: number, counted: CountedBeats = () => 0): void {
    if (half) {
      this.look(half, Math.max(0, this.until - windowS + 1), untilS, counted);
      this.looked.push([this.until, untilS]);
    }
    this.until = untilS;
  }

  seconds(): Uint8Array {
    const seconds = new Uint8Array(this.until);
    for (const [from, until] of this.looked) seconds.fill(seen.none, from, until);
    for (const s of this.starts) seconds.fill(seen.flutter, s, s + windowS);
    for (const s of this.silent) seconds[s] = seen.silent;
    return seconds;
  }

  /** Examines the four seconds from each second on: the first start at `firstS`, the last end at `untilS`. */
  private look(half: Float32Array, firstS: number, untilS: number, counted: CountedBeats): void {
    const start = Math.max(0, Math.floor(firstS * hz) - meanReach);
    const count = Math.floor(untilS * hz) + meanReach - start;
    const z = withoutMean(half, start, count, meanReach);
    const steadier = shortReaches.map((reach) => withoutMean(half, start, count, reach));
    for (let s = this.until; s < untilS; s++)
      if (meanHeight(z, Math.floor(s * hz) - start, Math.floor(hz)) < silentUv) this.silent.push(s);
    for (let s = firstS; s + windowS <= untilS; s++) {
      const from = Math.floor(s * hz) - start;
      const looks = looksOf(z, from);
      const holding = [flutterLimits, fibrillationLimits].filter((limits) => holds(looks, limits, z, from));
      const lines = [z, ...steadier].filter((line) => areWaves(looksOf(line, from), line, from));
      if (holding.length === 0 && lines.length === 0) continue;
      const pointed = pointedness(half, s * halfHz);
      const isFlutter = holding.some((limits) => pointed <= limits.pointed);
      if (isFlutter) this.starts.push(s);
      if (pointed > waveLimits.pointed) continue;
      const beats = counted(s, s + windowS);
      // What is flutter or fibrillation as it is needs no further look, which would name it tachycardia.
      lines.some(
        (line) =>
          (line === z || !isFlutter) &&
          this.areTachycardia({ z: line, from, size: windowSize, start }, s, beats, line !== z),
      );
    }
  }

  /** Takes the four seconds from second `s` on if they contain waves of tachycardia. */
  private areTachycardia(window: WaveWindow, s: number, counted: number, isFurther: boolean): boolean {
    const { period } = looksOf(window.z, window.from);
    const leak = leakage(window.z, window.from, period);
    return this.waves.look(window, s, { counted, period, leak, isFurther });
  }
}

function withoutMean(half: Float32Array, start: number, count: number, reach: number): Float32Array {
  const mask = half.length - 1;
  const z = new Float32Array(count);
  const sums = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    const at = 2 * (start + i);
    const value = ((half[at & mask] ?? 0) + (half[(at + 1) & mask] ?? 0)) / 4;
    z[i] = value;
    sums[i + 1] = (sums[i] ?? 0) + value;
  }
  for (let i = 0; i < count; i++) {
    const a = Math.max(0, i - reach);
    const b = Math.min(count, i + reach + 1);
    z[i] = (z[i] ?? 0) - ((sums[b] ?? 0) - (sums[a] ?? 0)) / (b - a);
  }
  return z;
}

function meanHeight(z: Float32Array, from: number, count: number): number {
  let height = 0;
  for (let i = from; i < from + count; i++) height += Math.abs(z[i] ?? 0);
  return height / count;
}

interface Looks {
  /** Mean and largest height. */
  readonly mean: number;
  readonly most: number;
  /** Mean samples from wave to wave. */
  readonly period: number;
}

function looksOf(z: Float32Array, from: number): Looks {
  let height = 0;
  let travel = 1e-9;
  let most = 0;
  for (let i = from + 1; i < from + windowSize; i++) {
    const value = Math.abs(z[i] ?? 0);
    height += value;
    travel += Math.abs((z[i] ?? 0) - (z[i - 1] ?? 0));
    if (value > most) most = value;
  }
  return { mean: height / windowSize, most, period: (2 * Math.PI * height) / travel };
}

function holds({ mean, most, period }: Looks, limits: Limits, z: Float32Array, from: number): boolean {
  if (mean < limits.smallest_uv || most > limits.crest * mean) return false;
  if (period > hz / limits.slowest_hz || period < hz / limits.fastest_hz) return false;
  return (
    nearZeroShare(z, from, most) < limits.near_zero &&
    leakage(z, from, period) < limits.leak &&
    (limits.concentration === 0 || concentration.of(z, from) > limits.concentration) &&
    (limits.repeats === 1 || repetition(z, from) < limits.repeats)
  );
}

function areWaves({ mean, most }: Looks, z: Float32Array, from: number): boolean {
  return mean >= waveLimits.smallest_uv && nearZeroShare(z, from, most) < waveLimits.near_zero;
}

function nearZeroShare(z: Float32Array, from: number, most: number): number {
  let near = 0;
  for (let i = from; i < from + windowSize; i++) if (Math.abs(z[i] ?? 0) < nearZero * most) near++;
  return near / windowSize;
}

function leakage(z: Float32Array, from: number, period: number): number {
  const half = Math.max(1, Math.round(period / 2));
  let left = 0;
  let both = 1e-9;
  for (let i = from + half; i < from + windowSize; i++) {
    left += Math.abs((z[i] ?? 0) + (z[i - half] ?? 0));
    both += Math.abs(z[i] ?? 0) + Math.abs(z[i - half] ?? 0);
  }
  return left / both;
}

/**
 * Returns the highest correlation of the four seconds with themselves a beat later: complexes with their T waves
 * repeat.
 */
function repetition(z: Float32Array, from: number): number {
  let highest = 0;
  for (let lag = shortestBeat; lag <= longestBeat; lag++) {
    let both = 0;
    let early = 1e-9;
    let late = 1e-9;
    for (let i = from + lag; i < from + windowSize; i++) {
      const [a, b] = [z[i - lag] ?? 0, z[i] ?? 0];
      both += a * b;
      early += a * a;
      late += b * b;
    }
    highest = Math.max(highest, both / Math.sqrt(early * late));
  }
  return highest;
}

/** Returns how isolated sharp turns are in the four seconds from half-rate sample `from` on. */
function pointedness(half: Float32Array, from: number): number {
  const turns = turnsFrom(half, from + turnReach, windowS * halfHz - 2 * turnReach).sort();
  const exceededBy = (share: number): number => turns[Math.floor((1 - share) * turns.length)] ?? 0;
  return exceededBy(0.05) / (exceededBy(0.5) + 1e-9);
}
