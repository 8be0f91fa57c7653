/**
 * Finds the waves of atrial flutter in one lead, five seconds at a time: a wave that keeps its
 * phase from beat to beat while the ventricles follow it irregularly.
 *
 * The usual beat is subtracted (average beat subtraction, as in Slocum, Sahakian and Swiryn, J Electrocardiol
 * 1992; 25: 1-8), which leaves waves that are independent of the beats. A wave with its second harmonic is fitted to what is
 * left outside of the QRS. In fibrillation the waves change their rate within seconds and one wave explains little of them.
 *
 * With regular conduction the waves repeat with the beats and belong to the usual beat; `steady-flutter.ts` finds them then,
 * if there are four and more to a beat.
 *
 * Invariants: gain, offset and polarity change nothing but the limit of the smallest wave; the result depends on the
 * signal and the beats only, not on how the signal is cut into chunks.
 */
import { halfHz, halfRing } from './lead-bands.ts';
import { middleOfFirst } from './small-median.ts';
import { steadyWave } from './steady-flutter.ts';

/** Half-rate samples whose sum is one sample of the line that is searched, and its rate. */
const together = 4;
const lineHz = halfHz / together;
/** Seconds before and after the stretch whose beats show the usual beat as well. */
const aroundS = 10;
const lineLength = Math.ceil((2 * aroundS + 11) * lineHz);
/** Samples of the usual beat before and after its R peak, and those of its QRS, which are not fitted. */
const [beatBefore, beatAfter] = [3, 16];
const [qrsBefore, qrsAfter] = [2, 3];
/** Largest difference of a usual QRS from the median, as a share of its square. */
const mostUnlike = 1;
/** Half width in samples of the moving mean. Applied twice, it is the slow movement that is subtracted. */
const wander = 8;
/** Seconds in which one wave is fitted. */
export const flutterWindowS = 5;
/** Least share of beats whose interval differs from the one before, and by how much, in half-rate samples. */
const fewestJumps = 0.25;
const leastJump = 0.08 * halfHz;
/** Rates searched, in hertz. They reach beyond those of flutter, so that a faster or slower wave is not taken for one at the limit. */
const [slowest, fastest, rateStep] = [3.3, 6.6, 0.1];
/** Parts of a step in which the best rate is searched, and the share from which that is done. */
const fineSteps = 4;
const likelyShare = 0.15;
/** Least correlation of the line with itself one wave later. */
const leastRepeat = 0.15;
/** Least share of the line that the wave explains. */
const leastShare = 0.2;
/** Least share of the line that is known. */
const leastKnown = 0.35;

/** Five seconds with a wave that may be flutter. */
export interface FlutterWindow {
  readonly start_s: number;
  /** Waves per second. */
  readonly hz: number;
  /** Share of the line between the QRS complexes that the wave explains, 0 to 1. */
  readonly share: number;
  /** The waves repeat with the beats. */
  readonly steady: boolean;
  /** From peak to peak, in microvolts. */
  readonly height_uv: number;
}

export class FlutterWaves {
  readonly found: FlutterWindow[] = [];
  private beats: number[] = [];
  /** The line, and what is left of it without the usual beat; `known` is 1 where it can be searched. */
  private readonly line = new Float32Array(lineLength);
  private readonly rest = new Float32Array(lineLength);
  private readonly known = new Uint8Array(lineLength);

  /** Takes the next beat, at half-rate index `h`. */
  beat(h: number): void {
    this.beats.push(h);
  }

  /**
   * Searches the seconds from `fromS` to `untilS`. `half` is a ring of half-rate samples whose beats are known up to
   * second `knownS`.
   */
  look(half: Float32Array, fromS: number, untilS: number, knownS: number): void {
    const startS = Math.max(0, fromS - aroundS);
    const start = startS * halfHz;
    this.beats = this.beats.filter((h) => h >= start);
    // Beats after the line that is read below are left out.
    const endS = Math.min(untilS + aroundS, knownS);
    const beats = this.beats.filter((h) => h < endS * halfHz);
    if (!jumps(beats)) return this.lookSteady(half, beats, fromS, untilS);
    const at = (s: number): number => Math.floor((s - startS) * lineHz);
    const count = at(endS);
    this.readLine(half, start, count);
    this.subtractUsualBeat(start, count);
    for (let s = fromS; s + flutterWindowS <= untilS; s += flutterWindowS) {
      const rest = this.rest.subarray(at(s), at(s) + windowLength);
      const known = this.known.subarray(at(s), at(s) + windowLength);
      const wave = repeats(rest, known) ? bestWave(rest, known) : null;
      if (wave !== null) this.found.push({ start_s: s, steady: false, ...wave });
    }
  }

