/** Makes edits that list beats one by one, for any number of beats. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';

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
