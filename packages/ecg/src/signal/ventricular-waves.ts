/**
 * Finds ventricular tachycardia whose complexes the beat detector cannot count: wide waves that repeat from beat to
 * beat with no line between them. Each wave is a beat, placed at its highest point.
 *
 * Four seconds are such waves if they repeat 0.2 to 0.48 s later (125 to 300 a minute; correlation 0.8) and are the
 * opposite of themselves somewhat sooner (−0.4), which narrow complexes are not. Turns may be a little sharper than in
 * flutter. Where the detector is sure of nearly as many beats as there are waves, those are counted and not these.
 *
 * Invariants: an offset, a factor and an inverted sign move no beat by more than half a wave.
 */

/** Waves of a second: none, nearly sine waves (as in flutter), or waves of another shape. */
export const waveCode = { none: 0, sine: 1, shaped: 2 } as const;

/** Four seconds at 62.5 Hz without their mean, as `ventricular-flutter` examines them. */
export interface WaveWindow {
  readonly z: Float32Array;
  /** Index in `z` of the first sample, and the number of samples. */
  readonly from: number;
  readonly size: number;
  /** Sample of the lead, at 62.5 Hz, at which `z` starts. */
  readonly start: number;
}

const [shortestLag, longestLag, firstLag] = [12, 31, 6];
const repeats = 0.8;
const opposite = -0.4;
/** A longer distance counts only if its correlation is better by this much: two beats repeat as one does. */
const better = 0.03;
const mostCounted = 0.75;
/** Largest number of rises in a wave: QRS, T and P wave of a fast heart make two or more. */
const mostTurns = 1.85;
/** Leakage of the VF filter below which a wave is nearly a sine wave. */
const sine = 0.4;
/** Part of the distance of two waves within which there is only one beat. */
const alone = 0.55;
/** Smallest height of a wave, as a part of the highest one: noise after the last wave is not a wave. */
const high = 0.25;

interface WaveLooks {
  readonly counted: number;
  /** Mean samples from one rise to the next. */
  readonly period: number;
  /** Leakage of the VF filter: what is left of the signal once a sine wave of this period is removed. */
  readonly leak: number;
  /** The waves were only found without a mean over a shorter time. */
  readonly isFurther: boolean;
}

/** Returns the samples from wave to wave, 0 if they do not repeat as ventricular tachycardia does. */
export function waveDistance({ z, from, size }: WaveWindow): number {
  const like = new Float64Array(longestLag + 2);
  for (let lag = firstLag; lag < like.length; lag++) like[lag] = likenessAt(z, from, from + size, lag);
  let best = repeats - better;
  let distance = 0;
  for (let lag = shortestLag; lag <= longestLag; lag++) {
    const value = like[lag] ?? 0;
    if (value <= (like[lag - 1] ?? 0) || value < (like[lag + 1] ?? 0) || value <= best + better) continue;
    best = value;
    distance = lag;
  }
  return like.subarray(firstLag, distance).some((value) => value <= opposite) ? distance : 0;
}

function likenessAt(z: Float32Array, from: number, until: number, lag: number): number {
  let both = 0;
  let early = 1e-9;
  let late = 1e-9;
  for (let i = from + lag; i < until; i++) {
    const [a, b] = [z[i - lag] ?? 0, z[i] ?? 0];
    both += a * b;
    early += a * a;
    late += b * b;
  }
  return both / Math.sqrt(early * late);
}

export class VentricularWaves {
  /** Samples at 250 Hz, in order. */
  readonly beats: number[] = [];
  private readonly starts: number[] = [];
  private readonly shaped: boolean[] = [];
  private readonly further: boolean[] = [];
  private side = 1;
  private last = -Infinity;

  /**
   * Takes the four seconds from second `s` on and returns true if they contain such waves. The detector is certain of
   * `counted` beats in them.
   */
  look(window: WaveWindow, s: number, { counted, leak, period, isFurther }: WaveLooks): boolean {
    const distance = waveDistance(window);
    if (distance === 0 || distance > mostTurns * period) return false;
    if (counted > (mostCounted * window.size) / distance) return false;
    if (this.starts.at(-1) !== s - 1) this.side = higherSide(window);
    this.starts.push(s);
    this.shaped.push(leak >= sine);
    this.further.push(isFurther);
    this.place(window, Math.round(alone * distance));
    return true;
  }

  /**
   * Returns a code of `waveCode` for each second. Waves of a further look give no shape to seconds that are flutter as they
   * are (`isFlutter`).
   */
  seconds(count: number, isFlutter: (s: number) => boolean): Uint8Array {
    const seconds = new Uint8Array(count);
    for (const s of this.starts) seconds.fill(waveCode.sine, s, s + 4);
    this.starts.forEach((from, i) => {
      if (!this.shaped[i]) return;
      for (let s = from; s < Math.min(from + 4, count); s++)
        if (!this.further[i] || !isFlutter(s)) seconds[s] = waveCode.shaped;
    });
    return seconds;
  }

  private place({ z, from, size, start }: WaveWindow, reach: number): void {
    const at = (i: number): number => this.side * (z[i] ?? 0);
    let least = 0;
    for (let i = from; i < from + size; i++) least = Math.max(least, high * at(i));
    for (let i = from; i < from + size; i++) {
      const value = at(i);
      if (value < least || 4 * (start + i - reach) < this.last) continue;
      let isHighest = true;
      for (let k = 1; k <= reach && isHighest; k++) isHighest = at(i - k) < value && at(i + k) <= value;
      if (!isHighest) continue;
      const bend = at(i - 1) - 2 * value + at(i + 1);
      const shift = bend < 0 ? (at(i - 1) - at(i + 1)) / (2 * bend) : 0;
      this.last = 4 * (start + i + shift) + 1.5;
      this.beats.push(this.last);
    }
  }
}

/** Returns 1 if the waves are highest above the line, −1 if below. */
function higherSide({ z, from, size }: WaveWindow): number {
  let most = 0;
  for (let i = from; i < from + size; i++) if (Math.abs(z[i] ?? 0) > Math.abs(most)) most = z[i] ?? 0;
  return most < 0 ? -1 : 1;
}
