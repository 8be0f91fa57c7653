/**
 * Removes mains hum (50 or 60 Hz) from a lead at the working rate of 250 Hz, if there is any. It measures the phasor of
 * each second. A sine that keeps its size and phase over three seconds is hum, since the part of an ECG at these
 * frequencies restarts with every beat. The sine is subtracted with size and phase interpolated between the seconds, so
 * that a slightly different mains frequency is followed.
 *
 * Invariants: a signal without hum is unchanged, sample for sample; the sizes of the pieces change nothing.
 */
const second = 250;
/** 50 and 60 Hz both repeat after 25 samples, so a second is folded to 25 samples before any multiplication. */
const fold = 25;
const frequencies = [50, 60] as const;
/** Smallest hum in microvolts; weaker hum changes no feature. */
const smallest = 12;
const largestRatio = 1.8;
const largestTurn = Math.PI / 2;

const waves = frequencies.map((hz) => ({
  step: (2 * Math.PI * hz) / second,
  cos: Float64Array.from({ length: fold }, (_, k) => Math.cos((2 * Math.PI * hz * k) / second)),
  sin: Float64Array.from({ length: fold }, (_, k) => Math.sin((2 * Math.PI * hz * k) / second)),
}));

interface Phasor {
  readonly size: number;
  readonly angle: number;
}

export interface MainsFilter {
  push(samples: Float32Array, count: number, emit: (samples: Float32Array, count: number) => void): void;
  /** Emits the samples that are held back. */
  finish(emit: (samples: Float32Array, count: number) => void): void;
}

export const createMainsFilter = (): MainsFilter => new Filter();

class Filter implements MainsFilter {
  private current = new Float32Array(second);
  private waiting = new Float32Array(second);
  private filled = 0;
  private isWaiting = false;
  /** Phasors of the second before the waiting one and of the waiting one, for each frequency. */
  private before: readonly Phasor[] | null = null;
  private own: readonly Phasor[] = [];

  push(samples: Float32Array, count: number, emit: (samples: Float32Array, count: number) => void): void {
    for (let from = 0; from < count;) {
      const part = Math.min(count - from, second - this.filled);
      this.current.set(samples.subarray(from, from + part), this.filled);
      this.filled += part;
      from += part;
      if (this.filled === second) this.close(emit);
    }
  }

  finish(emit: (samples: Float32Array, count: number) => void): void {
    if (this.isWaiting) this.give(this.own, emit);
    if (this.filled === 0) return;
    // The last, partial second continues the one before it.
    if (this.isWaiting)
      waves.forEach((_, f) => this.subtract(this.current, this.filled, f, this.own, this.own));
    emit(this.current, this.filled);
  }

  private close(emit: (samples: Float32Array, count: number) => void): void {
    const next = phasorsOf(this.current);
    if (this.isWaiting) this.give(next, emit);
    const free = this.waiting;
    this.waiting = this.current;
    this.current = free;
    this.filled = 0;
    this.before = this.isWaiting ? this.own : null;
    this.own = next;
    this.isWaiting = true;
  }

  /** Emits the waiting second, once the one after it is known. */
  private give(next: readonly Phasor[], emit: (samples: Float32Array, count: number) => void): void {
    waves.forEach((_, f) => this.subtract(this.waiting, second, f, this.before ?? this.own, next));
    emit(this.waiting, second);
  }

  private subtract(
    samples: Float32Array,
    count: number,
    f: number,
    before: readonly Phasor[],
    after: readonly Phasor[],
  ): void {
    const [a, b, c] = [before[f], this.own[f], after[f]];
    const step = waves[f]?.step ?? 0;
    if (!a || !b || !c || !continuesHum(a, b) || !continuesHum(b, c)) return;
    takeOut(samples, 0, Math.min(count, second / 2), step, a, b, 0.5);
    takeOut(samples, second / 2, count, step, b, c, 0);
  }
}

/** A phasor too weak to be hum; its angle is not used. */
const silent: Phasor = { size: 0, angle: 0 };
const folded = new Float64Array(fold);

function phasorsOf(samples: Float32Array): readonly Phasor[] {
  for (let k = 0; k < fold; k++) {
    let sum = 0;
    for (let at = k; at < second; at += fold) sum += samples[at] ?? 0;
    folded[k] = sum;
  }
  return waves.map(phasorOf);
}

/** Returns the phasor of a wave in the folded samples. */
function phasorOf({ cos, sin }: { readonly cos: Float64Array; readonly sin: Float64Array }): Phasor {
  let re = 0;
  let im = 0;
  for (let k = 0; k < fold; k++) {
    const value = folded[k] ?? 0;
    re += value * (cos[k] ?? 0);
    im -= value * (sin[k] ?? 0);
  }
  if (2 * (Math.abs(re) + Math.abs(im)) < smallest * second) return silent;
  return { size: (2 * Math.hypot(re, im)) / second, angle: Math.atan2(im, re) };
}

const turned = (from: number, to: number): number => {
  const turn = to - from;
  return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
};

function continuesHum(a: Phasor, b: Phasor): boolean {
  const [low, high] = [Math.min(a.size, b.size), Math.max(a.size, b.size)];
  return low >= smallest && high <= largestRatio * low && Math.abs(turned(a.angle, b.angle)) <= largestTurn;
}

/** Subtracts the sine between two phasors from sample `from` on; `part` is the position between them at that sample. */
function takeOut(
  samples: Float32Array,
  from: number,
  until: number,
  step: number,
  a: Phasor,
  b: Phasor,
  part: number,
): void {
  const turn = turned(a.angle, b.angle) / second;
  const growth = (b.size - a.size) / second;
  const start = part * second;
  // The angle grows evenly: its cosine is rotated from sample to sample, for at most half a second.
  const [turnCos, turnSin] = [Math.cos(step + turn), Math.sin(step + turn)];
  const first = step * from + a.angle + turn * start;
  let cos = Math.cos(first);
  let sin = Math.sin(first);
  for (let i = from; i < until; i++) {
    samples[i] = (samples[i] ?? 0) - (a.size + growth * (start + i - from)) * cos;
    const next = cos * turnCos - sin * turnSin;
    sin = sin * turnCos + cos * turnSin;
    cos = next;
  }
}
