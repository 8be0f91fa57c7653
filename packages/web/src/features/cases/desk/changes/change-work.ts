/**
 * Groups the changes to the automatic analysis for the list of the desk: by kind, and in the order of the recording
 * within a kind, each with the edit that made it. The key of a row stays the same after later edits.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { spanOfChange, type ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import { createStore, type Store } from '../../../../platform/store.ts';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';
import type { WrittenEdit } from '../../reading/reading-state.ts';
import { toolState } from '../session/tool-state.ts';

type ChangeWork = {
  /** Null until the worker of the reading has answered. */
  readonly found: Store<readonly ReadingChange[] | null>;
  /** Key of the selected row. */
  readonly current: Store<string | null>;
  /** Whether findings that were accepted without a change are listed too. */
  readonly unfolded: Store<boolean>;
};

export const changeWorkOf = toolState<ChangeWork>(() => ({
  found: createStore<readonly ReadingChange[] | null>(null),
  current: createStore<string | null>(null),
  unfolded: createStore(false),
}));

type ChangeRow = {
  readonly key: string;
  readonly change: ReadingChange;
  readonly span: SampleSpan;
  /** Undefined if the page does not have the edit yet. */
  readonly written: WrittenEdit | undefined;
};

export type ChangeKind =
  | { readonly of: 'quality' }
  /** Null if the analysis, or the reading, has no beat there. */
  | { readonly of: 'beats'; readonly from: BeatClass | null; readonly to: BeatClass | null }
  | { readonly of: 'rhythm'; readonly rhythm: RhythmKey }
  /** Findings that were accepted as the analysis found them. */
  | { readonly of: 'accepted' };

export type ChangeGroup = {
  readonly key: string;
  readonly kind: ChangeKind;
  readonly rows: readonly ChangeRow[];
  /** 0 if the changes are not about beats. */
  readonly beats: number;
};

export const beatsOf = (change: ReadingChange): readonly number[] =>
  'samples' in change ? change.samples : [];

function kindOf(change: ReadingChange): ChangeKind {
  switch (change.kind) {
    case 'unreadable_marked':
    case 'unreadable_cleared':
      return { of: 'quality' };
    case 'beats_relabelled':
      return { of: 'beats', from: change.from, to: change.to };
    case 'beats_added':
      return { of: 'beats', from: null, to: change.label };
    case 'beats_removed':
      return { of: 'beats', from: change.label, to: null };
    case 'episode_added':
    case 'episode_changed':
      return { of: 'rhythm', rhythm: change.episode.kind };
    case 'finding_accepted':
      return { of: 'accepted' };
    case 'finding_rejected':
      return { of: 'rhythm', rhythm: change.finding.kind };
  }
}

const changeKindKey = (kind: ChangeKind): string => Object.values(kind).map(String).join(' ');

function rowOf(change: ReadingChange, log: readonly WrittenEdit[]): ChangeRow {
  const { start_sample, end_sample } = spanOfChange(change);
  const written = log[change.edit - 1];
  return {
    key: `${change.kind} ${String(change.edit)} ${String(start_sample)}`,
    change,
    span: { start: start_sample, end: end_sample },
    written,
  };
}

const ranks: readonly ChangeKind['of'][] = ['quality', 'beats', 'rhythm', 'accepted'];
/** Sorts groups: unreadable sections first, then beats, then rhythms, each by number; accepted findings are last. */
const inOrder = (a: ChangeGroup, b: ChangeGroup): number =>
  ranks.indexOf(a.kind.of) - ranks.indexOf(b.kind.of) || b.beats - a.beats || b.rows.length - a.rows.length;

export function changeGroups(changes: readonly ReadingChange[], log: readonly WrittenEdit[]): ChangeGroup[] {
  const held = Map.groupBy(changes, (change) => changeKindKey(kindOf(change)));
  return [...held]
    .flatMap(([key, own]): ChangeGroup[] => {
      const [first] = own;
      if (first === undefined) return [];
      const rows = own.map((change) => rowOf(change, log)).sort((a, b) => a.span.start - b.span.start);
      const beats = own.reduce((sum, change) => sum + beatsOf(change).length, 0);
      return [{ key, kind: kindOf(first), rows, beats }];
    })
    .sort(inOrder);
}

/** Returns the groups of real changes: accepting a finding changes only its state. */
export const withoutAccepted = (groups: readonly ChangeGroup[]): readonly ChangeGroup[] =>
  groups.filter(({ kind }) => kind.of !== 'accepted');

/** Returns the row that is `by` steps away from the selected one, across all kinds. */
export function rowAfter(
  groups: readonly ChangeGroup[],
  key: string | null,
  by: -1 | 1,
): ChangeRow | undefined {
  const rows = groups.flatMap((group) => group.rows);
  const at = rows.findIndex((row) => row.key === key);
  if (at < 0) return rows[0];
  return rows[Math.min(rows.length - 1, Math.max(0, at + by))];
}

/** Returns the places that the strip can show for a row; for beats the first one, and keys show the others. */
export const placesOf = ({ change, span }: ChangeRow): readonly SampleSpan[] => {
  const beats = beatsOf(change);
  return beats.length === 0 ? [span] : beats.map((sample) => ({ start: sample, end: sample }));
};
