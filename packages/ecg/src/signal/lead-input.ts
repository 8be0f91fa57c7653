/**
 * Converts one lead of an interleaved recording to the working rate: removes isolated spikes, scales to microvolts,
 * bridges gaps, removes mains hum and converts the rate. It also computes for each second whether it has no signal, a flat line or
 * saturation.
 *
 * −32768 means no signal. Across a gap the last value is held, and the signal continues from there with an offset, so
 * that a gap makes no step to which a filter would respond. Chunk sizes change nothing: every step is per sample.
 */
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { blockRaw, rawBefore } from '../kernel/kernel-sizes.ts';
import { kernelOfThread } from '../kernel/kernel-of-thread.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { createMainsFilter } from './mains.ts';
import type { Emit, MainsFilter } from './mains.ts';
import { createResampler } from './resample.ts';
import type { Resampler } from './resample.ts';
import { SpikeFilter } from './spikes.ts';

const rail = 32700;
/** Sampling rate from which `look` finds every stretch that counts as held, by eight equal neighbours. */
const slowestLook = 120;

/** Shortest gap in seconds that can hide a QRS. */
const hidingS = 0.03;

/** Bits for what the raw samples of a second show. */
export const secondBit = { gap: 1, still: 2, saturated: 4 } as const;

export interface LeadInput {
  /** Reads lead `lead` of `leads` interleaved in `chunk`; sends working-rate samples to `emit`. */
  push(chunk: Int16Array, lead: number, leads: number, emit: Emit): void;
  finish(emit: Emit): void;
  /** Returns one byte of `secondBit`s for each second so far. */
  seconds(): Uint8Array;
  /**
   * Returns one byte for each second up to the last gap so far: a bit for each eighth of the second that contains a part
   * of a gap which can hide a QRS.
   */
  gaps(): Uint8Array;
  /** Returns how many isolated spikes were removed so far. */
  spikes(): number;
  /** Tells whether one of the newest of them started from working-rate sample `from` to `until`. */
  hasSpike(from: number, until: number): boolean;
}

export interface LeadInputSettings {
  readonly sampling_hz: number;
  readonly work_hz: number;
  readonly gain_uv: number;
}

const blockFrames = blockRaw;

export function createLeadInput(settings: LeadInputSettings, kernel: Kernel = kernelOfThread()): LeadInput {
  return new Input(settings, kernel);
}

class Input implements LeadInput {
  private readonly hz: number;
  private readonly gain: number;
  /** Raw samples per working-rate sample. */
  private readonly ratio: number;
  private readonly resampler: Resampler;
  private readonly filter: SpikeFilter;
  private readonly mains: MainsFilter;
  private readonly kernel: Kernel;
  private readonly values = new Float32Array(blockFrames);
  private readonly output: Float32Array;
  private bits = new Uint8Array(1024);
  private second = 0;
  private secondEnd: number;
  private read = 0;
  private offset = 0;
  private held = 0;
  private lost = true;
  private started = false;
  private missing = 0;
  private eighths = new Uint8Array();
  private lostFrom = 0;
  private samples = 0;
  private low = 40000;
  private high = -40000;
  private previous = NO_SIGNAL;
  private run = 0;
  private longest = 0;
  private longestValue = 0;
  private railed = 0;

  constructor(settings: LeadInputSettings, kernel: Kernel) {
    this.kernel = kernel;
    this.hz = settings.sampling_hz;
    this.gain = settings.gain_uv;
    this.ratio = settings.sampling_hz / settings.work_hz;
    this.mains = createMainsFilter(settings.sampling_hz);
    this.filter = new SpikeFilter(settings.sampling_hz, settings.gain_uv, kernel);
    this.resampler = createResampler(settings.sampling_hz, settings.work_hz);
    this.output = new Float32Array(this.resampler.bound(blockFrames) + 16);
    this.secondEnd = Math.ceil(this.hz);
  }

  push(chunk: Int16Array, lead: number, leads: number, emit: Emit): void {
    const frames = Math.floor(chunk.length / leads);
    for (let from = 0; from < frames;) {
      const due = Math.max(1, this.secondEnd - this.read - this.filter.waiting());
      const count = Math.min(blockFrames, frames - from, due);
      this.takeAll(this.filter.push(chunk, from * leads + lead, leads, count), emit);
      from += count;
    }
  }

  finish(emit: Emit): void {
    this.takeAll(this.filter.finish(), emit);
    this.mains.finish(this.resampled(emit));
    const rest = new Float32Array(64);
    emit(rest, this.resampler.flush(rest));
    if (this.samples > 0) this.closeSecond();
  }

  seconds(): Uint8Array {
    return this.bits.subarray(0, this.second);
  }

  gaps(): Uint8Array {
    return this.eighths;
  }

  spikes(): number {
    return this.filter.count();
  }

  hasSpike(from: number, until: number): boolean {
    return this.filter.hasSpike(from * this.ratio, until * this.ratio);
  }

