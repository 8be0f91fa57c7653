/** Edits that name beats one by one, however many they are. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';

/** As many as one edit may list. */
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
