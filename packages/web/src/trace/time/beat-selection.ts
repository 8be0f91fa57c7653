/**
 * Changes the selection that the next key changes: the beats from the anchor to the one last reached, or a single
 * position between beats, where one may be added. Positions are samples.
 *
 * Invariants: a step goes to the next beat, whatever was selected; extending keeps the anchor, so going back the same
 * way restores the earlier selection.
 */
import { firstAtOrAfter, snapToBeat } from './measure.ts';
import type { SampleSpan } from './time-scale.ts';

export type Selected = { readonly anchor: number; readonly focus: number };

export const spanOf = ({ anchor, focus }: Selected): SampleSpan => ({
  start: Math.min(anchor, focus),
  end: Math.max(anchor, focus),
});

/** Returns the beat within reach of a click, else the position itself. `extend` keeps the anchor. */
export function pickBeat(
  beats: ArrayLike<number>,
  selected: Selected | null,
  sample: number,
  reach: number,
  extend: boolean,
): Selected {
  const focus = snapToBeat(beats, sample, reach);
  return { anchor: extend && selected !== null ? selected.anchor : focus, focus };
}

/**
 * Selects the beat before or after the one last reached, or after the middle of the strip; unchanged at the recording's
 * ends.
 */
export function stepBeat(
  beats: ArrayLike<number>,
  selected: Selected | null,
  middle: number,
  by: -1 | 1,
  extend: boolean,
): Selected | null {
  const from = selected?.focus ?? middle;
  const index = by === 1 ? firstAtOrAfter(beats, from + 1) : firstAtOrAfter(beats, from) - 1;
  const focus = beats[index];
  if (focus === undefined) return selected;
  return { anchor: extend && selected !== null ? selected.anchor : focus, focus };
}

/** Returns the samples of the selected beats. */
export function selectedBeats(beats: ArrayLike<number>, selected: Selected): number[] {
  const { start, end } = spanOf(selected);
  const samples: number[] = [];
  for (let i = firstAtOrAfter(beats, start); i < beats.length; i += 1) {
    const sample = beats[i];
    if (sample === undefined || sample > end) break;
    samples.push(sample);
  }
  return samples;
}

/**
 * Returns the sample within reach where a run of signal is farthest from its middle value: the peak of a beat. Returns
 * the given sample if there is no signal.
 */
export function peakNear(values: ArrayLike<number>, first: number, sample: number, reach: number): number {
  const from = Math.max(0, sample - reach - first);
  const to = Math.min(values.length, sample + reach + 1 - first);
  const known: number[] = [];
  for (let i = from; i < to; i += 1) {
    const value = values[i] ?? NaN;
    if (!Number.isNaN(value)) known.push(value);
  }
  const rest = known.sort((a, b) => a - b)[Math.floor(known.length / 2)];
  if (rest === undefined) return sample;
  let best = sample;
  let farthest = -1;
  for (let i = from; i < to; i += 1) {
    const away = Math.abs((values[i] ?? NaN) - rest);
    if (away > farthest) {
      farthest = away;
      best = first + i;
    }
  }
  return best;
}
