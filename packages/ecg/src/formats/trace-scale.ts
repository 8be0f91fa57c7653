// Determines the scale of one lead in TraceData.dat.
//
// Steps of 16 bits are stored unchanged, with two exceptions: the converter's lowest value, which is the "no signal"
// mark, is raised by one, and a fractional zero is rounded. Wider steps (24-bit converters) are rescaled to the finest
// scale that fits, with 0 µV at step 0. In 16 bits this is far below any converter's noise, unless the file has a large
// constant offset.

import type { RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import type { TraceLead } from './trace-data.ts';

const LOWEST = -32_767;
const HIGHEST = 32_767;

/** The lowest and the highest step of a lead; both 0 if it has none. */
export interface StepRange {
  readonly low: number;
  readonly high: number;
}

/** Finds the range of a lead's samples piece by piece. */
export class StepRangeFinder {
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;

  add(samples: Int32Array): void {
    let low = this.#low;
    let high = this.#high;
    // Uses an index: an iterator takes nine times as long.
    for (let i = 0; i < samples.length; i++) {
      const value = samples[i] ?? NO_SAMPLE;
      if (value === NO_SAMPLE) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    this.#low = low;
    this.#high = high;
  }

  range(): StepRange {
    return this.#low <= this.#high ? { low: this.#low, high: this.#high } : { low: 0, high: 0 };
  }
}

export interface TraceScale {
  readonly lead: TraceLead;
  /** Converts a (not missing) sample of the file to the step that is stored. */
  readonly step: (value: number) => number;
}

/** Returns the scale; `place` counts from 0 and names a lead whose label contains no ASCII letter. */
export function traceScale(
  lead: Pick<RecordingLead, 'label' | 'gain_uv_per_lsb' | 'zero_lsb'>,
  { low, high }: StepRange,
  place: number,
): TraceScale {
  const label = leadName(asciiLabel(lead.label)) || `lead ${place + 1}`;
  const { gain_uv_per_lsb: gain, zero_lsb: zero } = lead;
  const whole = Math.round(zero) + 0;
  if (gain > 0 && Math.abs(whole) <= HIGHEST && low >= LOWEST - 1 && high <= HIGHEST) {
    const step = low < LOWEST ? (value: number) => Math.max(LOWEST, value) : (value: number) => value;
    return { lead: { label, gain_uv_per_lsb: gain, zero_lsb: whole }, step };
  }
  const reach = Math.max(Math.abs(low - zero), Math.abs(high - zero), 1);
  const shrink = Math.max(1, reach / HIGHEST);
  const turn = gain < 0 ? -1 : 1;
  return {
    lead: { label, gain_uv_per_lsb: Math.abs(gain) * shrink, zero_lsb: 0 },
    step: (value) => Math.max(LOWEST, Math.min(HIGHEST, Math.round((turn * (value - zero)) / shrink))),
  };
}

const standardName = /^(?:I{1,3}|aV[RLF]|V\d{1,2}R?|MLI{1,3}|MCL\d)$/i;

/** Returns a standard name in its standard spelling (IEC 60601-2-25: I, aVR, V1), however the file writes it. */
function leadName(label: string): string {
  return standardName.test(label) ? label.toUpperCase().replace(/^AV/, 'aV') : label;
}

function asciiLabel(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 16);
}