  /** Returns a receiver that converts samples to the working rate for `emit`. */
  private resampled(emit: Emit): Emit {
    return (samples, count) => {
      emit(this.output, this.resampler.push(samples, count, this.output));
    };
  }

  private takeAll(raw: Int16Array, emit: Emit): void {
    for (let from = 0; from < raw.length;) {
      const part = raw.subarray(from, from + this.secondEnd - this.read);
      const plain = this.takePlain(part);
      if (!plain) this.take(part);
      const values = plain ? this.kernel.values : this.values;
      this.mains.push(values, part.length, this.resampled(emit));
      from += part.length;
      this.read += part.length;
      this.samples += part.length;
      if (this.read === this.secondEnd) this.closeSecond();
    }
  }

  /**
   * Does the same as `take`, faster, for a whole second without gaps, saturation or long runs of equal samples, as
   * nearly all are. Returns false if the second is not of this kind.
   */
  private takePlain(samples: Int16Array): boolean {
    const count = samples.length;
    const isWhole = this.samples === 0 && count === this.secondEnd - this.read;
    if (!isWhole || this.lost || this.hz < slowestLook) return false;
    const { kernel } = this;
    const { raw, raw_range } = kernel;
    raw[rawBefore] = this.previous;
    raw.set(samples, rawBefore + 1);
    if (kernel.look(count) !== 0) return false;
    const low = raw_range[0] ?? 0;
    const high = raw_range[1] ?? 0;
    if (low <= -rail || high >= rail) return false;
    kernel.scale(count, this.gain, this.offset);
    this.low = low;
    this.high = high;
    this.previous = raw[rawBefore + count] ?? 0;
    this.held = this.previous * this.gain + this.offset;
    this.run = 1;
    return true;
  }

  private take(samples: Int16Array): void {
    const { gain, values } = this;
    let { previous, run, low, high, held, offset, lost } = this;
    for (let i = 0; i < samples.length; i++) {
      const raw = samples[i] ?? NO_SIGNAL;
      if (raw === NO_SIGNAL) {
        this.missing++;
        if (!lost) this.lostFrom = this.read + i;
        lost = true;
        values[i] = held;
        continue;
      }
      if (lost) {
        this.markLost(this.read + i);
        offset = this.started ? held - raw * gain : 0;
        this.started = true;
        lost = false;
      }
      held = raw * gain + offset;
      values[i] = held;
      if (raw < low) low = raw;
      if (raw > high) high = raw;
      if (raw >= rail || raw <= -rail) this.railed++;
      if (raw === previous) run++;
      else {
        if (run > this.longest) this.keepRun(run, previous);
        run = 1;
        previous = raw;
      }
    }
    this.previous = previous;
    this.run = run;
    this.low = low;
    this.high = high;
    this.held = held;
    this.offset = offset;
    this.lost = lost;
  }

  private keepRun(run: number, value: number): void {
    this.longest = run;
    this.longestValue = value;
  }

  /**
   * Closes a second and sets its bits: gap, if half of it has no signal; still, if its range is at most two steps;
   * saturated, if over 0.05 s is at a rail or a value is held for 0.15 s or more at the edge of a range of over 100
   * steps.
   */
  private closeSecond(): void {
    this.keepRunAtEnd();
    if (this.lost) this.markLost(this.read);
    if (this.second === this.bits.length) this.bits = longer(this.bits, 2 * this.bits.length);
    const range = this.high - this.low;
    const atEdge = this.longestValue === this.high || this.longestValue === this.low;
    const held = this.longest >= 0.15 * this.hz;
    let bits = 0;
    if (2 * this.missing >= this.samples) bits |= secondBit.gap;
    else if (range <= 2) bits |= secondBit.still;
    if (this.railed > 0.05 * this.hz || (held && atEdge && range > 100)) bits |= secondBit.saturated;
    this.bits[this.second++] = bits;
    this.secondEnd = Math.ceil((this.second + 1) * this.hz);
    this.missing = 0;
    this.samples = 0;
    this.low = 40000;
    this.high = -40000;
    this.longest = 0;
    this.railed = 0;
  }

  /** Marks the part of the newest gap, which lasts until sample `until`, that is in the present second. */
  private markLost(until: number): void {
    const { hz, second, lostFrom } = this;
    if (until - lostFrom < hidingS * hz) return;
    if (second >= this.eighths.length) this.eighths = longer(this.eighths, Math.max(1024, 2 * second));
    const eighthOf = (sample: number): number => Math.floor(8 * (sample / hz - second));
    const last = Math.min(7, eighthOf(until - 1));
    for (let k = Math.max(0, eighthOf(lostFrom)); k <= last; k++)
      this.eighths[second] = (this.eighths[second] ?? 0) | (1 << k);
  }

  private keepRunAtEnd(): void {
    if (this.run > this.longest) this.keepRun(this.run, this.previous);
    this.run = Math.min(this.run, 1);
  }
}

function longer(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(length);
  more.set(bytes);
  return more;
}
