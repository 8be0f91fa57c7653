/**
 * Removes mains hum (50 or 60 Hz) from a lead, if there is any. It measures the phasor of each second. A sine that keeps
 * its size and phase over three seconds is hum, since the part of an ECG at these frequencies restarts with every beat.
 * The sine is subtracted with size and phase interpolated between the seconds, so that a slightly different mains
 * frequency is followed.
 *
 * The filter works at the sampling rate of the recording, because a conversion from 128 to 250 Hz makes a second sine of
 * a hum of 60 Hz, at 68 Hz and nearly as large.
 *
 * Invariants: a signal without hum is unchanged, sample for sample; the sizes of the pieces change nothing.
 */
const frequencies = [50, 60] as const;
/** Smallest hum in microvolts; weaker hum changes no feature. */
const smallest = 18;
const largestRatio = 1.8;
const largestTurn = Math.PI / 2;

interface Wave {
  /** Angle from one sample to the next. */
  readonly step: number;
  /** Angle from one second to the next beyond whole periods; 0 if the sampling rate is a whole number. */
  readonly advance: number;
  /** As long as a folded second. */
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}
interface Phasor {
  readonly size: number;
  /** At the first sample of the second. */
  readonly angle: number;
}
/** Receives the first `count` of some samples, which are reused afterwards. */
export type Emit = (samples: Float32Array, count: number) => void;

export interface MainsFilter {
  push(samples: Float32Array, count: number, emit: Emit): void;
  /** Emits the samples that are held back. */
  finish(emit: Emit): void;
}

/** Creates a filter for a lead in microvolts. A frequency that the sampling rate cannot show is not removed. */
export const createMainsFilter = (sampling_hz: number): MainsFilter => new Filter(sampling_hz);

/** Returns after how many samples both frequencies repeat; a second is folded to these before any multiplication. */
function foldOf(sampling_hz: number): number {
  const divisor = [10, 5, 2, 1].find((each) => sampling_hz % each === 0);
  return divisor === undefined ? Math.round(sampling_hz) : sampling_hz / divisor;
}

function waveOf(hz: number, sampling_hz: number, fold: number): Wave {
  const angles = Float64Array.from({ length: fold }, (_, k) => (2 * Math.PI * hz * k) / sampling_hz);
  const periods = (hz * Math.round(sampling_hz)) / sampling_hz;
  return {
    step: (2 * Math.PI * hz) / sampling_hz,
    advance: 2 * Math.PI * (periods - Math.round(periods)),
    cos: angles.map((angle) => Math.cos(angle)),
    sin: angles.map((angle) => Math.sin(angle)),
  };
}

class Filter implements MainsFilter {
  /** Number of samples. */
  private readonly second: number;
  private readonly folded: Float64Array;
  private readonly waves: readonly Wave[];
  private current: Float32Array;
  private waiting: Float32Array;
  private filled = 0;
  private isWaiting = false;
  /** Phasors of the second before the waiting one and of the waiting one, for each frequency. */
  private before: readonly Phasor[] | null = null;
  private own: readonly Phasor[] = [];

  constructor(sampling_hz: number) {
    const fold = foldOf(sampling_hz);
    this.second = Math.round(sampling_hz);
    this.folded = new Float64Array(fold);
    const shown = frequencies.filter((hz) => 2 * hz < sampling_hz - 1);
    this.waves = shown.map((hz) => waveOf(hz, sampling_hz, fold));
    this.current = new Float32Array(this.second);
    this.waiting = new Float32Array(this.second);
  }

  push(samples: Float32Array, count: number, emit: Emit): void {
    for (let from = 0; from < count;) {
      const part = Math.min(count - from, this.second - this.filled);
      this.current.set(samples.subarray(from, from + part), this.filled);
      this.filled += part;
      from += part;
      if (this.filled === this.second) this.close(emit);
    }
  }

  finish(emit: Emit): void {
    if (!this.isWaiting) return emit(this.current, this.filled);
    // The last, partial second continues the one before it.
    const next = this.later(this.own, 1);
    this.give(next, emit);
    this.before = this.own;
    this.own = next;
    this.subtract(this.current.subarray(0, this.filled), this.before, this.later(next, 1));
    emit(this.current, this.filled);
  }

  /** Returns the phasors of the same hum some seconds later. */
  private later(phasors: readonly Phasor[], seconds: number): Phasor[] {
    return phasors.map(({ size, angle }, f) => ({
      size,
      angle: angle + seconds * (this.waves[f]?.advance ?? 0),
    }));
  }

