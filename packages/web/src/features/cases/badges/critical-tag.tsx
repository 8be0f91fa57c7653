/** Marks a case with a critical finding, with the time left to notify its hospital; red in every list. */
import { SirenIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** Writes the time to the deadline: `6 m over`, `18 m left`. */
export function useTimeToDeadline(): (due_at: string) => { over: boolean; soon: boolean; words: string } {
  const { t } = useTranslation('words');
  const format = useFormat();
  const nowMs = useNow();
  return (due_at) => {
    const leftMs = Date.parse(due_at) - nowMs;
    const span = format.durationToMinute(Math.abs(leftMs));
    const over = leftMs < 0;
    return { over, soon: leftMs < soonMs, words: t(over ? 'due.over' : 'due.left', { span }) };
  };
}
const soonMs = 20 * 60_000;

export function CriticalTag({ due_at }: { due_at: string }) {
  const { t } = useTranslation('words');
  const timeTo = useTimeToDeadline();
  return (
    <Tag tone="error" icon={<SirenIcon size={13} weight="fill" aria-hidden="true" />}>
      {t('critical', { time: timeTo(due_at).words })}
    </Tag>
  );
}

/** Shows the icon alone, for a narrow column; its name contains the rest. */
export function CriticalMark({ due_at }: { due_at: string }) {
  const { t } = useTranslation('words');
  const timeTo = useTimeToDeadline();
  const label = t('critical', { time: timeTo(due_at).words });
  return (
    <span role="img" aria-label={label} title={label} style={{ display: 'inline-flex', verticalAlign: -3 }}>
      <SirenIcon size={16} weight="fill" color="var(--rd-palette-error-main)" aria-hidden="true" />
    </span>
  );
}
