/** Provides the texts of an episode that is drawn over the strip. */
import { useTranslation } from 'react-i18next';
import type { EditedEpisode } from '../../../../trace/signal/edited-episode.ts';

export function useEpisodeWords(): (name: string) => EditedEpisode['words'] {
  const { t } = useTranslation('measuring');
  return (name) => ({
    name,
    start: t('episode.start', { name }),
    end: t('episode.end', { name }),
    began: (time) => t('episode.began', { time }),
    ends: (time) => t('episode.ends', { time }),
    engine: (time) => t('episode.engine', { time }),
  });
}
