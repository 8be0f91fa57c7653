/** Names what was open when a case was verified or completed: `3 findings not judged`. */
import type { OpenPoint } from '@rhythmdesk/domain/case/open-points';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';

export function useOpenPointWords(): (point: OpenPoint) => string {
  const { t } = useTranslation('actions');
  const format = useFormat();
  return ({ kind, count }) => {
    const value = kind === 'unseen' ? format.durationToMinute(count * 60_000) : format.number(count);
    return t(`open.${kind}`, { count, value });
  };
}
