/**
 * Compares the automatic analysis with a reading of it and lists the changes by kind. Only the final difference counts:
 * an edit that was undone, or a class that was changed back, is no change.
 *
 * Invariants: the analysis compared with itself has no change; nor has a reading in which every edit was undone; every
 * beat that exists in only one of them, or has another class, is in exactly one change; the edit of a change is in
 * effect.
 */
import { beatClassFromByte, type BeatClass } from '../labels/beat-labels.ts';
import type { EpisodeSpan } from '../rhythm/episode-marks.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { qualityCode } from '../signal/quality.ts';
import type { ReadContent } from './checksum.ts';
import { secondsOf, type ReadEpisode } from './marks-layer.ts';
import type { OpenReading, ReadingBase } from './reading.ts';

type Stretch = { readonly start_sample: number; readonly end_sample: number };

type Changed =
  | {
      readonly kind: 'beats_relabelled';
      readonly from: BeatClass;
      readonly to: BeatClass;
      readonly samples: readonly number[];
    }
  | {
      readonly kind: 'beats_added' | 'beats_removed';
      readonly label: BeatClass;
      readonly samples: readonly number[];
    }
  | { readonly kind: 'episode_added'; readonly episode: ReadEpisode }
  | { readonly kind: 'episode_changed'; readonly episode: ReadEpisode; readonly from: EpisodeSpan }
  | { readonly kind: 'finding_accepted' | 'finding_rejected'; readonly finding: EpisodeSpan }
  | ({ readonly kind: 'unreadable_marked' | 'unreadable_cleared' } & Stretch);

/** `edit` is the sequence number of the last edit that caused the change. */
export type ReadingChange = Changed & { readonly edit: number };

type BeatDifference = {
  readonly sample: number;
  /** Null if the analysis, or the reading, has no beat. */
  readonly from: BeatClass | null;
  readonly to: BeatClass | null;
};

const classAt = (beats: BeatTable, at: number): BeatClass => beatClassFromByte(beats.classes[at] ?? 0) ?? 'Q';

/** Compares two tables beat by beat, both in the order of their samples. */
function* beatDifferences(machine: BeatTable, read: BeatTable): Generator<BeatDifference> {
  let [a, b] = [0, 0];
  while (a < machine.samples.length || b < read.samples.length) {
    const before = machine.samples[a] ?? Infinity;
    const after = read.samples[b] ?? Infinity;
    const sample = Math.min(before, after);
    const same = before === after && machine.classes[a] === read.classes[b];
    if (!same)
      yield {
        sample,
        from: before === sample ? classAt(machine, a) : null,
        to: after === sample ? classAt(read, b) : null,
      };
    if (before === sample) a++;
    if (after === sample) b++;
  }
}

type BeatAct = Pick<BeatDifference, 'from' | 'to'> & { edit: number; readonly samples: number[] };

function beatChange({ from, to, ...rest }: BeatAct): ReadingChange | null {
  if (from !== null && to !== null) return { kind: 'beats_relabelled', from, to, ...rest };
  if (to !== null) return { kind: 'beats_added', label: to, ...rest };
  return from === null ? null : { kind: 'beats_removed', label: from, ...rest };
}

/** Returns the changes of beats; beats of one class changed in one step are one change. */
function beatChanges(machine: BeatTable, read: BeatTable, hands: Hands): ReadingChange[] {
  const found = new Map<string, BeatAct>();
  for (const { sample, from, to } of beatDifferences(machine, read)) {
    const edit = hands.handAt(sample);
    const name = `${from ?? ''}>${to ?? ''} ${String(hands.stepOf(edit))}`;
    const held = found.get(name);
    if (held === undefined) found.set(name, { from, to, edit, samples: [sample] });
    else {
      held.samples.push(sample);
      held.edit = Math.max(held.edit, edit);
    }
  }
  return [...found.values()].flatMap((act) => beatChange(act) ?? []);
}