  private lookSteady(half: Float32Array, beats: readonly number[], fromS: number, untilS: number): void {
    const wave = steadyWave(half, beats, [slowest, fastest]);
    if (wave === null) return;
    for (let s = fromS; s + flutterWindowS <= untilS; s += flutterWindowS)
      this.found.push({ start_s: s, steady: true, ...wave });
  }

  /** Reads `count` samples of the line from half-rate index `start` on, in microvolts, without wander. */
  private readLine(half: Float32Array, start: number, count: number): void {
    const { line, rest } = this;
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let k = 0; k < together; k++) sum += half[(start + i * together + k) & (halfRing - 1)] ?? 0;
      // A half-rate sample is the sum of two.
      line[i] = sum / (2 * together);
    }
    rest.set(line.subarray(0, count));
    for (let pass = 0; pass < 2; pass++) smooth(rest, count);
    for (let i = 0; i < count; i++) line[i] = (line[i] ?? 0) - (rest[i] ?? 0);
  }

  private subtractUsualBeat(start: number, count: number): void {
    const { rest, known } = this;
    const line = this.line.subarray(0, count);
    rest.set(line);
    known.fill(1, 0, count);
    // The middle of the first sample of the line is one and a half samples after `start`.
    const places = this.beats.map((h) => (h - start - (together - 1) / 2) / together);
    const spans = places.map((at, k) => ({
      at,
      until: Math.min(beatAfter, (places[k + 1] ?? Infinity) - beatBefore - at),
    }));
    const usual = usualBeat(line, spans);
    for (const { at, until } of spans) {
      const isUsual = isLike(line, at, usual);
      for (let i = Math.max(0, Math.ceil(at - beatBefore)); i < Math.min(count, at + until); i++) {
        rest[i] = (line[i] ?? 0) - between(usual, i - at + beatBefore);
        if (!isUsual || (i >= at - qrsBefore && i <= at + qrsAfter)) known[i] = 0;
      }
    }
  }
}

/** Tells whether enough intervals differ by half a wave and more from the one before. */
function jumps(beats: readonly number[]): boolean {
  let [count, last, before] = [0, 0, 0];
  beats.forEach((h, i) => {
    const interval = i === 0 ? 0 : h - last;
    if (i > 1 && Math.abs(interval - before) > leastJump) count++;
    [last, before] = [h, interval];
  });
  return count >= fewestJumps * beats.length;
}

/** Replaces each value by the mean of those at most `wander` away. */
function smooth(values: Float32Array, count: number): void {
  const sums = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  for (let i = 0; i < count; i++) {
    const [from, to] = [Math.max(0, i - wander), Math.min(count, i + wander + 1)];
    values[i] = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  }
}

/** A beat at place `at` of the line, and how far after it the line belongs to it alone. */
interface Span {
  readonly at: number;
  readonly until: number;
}

/** Returns the value between two samples. */
function between(values: Float32Array, at: number): number {
  const i = Math.floor(at);
  const [a, b] = [values[i] ?? 0, values[i + 1] ?? values[i] ?? 0];
  return a + (at - i) * (b - a);
}

/** Returns the median of the line at each distance from the R peak. */
function usualBeat(line: Float32Array, spans: readonly Span[]): Float32Array {
  const usual = new Float32Array(beatBefore + beatAfter + 1);
  const values = new Float32Array(spans.length);
  for (let k = 0; k < usual.length; k++) {
    let count = 0;
    for (const { at, until } of spans) {
      const place = at + k - beatBefore;
      if (k - beatBefore < until && place >= 0 && place < line.length) values[count++] = between(line, place);
    }
    usual[k] = middleOfFirst(values, count);
  }
  return usual;
}

/** Tells whether the QRS of the beat at place `at` differs little from the usual one. */
function isLike(line: Float32Array, at: number, usual: Float32Array): boolean {
  let [difference, square] = [0, 0];
  for (let k = -qrsBefore; k <= qrsAfter; k++) {
    const expected = usual[k + beatBefore] ?? 0;
    difference += (between(line, at + k) - expected) ** 2;
    square += expected ** 2;
  }
  return difference <= mostUnlike * square;
}