  private close(emit: Emit): void {
    const next = this.phasorsOf(this.current);
    if (this.isWaiting) this.give(next, emit);
    const free = this.waiting;
    this.waiting = this.current;
    this.current = free;
    this.filled = 0;
    this.before = this.isWaiting ? this.own : null;
    this.own = next;
    this.isWaiting = true;
  }

  private phasorsOf(samples: Float32Array): readonly Phasor[] {
    const { folded, second } = this;
    for (let k = 0; k < folded.length; k++) {
      let sum = 0;
      for (let at = k; at < second; at += folded.length) sum += samples[at] ?? 0;
      folded[k] = sum;
    }
    return this.waves.map((wave) => phasorOf(wave, folded, second));
  }

  /** Emits the waiting second, once the one after it is known. */
  private give(next: readonly Phasor[], emit: Emit): void {
    this.subtract(this.waiting, this.before ?? this.later(this.own, -1), next);
    emit(this.waiting, this.second);
  }

  /** Subtracts the hum from a second or its beginning; `before` and `after` are the seconds beside it. */
  private subtract(samples: Float32Array, before: readonly Phasor[], after: readonly Phasor[]): void {
    const { second, own } = this;
    const half = second / 2;
    const middle = Math.min(samples.length, Math.floor(half));
    this.waves.forEach((wave, f) => {
      const [a, b, c] = [before[f], own[f], after[f]];
      if (!a || !b || !c || !continuesHum(a, b, wave) || !continuesHum(b, c, wave)) return;
      const shown = { size: a.size, angle: a.angle + wave.advance };
      const into = changeOf(shown, b.size, turned(shown.angle, b.angle), second);
      const outOf = changeOf(b, c.size, turned(b.angle + wave.advance, c.angle), second);
      takeOut(samples.subarray(0, middle), wave.step, 0, { ...into, passed: half });
      takeOut(samples.subarray(middle), wave.step, middle, { ...outOf, passed: middle - half });
    });
  }
}

/** A phasor too weak to be hum; its angle is not used. */
const silent: Phasor = { size: 0, angle: 0 };

/** Returns the phasor of a wave in a folded second. */
function phasorOf({ cos, sin }: Wave, folded: Float64Array, second: number): Phasor {
  let re = 0;
  let im = 0;
  for (let k = 0; k < folded.length; k++) {
    const value = folded[k] ?? 0;
    re += value * (cos[k] ?? 0);
    im -= value * (sin[k] ?? 0);
  }
  if (2 * (Math.abs(re) + Math.abs(im)) < smallest * second) return silent;
  return { size: (2 * Math.hypot(re, im)) / second, angle: Math.atan2(im, re) };
}

/** Returns the angle from `from` to `to` without whole periods. */
const turned = (from: number, to: number): number => {
  const turn = to - from;
  return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
};

/** Tells whether `b` is the hum of `a` one second later. */
function continuesHum(a: Phasor, b: Phasor, { advance }: Wave): boolean {
  const [low, high] = [Math.min(a.size, b.size), Math.max(a.size, b.size)];
  const turn = turned(a.angle + advance, b.angle);
  return low >= smallest && high <= largestRatio * low && Math.abs(turn) <= largestTurn;
}

/** A phasor that changes evenly from the middle of one second to the middle of the next. */
interface Change extends Phasor {
  /** Change of the size and of the angle from one sample to the next. */
  readonly growth: number;
  readonly turn: number;
}
const changeOf = (from: Phasor, size: number, turn: number, second: number): Change => ({
  ...from,
  growth: (size - from.size) / second,
  turn: turn / second,
});

/**
 * Subtracts a sine from samples, the first of which is sample `at` of its second; at that sample the change has gone on
 * for `passed` samples.
 */
function takeOut(
  samples: Float32Array,
  step: number,
  at: number,
  { size, angle, growth, turn, passed }: Change & { readonly passed: number },
): void {
  // The angle grows evenly: its cosine is rotated from sample to sample, for at most half a second.
  const [turnCos, turnSin] = [Math.cos(step + turn), Math.sin(step + turn)];
  const first = step * at + angle + turn * passed;
  let cos = Math.cos(first);
  let sin = Math.sin(first);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (samples[i] ?? 0) - (size + growth * (passed + i)) * cos;
    const next = cos * turnCos - sin * turnSin;
    sin = sin * turnCos + cos * turnSin;
    cos = next;
  }
}
