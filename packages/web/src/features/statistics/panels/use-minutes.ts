/** Formats minutes for the statistics: in hours below three days, in days from there. */
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';

const dayMinutes = 1440;
const daysFrom = 3 * dayMinutes;

export function useMinutes(): (minutes: number | null) => string {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  return (minutes) => {
    if (minutes === null) return '–';
    if (minutes >= daysFrom) return t('days', { days: format.number(minutes / dayMinutes, 1) });
    return t('hours', { hours: format.number(minutes / 60, 1) });
  };
}

/** Returns a share in per cent, or a dash if the whole is zero. */
export function useShare(): (part: number, all: number) => string {
  const format = useFormat();
  return (part, all) => (all === 0 ? '–' : format.percent(part / all));
}
