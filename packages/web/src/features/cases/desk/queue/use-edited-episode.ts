/**
 * Provides the selected episode for the strip, which draws it and lets the user who holds the edit lock move its ends.
 */
import { useTranslation } from 'react-i18next';
import type { EditedEpisode } from '../../../../trace/signal/edited-episode.ts';
import { useFindingName } from '../../analysis/use-finding-name.ts';
import { hasEnds, setEndsEdits } from '../session/finding-edits.ts';
import type { Desk } from '../session/use-desk.ts';

export function useEditedEpisode({ current, writes, write }: Desk): EditedEpisode | undefined {
  const { t } = useTranslation('measuring');
  const nameOf = useFindingName();
  if (current?.of !== 'episode' || current.state === 'rejected') return undefined;
  const { kind, start_sample: start, end_sample: end, instead_of } = current.finding;
  const name = current.finding.name ?? nameOf(kind);
  return {
    key: current.key,
    kind,
    start,
    end,
    words: {
      name,
      start: t('episode.start', { name }),
      end: t('episode.end', { name }),
      began: (time) => t('episode.began', { time }),
      ends: (time) => t('episode.ends', { time }),
      engine: (time) => t('episode.engine', { time }),
    },
    engine: instead_of === undefined ? null : { start: instead_of.start_sample, end: instead_of.end_sample },
    onMove:
      writes && hasEnds(current)
        ? (ends) => {
            const edits = setEndsEdits(current, ends);
            write(edits);
            return edits.length > 0;
          }
        : null,
  };
}
