/** Makes edits of beats: of any number listed one by one, or of those that are selected on the strip. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { type Selected, selectedBeats, spanOf } from '../../../../trace/time/beat-selection.ts';
import type { Desk } from './use-desk.ts';

/** The most beats that one edit may list. */
const listed = 10_000;

type BeatList = { by: 'list'; samples: number[] };

export function beatLists(samples: readonly number[]): BeatList[] {
  const parts: BeatList[] = [];
  for (let from = 0; from < samples.length; from += listed)
    parts.push({ by: 'list', samples: samples.slice(from, from + listed) });
  return parts;
}

export const relabelBeats = (samples: readonly number[], label: BeatClass): ReadingEdit[] =>
  beatLists(samples).map((beats) => ({ kind: 'relabel_beats', beats, label }));

/** A selection of more beats is written as a range. */
const mostByName = 200;

/** Returns the selected beats as an edit names them: a few one by one, many by the ends. Null if there is none. */
export function selectionOf(
  beats: ArrayLike<number>,
  selected: Selected,
): Extract<ReadingEdit, { kind: 'remove_beats' }>['beats'] | null {
  const samples = selectedBeats(beats, selected);
  if (samples.length === 0) return null;
  const { start, end } = spanOf(selected);
  return samples.length <= mostByName
    ? { by: 'list', samples }
    : { by: 'range', start_sample: start, end_sample: end };
}

export function takenBeats({ view, shown }: Pick<Desk, 'view' | 'shown'>): number[] {
  const selected = view?.selected() ?? null;
  return selected === null || shown === null ? [] : selectedBeats(shown.beats.sample, selected);
}
