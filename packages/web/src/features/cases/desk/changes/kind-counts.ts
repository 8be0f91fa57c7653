/** Counts by kind what the analysis found and what the reading has. */
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import {
  type QueueGroup,
  type QueueKind,
  queueKindOf,
  queueKinds,
} from '@rhythmdesk/ecg/reading/finding-queue';
import type { BeatCounts } from '@rhythmdesk/ecg/rhythm/summary';
import type { ChangeKind } from './change-work.ts';

const beatKinds = [
  ['v_beat', 'v', 'V'],
  ['s_beat', 's', 'S'],
  ['f_beat', 'f', 'F'],
] as const;

type CountedKind = (typeof beatKinds)[number][0] | Exclude<QueueKind, 'templates' | 'extremes' | 'events'>;

type KindCount = {
  readonly kind: CountedKind;
  readonly machine: number;
  readonly reading: number;
  /** Whether a change is about this kind. */
  readonly has: (change: ChangeKind) => boolean;
};

/** The kinds of the queue that are counted in episodes. */
const episodeKinds = queueKinds.filter(
  (kind) => kind !== 'templates' && kind !== 'extremes' && kind !== 'events',
);

const isOfQueue = (change: ChangeKind, kind: QueueKind): boolean =>
  change.of === 'quality'
    ? kind === 'quality'
    : change.of === 'rhythm' && queueKindOf(change.rhythm) === kind;

type Counted = {
  readonly machine: Pick<RecordingAnalysis, 'findings'> & { readonly beats: BeatCounts };
  readonly reading: { readonly beats: BeatCounts; readonly groups: readonly QueueGroup[] };
};

/** Rejected findings are not in the reading. Kinds that neither has are left out. */
export function kindCounts({ machine, reading }: Counted): KindCount[] {
  const beats = beatKinds.map(([kind, field, label]): KindCount => ({
    ...{ kind, machine: machine.beats[field], reading: reading.beats[field] },
    has: (change) => change.of === 'beats' && (change.from === label || change.to === label),
  }));
  const episodes = episodeKinds.map((kind): KindCount => {
    const group = reading.groups.find((one) => one.kind === kind);
    const rejected = group?.items.filter(({ state }) => state === 'rejected').length ?? 0;
    const own = machine.findings.filter((one) => queueKindOf(one.kind) === kind);
    return {
      ...{ kind, machine: own.reduce((sum, { count }) => sum + count, 0) },
      reading: (group?.found ?? 0) - rejected,
      has: (change) => isOfQueue(change, kind),
    };
  });
  return [...beats, ...episodes].filter((one) => one.machine > 0 || one.reading > 0);
}
