/**
 * What the machine said against what a person changed: the analysis and a reading of it, told apart by kind. Only what
 * is different in the end counts: what was done and undone, or named and named back, is no change.
 *
 * Laws: the analysis against itself has no change; nor has a reading of which everything was undone; every beat that
 * stands in one alone, or under another class, is in exactly one change.
 */
import { beatClassFromByte, type BeatClass } from '../labels/beat-labels.ts';
import type { EpisodeSpan } from '../rhythm/episode-marks.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { qualityCode } from '../signal/quality.ts';
import type { ReadContent } from './checksum.ts';
import type { ReadEpisode } from './marks-layer.ts';
import type { ReadingBase } from './reading.ts';

type Stretch = { readonly start_sample: number; readonly end_sample: number };

type ReadingChange =
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

type BeatDifference = {
  readonly sample: number;
  /** Null where the machine, or the reading, has no beat. */
  readonly from: BeatClass | null;
  readonly to: BeatClass | null;
};

const classAt = (beats: BeatTable, at: number): BeatClass => beatClassFromByte(beats.classes[at] ?? 0) ?? 'Q';

/** Beats of two tables side by side, both in the order of their samples. */
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

function beatChange(from: BeatClass | null, to: BeatClass | null, samples: number[]): ReadingChange | null {
  if (from !== null && to !== null) return { kind: 'beats_relabelled', from, to, samples };
  if (to !== null) return { kind: 'beats_added', label: to, samples };
  return from === null ? null : { kind: 'beats_removed', label: from, samples };
}

function beatChanges(machine: BeatTable, read: BeatTable): ReadingChange[] {
  if (machine === read) return [];
  const found = new Map<string, { from: BeatClass | null; to: BeatClass | null; samples: number[] }>();
  for (const { sample, from, to } of beatDifferences(machine, read)) {
    const name = `${from ?? ''}>${to ?? ''}`;
    const held = found.get(name);
    if (held === undefined) found.set(name, { from, to, samples: [sample] });
    else held.samples.push(sample);
  }
  return [...found.values()].flatMap(({ from, to, samples }) => beatChange(from, to, samples) ?? []);
}

/** Runs of seconds that can be read in one alone. */
function qualityChanges(base: ReadingBase, used: Uint8Array): ReadingChange[] {
  const { sampling_hz, length } = base.beats;
  const changes: ReadingChange[] = [];
  for (let from = 0; from < used.length;) {
    const [before, after] = [base.quality.used[from], used[from]];
    let to = from + 1;
    while (to < used.length && base.quality.used[to] === before && used[to] === after) to++;
    const kind = after === qualityCode.usable ? 'unreadable_cleared' : 'unreadable_marked';
    const end_sample = Math.min(length, to * sampling_hz);
    if (before !== after) changes.push({ kind, start_sample: from * sampling_hz, end_sample });
    from = to;
  }
  return changes;
}

function markChanges({ episodes, verdicts }: Pick<ReadContent, 'episodes' | 'verdicts'>): ReadingChange[] {
  const drawn = episodes.map((episode): ReadingChange => {
    const { instead_of: from } = episode;
    return from === undefined
      ? { kind: 'episode_added', episode }
      : { kind: 'episode_changed', episode, from };
  });
  const judged = verdicts.flatMap(({ finding, verdict }): ReadingChange[] => {
    if (verdict === 'open') return [];
    return [{ kind: verdict === 'accepted' ? 'finding_accepted' : 'finding_rejected', finding }];
  });
  return [...drawn, ...judged];
}

/**
 * By kind; within a kind in the order of the recording.
 * @planned for the chief's view of the desk
 */
export function readingChanges(base: ReadingBase, read: ReadContent): ReadingChange[] {
  return [
    ...beatChanges(base.beats, read.beats),
    ...markChanges(read),
    ...qualityChanges(base, read.quality.used),
  ];
}