/** Tells whether the line resembles itself at a distance of one wave of flutter. */
function repeats(rest: Float32Array, known: Uint8Array): boolean {
  for (let lag = Math.floor(lineHz / fastest); lag <= Math.ceil(lineHz / slowest); lag++) {
    let [product, square] = [0, 0];
    for (let i = lag; i < rest.length; i++) {
      if (known[i] === 0 || known[i - lag] === 0) continue;
      const [a, b] = [rest[i - lag] ?? 0, rest[i] ?? 0];
      product += a * b;
      square += a * a + b * b;
    }
    if (2 * product >= leastRepeat * square && square > 0) return true;
  }
  return false;
}

/** Cosines and sines of each rate, a row of `windowLength` for each. */
const windowLength = Math.floor(flutterWindowS * lineHz);
const rates = Array.from(
  { length: Math.round((fastest - slowest) / rateStep) + 1 },
  (_, i) => slowest + i * rateStep,
);
const table = (of: (angle: number) => number): Float32Array =>
  Float32Array.from({ length: rates.length * windowLength }, (_, i) =>
    of((2 * Math.PI * (rates[Math.floor(i / windowLength)] ?? 0) * (i % windowLength)) / lineHz),
  );
const [cosines, sines] = [table(Math.cos), table(Math.sin)];

/** Returns the wave that explains most of the line, or null if it explains too little. */
function bestWave(rest: Float32Array, known: Uint8Array): Omit<FlutterWindow, 'start_s' | 'steady'> | null {
  let [total, count] = [0, 0];
  for (let i = 0; i < rest.length; i++) {
    if (known[i] === 0) rest[i] = 0;
    total += (rest[i] ?? 0) ** 2;
    count += known[i] ?? 0;
  }
  if (count < leastKnown * rest.length || total === 0) return null;
  const near = likelyRate(rest);
  if (near.power < (total * count * likelyShare) / 2) return null;
  let best = { hz: 0, share: 0, height_uv: 0 };
  for (let step = -fineSteps; step <= fineSteps; step++) {
    const hz = near.hz + (step * rateStep) / fineSteps;
    const wave = fitted(rest, known, hz);
    const share = (wave.square + fitted(rest, known, 2 * hz).square) / total;
    if (share > best.share) best = { hz, share, height_uv: 2 * wave.amplitude };
  }
  return best.share >= leastShare ? best : null;
}

/** Returns the rate with the largest power, which is half of the samples' number times the square that it explains. */
function likelyRate(rest: Float32Array): { hz: number; power: number } {
  let [hz, power] = [0, 0];
  for (let k = 0; k < rates.length; k++) {
    let [c, s] = [0, 0];
    for (let i = 0, at = k * windowLength; i < rest.length; i++, at++) {
      c += (cosines[at] ?? 0) * (rest[i] ?? 0);
      s += (sines[at] ?? 0) * (rest[i] ?? 0);
    }
    if (c * c + s * s > power) [hz, power] = [rates[k] ?? 0, c * c + s * s];
  }
  return { hz, power };
}

/** Fits a sine of this rate to the known samples: the sum of squares that it explains, and its amplitude. */
function fitted(rest: Float32Array, known: Uint8Array, hz: number): { square: number; amplitude: number } {
  const [turnCos, turnSin] = [Math.cos((2 * Math.PI * hz) / lineHz), Math.sin((2 * Math.PI * hz) / lineHz)];
  let [cos, sin] = [1, 0];
  let [c, s, cc, ss, cs] = [0, 0, 0, 0, 0];
  for (let i = 0; i < rest.length; i++) {
    if (known[i] === 1) {
      const value = rest[i] ?? 0;
      c += cos * value;
      s += sin * value;
      cc += cos * cos;
      ss += sin * sin;
      cs += cos * sin;
    }
    [cos, sin] = [cos * turnCos - sin * turnSin, sin * turnCos + cos * turnSin];
  }
  const determinant = cc * ss - cs * cs;
  if (determinant <= 0) return { square: 0, amplitude: 0 };
  const a = (c * ss - s * cs) / determinant;
  const b = (s * cc - c * cs) / determinant;
  return { square: a * c + b * s, amplitude: Math.hypot(a, b) };
}
