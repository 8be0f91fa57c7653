/** Shows a form that selects beats by their intervals: for keyboard users, and for known limits. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { PlotArea } from '@rhythmdesk/ecg/reading/beat-plots';
import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

const Form = styled('form')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  '& input': {
    width: 52,
    appearance: 'textfield',
    height: 28,
    padding: '0 6px',
    border: `1px solid ${theme.vars.palette.line.strong}`,
    borderRadius: 6,
    font: 'inherit',
    color: 'inherit',
    backgroundColor: theme.vars.palette.surface.s1,
  },
  '& input::-webkit-inner-spin-button': { display: 'none' },
}));

const most = 10_000;
const fields = ['before-from', 'before-to', 'after-from', 'after-to'] as const;
type Field = (typeof fields)[number];
const usual: Readonly<Record<Field, string>> = {
  'before-from': '200',
  'before-to': '560',
  'after-from': '200',
  'after-to': '2000',
};

/** Returns null if a limit is missing or an interval ends before it begins. */
export function intervalsOf(given: Readonly<Record<Field, string>>): PlotArea | null {
  const limit = (field: Field): number => (given[field].trim() === '' ? NaN : Number(given[field]));
  const x = { from: limit('before-from'), to: limit('before-to') };
  const y = { from: limit('after-from'), to: limit('after-to') };
  return x.from <= x.to && y.from <= y.to ? { x, y } : null;
}

export function IntervalForm({ onSelect }: { readonly onSelect: (within: PlotArea) => void }) {
  const { t } = useTranslation('desk');
  const [given, setGiven] = useState(usual);
  const id = useId();
  const within = intervalsOf(given);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (within !== null) onSelect(within);
  };
  const input = (field: Field) => (
    <input
      id={`${id}${field}`}
      type="number"
      min={0}
      max={most}
      aria-label={t(`plots.${field}`)}
      value={given[field]}
      onChange={({ target }) => setGiven({ ...given, [field]: target.value })}
    />
  );
  return (
    <Form onSubmit={submit}>
      <span>{t('plots.rr-short')}</span>
      {input('before-from')}–{input('before-to')}
      <span>{t('plots.next-short')}</span>
      {input('after-from')}–{input('after-to')}
      <Button type="submit" size="small" variant="outlined" disabled={within === null}>
        {t('plots.select')}
      </Button>
    </Form>
  );
}
