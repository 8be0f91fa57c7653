/** Shows the search period as a chip; its popover takes two dates, both included, less than 62 days apart. */
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { CalendarBlankIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { FilterChip } from '../filter-chip.tsx';
import { TextField } from '../text-field.tsx';
import { lastDays, type Period, periodFault, periodFaultWords } from './period.ts';

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 12, width: 304, padding: 16 });
const Two = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 });
const Presets = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6 });

const presetDays = [7, 30, 61] as const;

/** Why a period is rejected, as text; `soon` shows it already while the user types. */
type PeriodWords = { readonly words: string; readonly soon: boolean };
export type JudgePeriod = (period: Period) => PeriodWords | null;

/** Returns the rule of the searches: under 62 days. */
function useSearchRule(): JudgePeriod {
  const { t } = useTranslation('lists');
  return (period) => {
    const fault = periodFault(period);
    if (fault === null) return null;
    return { words: t(`period.fault.${periodFaultWords[fault]}`), soon: fault === 'input/period-too-long' };
  };
}

type EditorProps = {
  period: Period;
  today: string;
  judge: JudgePeriod | undefined;
  onApply: (period: Period) => void;
};

function PeriodEditor({ period, today, judge, onApply }: EditorProps) {
  const { t } = useTranslation('lists');
  const searchRule = useSearchRule();
  const rule = judge ?? searchRule;
  const { control, register, handleSubmit, formState } = useForm({ defaultValues: period });
  const [from, to] = useWatch({ control, name: ['from', 'to'] });
  const fault = rule({ from, to });
  const submit = handleSubmit((draft) => {
    if (rule(draft) === null) onApply(draft);
  });
  const { ref: fromRef, ...fromField } = register('from');
  const { ref: toRef, ...toField } = register('to');
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <Presets>
        {presetDays.map((days) => (
          <Button key={days} size="small" onClick={() => onApply(lastDays(today, days))}>
            {t('period.last-days', { days })}
          </Button>
        ))}
      </Presets>
      <Two>
        <TextField
          {...fromField}
          inputRef={fromRef}
          label={t('period.from')}
          type="date"
          fault={fault !== null && (formState.isSubmitted || fault.soon) ? fault.words : undefined}
        />
        <TextField {...toField} inputRef={toRef} label={t('period.to')} type="date" />
      </Two>
      <Button type="submit" variant="contained" color="primary">
        {t('period.apply')}
      </Button>
    </Form>
  );
}

const dateMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

export function PeriodChip({
  name,
  period,
  today,
  judge,
  onChange,
}: {
  /** What the dates refer to. */
  name: string;
  period: Period;
  today: string;
  /** A rule other than that of the searches. */
  judge?: JudgePeriod;
  onChange: (period: Period) => void;
}) {
  const format = useFormat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const apply = (next: Period) => {
    setAnchor(null);
    onChange(next);
  };
  return (
    <>
      <FilterChip
        name={name}
        value={format.range('date', dateMs(period.from), dateMs(period.to), 'UTC')}
        icon={<CalendarBlankIcon size={14} aria-hidden="true" />}
        onOpen={setAnchor}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': name,
            sx: { marginTop: '4px', borderRadius: '8px', boxShadow: 'var(--rd-palette-shadow-menu)' },
          },
        }}
      >
        <PeriodEditor period={period} today={today} judge={judge} onApply={apply} />
      </Popover>
    </>
  );
}
