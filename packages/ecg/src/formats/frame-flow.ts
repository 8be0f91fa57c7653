// Converts runs of a foreign file's signals to a continuous stream of TraceData.dat frames: gaps between runs become
// "no signal", as does the end of a signal that is shorter than the others of its run.
//
// Invariant: the frames do not depend on how a recording is divided into runs.

import type { FormatRefusal } from './parsed.ts';
import { refuse } from './parsed.ts';
import type { SignalRun } from './piecewise.ts';
import { NO_SAMPLE } from './recording.ts';
import { NO_SIGNAL, traceLimits } from '../labels/stored-samples.ts';

const BLOCK = 16_384;
/** Recorders write the times of records to the millisecond. */
const TOLERANCE_S = 0.002;

export interface FlowLead {
  /** Its index among a run's signals. */
  readonly signal: number;
  readonly step: (value: number) => number;
}

/** Receives whole frames; the array is only valid during the call. */
export type FrameSink = (frames: Int16Array<ArrayBuffer>) => void;

export class FrameFlow {
  /** Samples of one lead that were sent to the sink. */
  samples = 0;
  readonly #leads: readonly FlowLead[];
  readonly #hz: number;
  readonly #sink: FrameSink;
  readonly #block: Int16Array<ArrayBuffer>;

  constructor(leads: readonly FlowLead[], samplingHz: number, sink: FrameSink) {
    this.#leads = leads;
    this.#hz = samplingHz;
    this.#sink = sink;
    this.#block = new Int16Array(leads.length * BLOCK);
  }

  /**
   * Sends `most` samples of the gap before a run if it is longer. Returns whether it did: a caller that keeps the frames in
   * memory calls this until it is false, then `add`.
   */
  fillBefore(run: SignalRun, most: number): boolean {
    const isLong = Math.round(run.at_s * this.#hz) - this.samples > most;
    if (!isLong || run.at_s > traceLimits.duration_s) return false;
    this.#gap(most);
    return true;
  }

  /** Adds a run. Returns null, or edf/record-time (it starts before the previous one ended) or trace/too-long. */
  add(run: SignalRun): FormatRefusal | null {
    const length = Math.max(0, ...this.#leads.map(({ signal }) => run.samples[signal]?.length ?? 0));
    const tolerance = Math.max(1, Math.ceil(TOLERANCE_S * this.#hz));
    let start = Math.round(run.at_s * this.#hz);
    if (start < this.samples - tolerance) return refuse('edf/record-time', { found: run.at_s });
    start = Math.max(start, this.samples);
    if ((start + length) / this.#hz > traceLimits.duration_s) {
      return refuse('trace/too-long', { found: (start + length) / this.#hz });
    }
    this.#gap(start - this.samples);
    for (let from = 0; from < length; from += BLOCK) this.#frames(run, from, Math.min(BLOCK, length - from));
    return null;
  }

  #gap(samples: number): void {
    if (samples > 0) this.#block.fill(NO_SIGNAL);
    for (let left = samples; left > 0; left -= BLOCK) this.#out(Math.min(BLOCK, left));
  }

  #frames(run: SignalRun, from: number, count: number): void {
    const stride = this.#leads.length;
    const block = this.#block;
    this.#leads.forEach(({ signal, step }, place) => {
      const samples = run.samples[signal];
      for (let i = 0, at = place; i < count; i++, at += stride) {
        const value = samples?.[from + i] ?? NO_SAMPLE;
        block[at] = value === NO_SAMPLE ? NO_SIGNAL : step(value);
      }
    });
    this.#out(count);
  }

  #out(count: number): void {
    this.#sink(this.#block.subarray(0, count * this.#leads.length));
    this.samples += count;
  }
}
