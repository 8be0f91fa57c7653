// Filters for looking at a strip; the stored signal and every measurement stay as they are.
//
// Second-order Butterworth sections and a notch (bilinear transform, R. Bristow-Johnson's cookbook), run forwards and
// backwards so that no wave moves in time (Gustafsson, "Determining the initial states in forward-backward filtering",
// IEEE Trans Signal Process 44:988, 1996; here the ends are reflected instead). An ECG's ST segment is bent by a
// high-pass with phase; without phase at 0.5 Hz it is not (AHA/ACC/HRS, Circulation 115:1306, 2007, 2.1).
//
// Laws: missing samples stay missing and nothing is filtered across them; the answer is linear in the signal; a cut
// at or above 0.45 of the sampling rate changes nothing.

export interface DisplayFilter {
  /** Cuts pass half the amplitude (both runs together), a decade beyond them a ten-thousandth. */
  readonly highpass_hz: number | null;
  readonly lowpass_hz: number | null;
  readonly notch_hz: number | null;
}

/** Seconds of signal that a strip needs on both sides so that its own part is filtered as if by the whole. */
export const displayMarginS = 4;

const BUTTERWORTH_Q = Math.SQRT1_2;
const NOTCH_Q = 12;

interface Section {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Filters microvolts (NaN where missing) sampled at `samplingHz`; a new array of the same length. */
export function filterForDisplay(
  signal: Float32Array,
  samplingHz: number,
  filter: DisplayFilter,
): Float32Array {
  const sections = sectionsOf(filter, samplingHz);
  const out = signal.slice();
  if (sections.length === 0) return out;
  for (let start = 0; start < out.length;) {
    if (Number.isNaN(out[start])) {
      start++;
      continue;
    }
    let end = start;
    while (end < out.length && !Number.isNaN(out[end])) end++;
    filterRun(out.subarray(start, end), samplingHz, sections, filter.highpass_hz !== null);
    start = end;
  }
  return out;
}

function sectionsOf(filter: DisplayFilter, hz: number): Section[] {
  const fits = (cut: number | null): cut is number => cut !== null && cut > 0 && cut < 0.45 * hz;
  const sections: Section[] = [];
  if (fits(filter.highpass_hz)) sections.push(section('highpass', filter.highpass_hz / hz, BUTTERWORTH_Q));
  if (fits(filter.lowpass_hz)) sections.push(section('lowpass', filter.lowpass_hz / hz, BUTTERWORTH_Q));
  if (fits(filter.notch_hz)) sections.push(section('notch', filter.notch_hz / hz, NOTCH_Q));
  return sections;
}

function section(kind: 'highpass' | 'lowpass' | 'notch', share: number, q: number): Section {
  const turn = 2 * Math.PI * share;
  const cos = Math.cos(turn);
  const alpha = Math.sin(turn) / (2 * q);
  const [b0, b1] = {
    highpass: [(1 + cos) / 2, -(1 + cos)],
    lowpass: [(1 - cos) / 2, 1 - cos],
    notch: [1, -2 * cos],
  }[kind];
  const a0 = 1 + alpha;
  const first = (b0 ?? 0) / a0;
  return { b0: first, b1: (b1 ?? 0) / a0, b2: first, a1: (-2 * cos) / a0, a2: (1 - alpha) / a0 };
}

/** Filters one stretch without gaps in place, its ends prolonged by their point reflections. */
function filterRun(run: Float32Array, hz: number, sections: readonly Section[], dropsLevel: boolean): void {
  const pad = Math.min(run.length - 1, Math.ceil(displayMarginS * hz));
  const work = new Float64Array(run.length + 2 * pad);
  const level = reflected(run, -pad);
  for (let i = 0; i < work.length; i++) work[i] = reflected(run, i - pad) - level;
  for (const one of sections) pass(work, one);
  work.reverse();
  const turned = dropsLevel ? 0 : (work[0] ?? 0);
  for (let i = 0; i < work.length; i++) work[i] = (work[i] ?? 0) - turned;
  for (const one of sections) pass(work, one);
  work.reverse();
  const back = dropsLevel ? 0 : level + turned;
  for (let i = 0; i < run.length; i++) run[i] = (work[pad + i] ?? 0) + back;
}

/** The stretch prolonged at both ends by its point reflection. */
function reflected(run: Float32Array, at: number): number {
  const last = run.length - 1;
  if (at < 0) return 2 * (run[0] ?? 0) - (run[-at] ?? 0);
  if (at > last) return 2 * (run[last] ?? 0) - (run[2 * last - at] ?? 0);
  return run[at] ?? 0;
}

function pass(values: Float64Array, { b0, b1, b2, a1, a2 }: Section): void {
  let s1 = 0;
  let s2 = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const out = b0 * value + s1;
    s1 = b1 * value - a1 * out + s2;
    s2 = b2 * value - a2 * out;
    values[i] = out;
  }
}
