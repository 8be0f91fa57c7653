// Resamples signals that were recorded faster than a recording may be: BioSemi's recorders begin at 2,048 Hz.
//
// Every so many samples become one, their mean weighted by a triangle, which keeps the ECG's band and weakens what would
// fold into it. The new rate is a whole part of the old one, so that no time is rounded.

import type { PiecewiseFile, SignalRun } from './piecewise.ts';
import { parsed } from './parsed.ts';
import { NO_SAMPLE, type SourceFlaw } from './recording.ts';
import { traceLimits } from '../labels/stored-samples.ts';

/** No recorder of an ECG is faster. */
const FASTEST_HZ = 1e6;

/** Returns the smallest number of samples that become one at an allowed, whole rate; 1 if none is needed or possible. */
function samplesInOne(hz: number): number {
  if (hz <= traceLimits.sampling_hz_max || hz > FASTEST_HZ) return 1;
  const least = Math.ceil(hz / traceLimits.sampling_hz_max);
  for (let n = least; hz / n >= traceLimits.sampling_hz_min; n++) if (Number.isInteger(hz / n)) return n;
  return 1;
}

/** The last samples before a run that continues them. */
interface Tail {
  readonly end_s: number;
  readonly samples: Int32Array;
}

/**
 * Returns the samples at every `n`th place from `first` on, each with its neighbours up to the next places. Missing ones do
 * not count.
 */
function thinned(samples: Int32Array, n: number, first: number, before: Int32Array): Int32Array {
  const out = new Int32Array(Math.max(0, Math.ceil((samples.length - first) / n)));
  for (let k = 0; k < out.length; k++) {
    const centre = first + k * n;
    let sum = 0;
    let weights = 0;
    for (let j = 1 - n; j < n; j++) {
      const at = centre + j;
      const value = at < 0 ? before[before.length + at] : samples[at];
      if (value === undefined || value === NO_SAMPLE) continue;
      sum += (n - Math.abs(j)) * value;
      weights += n - Math.abs(j);
    }
    out[k] = samples[centre] === NO_SAMPLE || weights === 0 ? NO_SAMPLE : Math.round(sum / weights);
  }
  return out;
}

/** Returns the last samples of a run, with those before it if it is shorter. */
function lastOf(samples: Int32Array, n: number, before: Int32Array): Int32Array {
  return samples.length >= n ? samples.slice(-n) : Int32Array.from([...before, ...samples]).slice(-n);
}

/** Returns how many samples of a run are before its first place: places are counted from the start of the file. */
function firstPlace(at_s: number, hz: number, n: number): number {
  const past = Math.round(at_s * hz) % n;
  return past === 0 ? 0 : n - past;
}

/** Returns the file with every signal at an allowed rate, if a whole part of its own is one; a flaw says so. */
export function withinRate(file: PiecewiseFile): PiecewiseFile {
  const factors = file.signals.map(({ sampling_hz: hz }) => samplesInOne(hz));
  const first = factors.findIndex((n) => n > 1);
  if (first < 0) return file;
  const hzOf = (i: number): number => (file.signals[i]?.sampling_hz ?? 0) / (factors[i] ?? 1);
  const tails = new Map<number, Tail>();
  const [{ sampling_hz: ownHz } = { sampling_hz: 1 }] = file.signals;
  const [factor = 1] = factors;
  const isAlike = file.signals.every(({ sampling_hz: hz }) => hz === ownHz);
  const thin = ({ at_s, samples }: SignalRun): SignalRun => ({
    at_s: isAlike ? at_s + firstPlace(at_s, ownHz, factor) / ownHz : at_s,
    samples: samples.map((all, i) => {
      const n = factors[i] ?? 1;
      if (n === 1) return all;
      const hz = file.signals[i]?.sampling_hz ?? 1;
      const tail = tails.get(i);
      const before =
        tail !== undefined && Math.abs(tail.end_s - at_s) < 0.5 / hz ? tail.samples : new Int32Array();
      tails.set(i, { end_s: at_s + all.length / hz, samples: lastOf(all, n, before) });
      return thinned(all, n, firstPlace(at_s, hz, n), before);
    }),
  });
  const detail = { from_hz: file.signals[first]?.sampling_hz ?? 0, to_hz: hzOf(first) };
  const flaw: SourceFlaw = { code: 'resampled', detail };
  return {
    ...file,
    signals: file.signals.map((signal, i) => ({ ...signal, sampling_hz: hzOf(i) })),
    flaws: [...file.flaws, flaw],
    read: (piece, bytes) => {
      if (piece === 0) tails.clear();
      const read = file.read(piece, bytes);
      return read.ok ? parsed({ ...read.value, runs: read.value.runs.map(thin) }) : read;
    },
  };
}