/** Returns runs of seconds whose quality differs, each by one edit. */
function qualityChanges(base: ReadingBase, used: Uint8Array, hands: Uint32Array): ReadingChange[] {
  const { sampling_hz, length } = base.beats;
  const changes: ReadingChange[] = [];
  for (let from = 0; from < used.length;) {
    const [before, after, edit] = [base.quality.used[from], used[from], hands[from] ?? 0];
    let to = from + 1;
    while (
      to < used.length &&
      base.quality.used[to] === before &&
      used[to] === after &&
      (hands[to] ?? 0) === edit
    )
      to++;
    const kind = after === qualityCode.usable ? 'unreadable_cleared' : 'unreadable_marked';
    const end_sample = Math.min(length, to * sampling_hz);
    if (before !== after) changes.push({ kind, start_sample: from * sampling_hz, end_sample, edit });
    from = to;
  }
  return changes;
}

type Marks = Pick<ReadContent, 'episodes' | 'verdicts'>;

function markChanges({ episodes, verdicts }: Marks, hands: Hands): ReadingChange[] {
  const drawn = episodes.map((episode): ReadingChange => {
    const { instead_of: from } = episode;
    const edit = hands.ofEpisode(episode.episode);
    return from === undefined
      ? { kind: 'episode_added', episode, edit }
      : { kind: 'episode_changed', episode, from, edit };
  });
  const judged = verdicts.flatMap(({ finding, verdict }): ReadingChange[] => {
    if (verdict === 'open') return [];
    const edit = hands.ofFinding(finding);
    return [{ kind: verdict === 'accepted' ? 'finding_accepted' : 'finding_rejected', finding, edit }];
  });
  return [...drawn, ...judged];
}

const findingKey = ({ kind, start_sample, end_sample }: EpisodeSpan): string =>
  `${kind} ${String(start_sample)} ${String(end_sample)}`;

type Hands = {
  readonly handAt: (sample: number) => number;
  /** Returns the first edit of the step that an edit belongs to. */
  readonly stepOf: (edit: number) => number;
  readonly ofEpisode: (episode: number) => number;
  readonly ofFinding: (finding: EpisodeSpan) => number;
  /** The last edit of each second that was marked or cleared. */
  readonly ofSeconds: Uint32Array;
};

/** Finds the last effective edit of each beat, episode, finding and second. */
function handsOf(open: OpenReading, seconds: number, sampling_hz: number): Hands {
  const steps = new Map<number, number>();
  const episodes = new Map<number, number>();
  const findings = new Map<string, number>();
  const ofSeconds = new Uint32Array(seconds);
  for (const { sequence, edit } of open.standing()) {
    if (edit.kind === 'undo') continue;
    if (edit.step !== undefined) steps.set(sequence, edit.step);
    if (edit.kind === 'change_episode') episodes.set(edit.episode, sequence);
    else if (edit.kind === 'judge_finding') findings.set(findingKey(edit.finding), sequence);
    else if (edit.kind === 'mark_unreadable' || edit.kind === 'clear_unreadable')
      ofSeconds.fill(sequence, ...secondsOf(edit, sampling_hz));
  }
  return {
    handAt: (sample) => open.handAt(sample),
    stepOf: (edit) => steps.get(edit) ?? edit,
    ofEpisode: (episode) => episodes.get(episode) ?? episode,
    ofFinding: (finding) => findings.get(findingKey(finding)) ?? 0,
    ofSeconds,
  };
}

/** Returns the changes by kind; within a kind in the order of the recording. */
export function readingChanges(base: ReadingBase, open: OpenReading): ReadingChange[] {
  const read = open.reading();
  const { used } = read.quality;
  const hands = handsOf(open, used.length, base.beats.sampling_hz);
  return [
    ...beatChanges(base.beats, read.beats, hands),
    ...markChanges(read, hands),
    ...qualityChanges(base, used, hands.ofSeconds),
  ];
}

/** Returns the span of a change in the recording. */
export function spanOfChange(change: ReadingChange): Stretch {
  if ('samples' in change) {
    const { samples } = change;
    return { start_sample: samples[0] ?? 0, end_sample: samples.at(-1) ?? 0 };
  }
  if ('episode' in change) return change.episode;
  return 'finding' in change ? change.finding : change;
}
