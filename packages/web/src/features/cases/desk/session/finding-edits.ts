/**
 * Makes the edits that a key writes for an item of the queue. Returns none if the key does not apply to the item.
 *
 * Invariants: accepting twice restores the earlier state; an end never passes the other end; an edited episode stays
 * one episode however often it is edited.
 */
import { type BeatClass, beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { JudgedThing, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { isPauseKind } from '@rhythmdesk/ecg/rhythm/pauses';
import type { End } from '../../../../trace/time/episode-ends.ts';
import { firstAtOrAfter } from '../../../../trace/time/measure.ts';
import type { ReadBeats } from '../../reading/read-beats.ts';
import { beatLists } from './beat-edits.ts';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';

type EpisodeItem = Extract<QueueItem, { of: 'episode' }>;
type ExtremeItem = Extract<QueueItem, { of: 'extreme' }>;
type Ends = { readonly start_sample: number; readonly end_sample: number };

function thingOf(item: Exclude<QueueItem, EpisodeItem>): JudgedThing {
  switch (item.of) {
    case 'template':
      return { of: 'template', template: item.group.template };
    case 'event':
      return { of: 'event', sample: item.start_sample };
    case 'extreme':
      return { of: 'extreme', extreme: item.extreme, sample: item.start_sample };
  }
}

const spanOf = ({ finding: { kind, start_sample, end_sample } }: EpisodeItem) => ({
  kind,
  start_sample,
  end_sample,
});

/** Accepts an open or rejected item, reopens an accepted one. An edited item needs no edit to be accepted. */
export function acceptEdits(item: QueueItem): ReadingEdit[] {
  if (item.state === 'mended') return [];
  const verdict = item.state === 'accepted' ? 'open' : 'accepted';
  if (item.of !== 'episode') return [{ kind: 'judge_thing', thing: thingOf(item), verdict }];
  return [{ kind: 'judge_finding', finding: spanOf(item), verdict }];
}

/** Rejecting the longest RR also rejects the pause at the same place. */
function rejectExtreme(item: ExtremeItem, others: readonly QueueItem[]): ReadingEdit[] {
  const verdict = item.state === 'rejected' ? 'open' : 'rejected';
  const pauses = others.filter(
    (other): other is EpisodeItem =>
      item.extreme === 'longest_rr' &&
      other.of === 'episode' &&
      isPauseKind(other.finding.kind) &&
      other.state !== 'mended' &&
      other.start_sample === item.start_sample,
  );
  return [
    { kind: 'judge_thing', thing: thingOf(item), verdict },
    ...pauses.map((pause): ReadingEdit => ({ kind: 'judge_finding', finding: spanOf(pause), verdict })),
  ];
}

/**
 * Rejects an item: an episode is none, an extreme is replaced by the next one, an unreadable section becomes readable.
 * Rejecting it again reverts that. `others`: all items of the queue.
 */
export function rejectEdits(item: QueueItem, others: readonly QueueItem[] = []): ReadingEdit[] {
  if (item.of === 'extreme') return rejectExtreme(item, others);
  if (item.of !== 'episode') return [];
  const { finding, state } = item;
  const { start_sample, end_sample } = finding;
  if (finding.kind === 'noise') return [{ kind: 'clear_unreadable', start_sample, end_sample }];
  if (state === 'mended') {
    if (finding.episode === undefined) return [];
    const removed: ReadingEdit = { kind: 'remove_episode', episode: finding.episode };
    if (finding.instead_of === undefined) return [removed];
    return [removed, { kind: 'judge_finding', finding: finding.instead_of, verdict: 'rejected' }];
  }
  const verdict = state === 'rejected' ? 'open' : 'rejected';
  return [{ kind: 'judge_finding', finding: spanOf(item), verdict }];
}

/** The class of the beats that make a run or a couplet. In a pattern the beats are not in question. */
const classOfRun: Partial<Record<RhythmKey, 'S' | 'V'>> = {
  ...({ vt: 'V', ivr: 'V', v_triplet: 'V', v_couplet: 'V' } as const),
  ...({ svt: 'S', s_triplet: 'S', s_couplet: 'S' } as const),
};

export type LeftBeats = { readonly label: 'S' | 'V'; readonly samples: readonly number[] };

/**
 * Returns the beats that keep the class of these runs if only the runs are rejected; null if there are none. All runs
 * have the class of the first one.
 */
export function leftBeats(
  items: readonly QueueItem[],
  beats: Pick<ReadBeats, 'sample' | 'class'>,
): LeftBeats | null {
  const runs = items.filter(({ state }) => state !== 'rejected');
  const [label] = runs.flatMap((item) =>
    item.of === 'episode' ? (classOfRun[item.finding.kind] ?? []) : [],
  );
  if (label === undefined) return null;
  const samples = new Set<number>();
  const { sample } = beats;
  for (const item of runs)
    if (item.of === 'episode' && classOfRun[item.finding.kind] === label)
      for (let i = firstAtOrAfter(sample, item.start_sample); (sample[i] ?? Infinity) <= item.end_sample; i++)
        if (beats.class[i] === beatLabels[label].byte) samples.add(sample[i] ?? 0);
  return samples.size === 0 ? null : { label, samples: [...samples].toSorted((a, b) => a - b) };
}

/** What becomes of the beats of a rejected run. */
export type BeatFate = BeatClass | 'kept' | 'removed';

/** Rejects runs and changes their beats, as edits of one step. */
export function rejectRunEdits(
  items: readonly QueueItem[],
  { samples }: LeftBeats,
  fate: BeatFate,
): ReadingEdit[] {
  const rejected = items.flatMap((item) => rejectEdits(item));
  if (fate === 'kept') return rejected;
  const edits = beatLists(samples).map((beats): ReadingEdit =>
    fate === 'removed' ? { kind: 'remove_beats', beats } : { kind: 'relabel_beats', beats, label: fate },
  );
  return [...rejected, ...edits];
}

/** The new rhythm of an episode; `name` is its name if there is no kind for it. */
type Drawn = { readonly rhythm: RhythmKey; readonly name?: string | undefined };

function redrawn({ finding }: EpisodeItem, { rhythm, name }: Drawn, ends: Ends): ReadingEdit[] {
  const { kind, start_sample, end_sample, episode } = finding;
  const drawn = { rhythm, ...ends, name };
  if (episode !== undefined) return [{ kind: 'change_episode', episode, ...drawn }];
  return [{ kind: 'add_episode', ...drawn, instead_of: { kind, start_sample, end_sample } }];
}

/** Gives an episode another rhythm. Sinus rejects the episode; noise marks the section as unreadable. */
export function retypeEdits(item: QueueItem, rhythm: RhythmKey, name?: string): ReadingEdit[] {
  if (item.of !== 'episode' || item.finding.kind === 'noise') return [];
  if (item.finding.kind === rhythm && item.finding.name === name) return [];
  const { start_sample, end_sample } = item.finding;
  if (rhythm === 'noise') return [{ kind: 'mark_unreadable', start_sample, end_sample }];
  if (rhythm === 'sinus') return item.state === 'rejected' ? [] : rejectEdits(item);
  return redrawn(item, { rhythm, name }, { start_sample, end_sample });
}

/** Marks the section from the first to the last of these beats as an episode that the rules did not find. */
export function markEdits(beats: ArrayLike<number>, rhythm: RhythmKey, name?: string): ReadingEdit[] {
  const [start_sample, end_sample] = [beats[0], beats[beats.length - 1]];
  if (start_sample === undefined || end_sample === undefined || start_sample >= end_sample) return [];
  if (rhythm === 'noise') return [{ kind: 'mark_unreadable', start_sample, end_sample }];
  return [{ kind: 'add_episode', rhythm, name, start_sample, end_sample }];
}

/**
 * True if the user may move the ends. Unreadable sections end at whole seconds, and rejected episodes have no place.
 */
export const hasEnds = (item: QueueItem): item is EpisodeItem =>
  item.of === 'episode' && item.state !== 'rejected' && item.finding.kind !== 'noise';

/** Sets both ends; returns no edit if they have not changed or one would pass the other. */
export function setEndsEdits(item: QueueItem, { start, end }: SampleSpan): ReadingEdit[] {
  if (!hasEnds(item) || start >= end) return [];
  const { kind, name, start_sample, end_sample } = item.finding;
  if (start === start_sample && end === end_sample) return [];
  return redrawn(item, { rhythm: kind, name }, { start_sample: start, end_sample: end });
}

/** Moves an end to the previous or next beat. */
export function moveEndEdits(item: QueueItem, end: End, by: -1 | 1, beats: ArrayLike<number>): ReadingEdit[] {
  const ends = { start: item.start_sample, end: item.end_sample };
  const to = beats[by === 1 ? firstAtOrAfter(beats, ends[end] + 1) : firstAtOrAfter(beats, ends[end]) - 1];
  return to === undefined ? [] : setEndsEdits(item, { ...ends, [end]: to });
}

/** Gives all beats of a group another class. */
export function relabelGroupEdits(item: QueueItem, label: BeatClass): ReadingEdit[] {
  if (item.of !== 'template') return [];
  const { template, labelled, beats, label: now } = item.group;
  if (label === now && labelled === beats) return [];
  return [{ kind: 'relabel_beats', beats: { by: 'template', template }, label }];
}
