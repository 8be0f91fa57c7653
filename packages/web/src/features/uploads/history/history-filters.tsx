/** Search, outcome and page of the history. Typing asks the server when it pauses. */
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { uploadStates } from '@rhythmdesk/contract/uploads';
import { CaretLeftIcon, CaretRightIcon, MagnifyingGlassIcon } from '@phosphor-icons/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { QueryChange } from '../../../platform/address/use-query-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import { Choice } from '../marks.tsx';
import { type historyAddress, historySize } from './history-address.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  padding: '0 24px 10px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  [theme.breakpoints.down('md')]: { padding: '0 12px 10px' },
}));
const Pages = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  marginLeft: 'auto',
  fontSize: '.75rem',
  color: theme.vars.palette.text.secondary,
}));

const pauseMs = 250;

function Search({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const { t } = useTranslation('uploads');
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useEffectEvent(() => {
    if (typed.trim() !== value) onSearch(typed.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => search(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useShortcuts([{ keys: ['/'], label: t('key.search'), group: 'page', run: () => input.current?.focus() }]);
  return (
    <OutlinedInput
      inputRef={input}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      placeholder={t('history.search')}
      inputProps={{ 'aria-label': t('history.search'), maxLength: 80 }}
      startAdornment={
        <InputAdornment position="start" sx={{ mr: 0 }}>
          <MagnifyingGlassIcon size={16} aria-hidden="true" />
        </InputAdornment>
      }
      endAdornment={<KeyCap name="/" quiet />}
      sx={{ width: 240, fontSize: '.8125rem' }}
    />
  );
}

export type HistoryFiltersProps = {
  readonly filter: z.output<typeof historyAddress>;
  readonly total: number | undefined;
  readonly onChange: QueryChange;
};

export function HistoryFilters({ filter, total, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { page, q, state } = filter;
  const last = Math.max(1, Math.ceil((total ?? 0) / historySize));
  const first = (page - 1) * historySize + 1;
  const to = Math.min(page * historySize, total ?? 0);
  const any = { value: 'any' as const, label: t('outcome.any') };
  const states = uploadStates.map((value) => ({ value, label: t(`filter.${value}`) }));
  return (
    <Bar>
      <Search value={q} onSearch={(next) => onChange({ q: next || undefined, page: undefined })} />
      <Choice
        label={t('column.outcome')}
        value={state ?? 'any'}
        options={[any, ...states]}
        onChoose={(value) =>
          onChange({ state: value === 'any' ? undefined : value, page: undefined }, 'push')
        }
        width={170}
      />
      {total === undefined || total === 0 ? null : (
        <Pages>
          {t('page-of', { from: format.number(first), to: format.number(to), total: format.number(total) })}
          <IconButton
            name={t('page.previous')}
            size="small"
            disabled={page <= 1}
            onClick={() => onChange({ page: page - 1 }, 'push')}
          >
            <CaretLeftIcon size={14} weight="bold" aria-hidden="true" />
          </IconButton>
          <IconButton
            name={t('page.next')}
            size="small"
            disabled={page >= last}
            onClick={() => onChange({ page: page + 1 }, 'push')}
          >
            <CaretRightIcon size={14} weight="bold" aria-hidden="true" />
          </IconButton>
        </Pages>
      )}
    </Bar>
  );
}
