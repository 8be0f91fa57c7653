/**
 * Provides what the strip shows of the selected change: its episode, with the ends that the analysis had, and its beats.
 */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedEpisode } from '../../../../trace/signal/edited-episode.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';
import { useEpisodeWords } from '../session/episode-words.ts';
import type { Desk } from '../session/use-desk.ts';
import { beatsOf } from './change-work.ts';
import { useRowRead } from './use-changes.ts';

type Stretch = { readonly start_sample: number; readonly end_sample: number };
type ChangedEpisode = Stretch & {
  readonly kind: RhythmKey;
  /** The ends of the analysis, if they differ. */
  readonly from?: Stretch;
};

/** Null if the change is about beats. */
export function episodeOfChange(change: ReadingChange): ChangedEpisode | null {
  if ('samples' in change) return null;
  if ('finding' in change) return change.finding;
  if (!('episode' in change))
    return { kind: 'noise', start_sample: change.start_sample, end_sample: change.end_sample };
  return change.kind === 'episode_changed' ? { ...change.episode, from: change.from } : change.episode;
}

type ShownChange = { readonly edited: EditedEpisode | undefined; readonly judged: ArrayLike<number> };

export function useShownChange(desk: Desk): ShownChange {
  const { t } = useTranslation('desk');
  const nameOf = useFindingName();
  const wordsOf = useEpisodeWords();
  const row = useRowRead(desk);
  const judged = useMemo(() => (row === null ? [] : beatsOf(row.change).toSorted((a, b) => a - b)), [row]);
  const episode = row === null ? null : episodeOfChange(row.change);
  if (row === null || episode === null) return { edited: undefined, judged };
  const { kind, start_sample: start, end_sample: end, from } = episode;
  const edited: EditedEpisode = {
    ...{ key: row.key, kind, start, end, onMove: null },
    words: wordsOf(`${nameOf(kind)} · ${t(`changes.done.${row.change.kind}`)}`),
    engine: from === undefined ? null : { start: from.start_sample, end: from.end_sample },
  };
  return { edited, judged };
}
