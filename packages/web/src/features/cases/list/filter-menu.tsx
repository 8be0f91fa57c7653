/** The values of one filter as checkboxes; every change is in the list at once. */
import Checkbox from '@mui/material/Checkbox';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/text-field.tsx';
import { nameLanguage } from '../marks/name-language.ts';
import { chosenValues, type FilterField, type FilterOption, useFilterOptions } from './filter-fields.ts';
import { type ListState, statusesOf } from './list-state.ts';
import type { ListKind } from './list-kinds.ts';

const Frame = styled('div')({ width: 264, padding: 8 });
const Head = styled('div')({ padding: '2px 8px 6px', fontWeight: 600 });
const List = styled('div')({ maxHeight: 320, overflow: 'auto' });
const Row = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  paddingRight: 8,
  borderRadius: 4,
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
}));

/** With more values than this a field narrows them. */
const many = 9;

export type FilterMenuProps = {
  field: FilterField;
  state: ListState;
  kind: ListKind;
  anchor: HTMLElement;
  onClose: () => void;
  onChange: (values: Readonly<Record<string, unknown>>) => void;
};

/** What the address says for a field whose values became these. */
function written(field: FilterField, values: readonly string[]): Readonly<Record<string, unknown>> {
  if (field === 'closed') return { closed: values.at(-1), page: undefined };
  if (field === 'status' && values.length === 0) return { status: 'any', page: undefined };
  return { [field]: values, page: undefined };
}

function Options({
  options,
  chosen,
  onToggle,
}: {
  options: readonly FilterOption[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}) {
  const { t } = useTranslation('case-list');
  const [part, setPart] = useState('');
  const shown = options.filter(({ label }) => label.toLowerCase().includes(part.toLowerCase()));
  return (
    <>
      {options.length > many ? (
        <TextField label={t('filter.find')} value={part} onChange={(event) => setPart(event.target.value)} />
      ) : null}
      <List>
        {shown.map(({ value, label }) => (
          <Row key={value}>
            <Checkbox size="small" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
            <span lang={nameLanguage(label)}>{label}</span>
          </Row>
        ))}
        {shown.length === 0 ? <Head>{t('filter.none')}</Head> : null}
      </List>
    </>
  );
}

export function FilterMenu({ field, state, kind, anchor, onClose, onChange }: FilterMenuProps) {
  const { t } = useTranslation('case-list');
  const options = useFilterOptions(field, state);
  const chosen = field === 'status' ? statusesOf(state, kind) : chosenValues(state, field);
  const toggle = (value: string) => {
    const kept = chosen.filter((each) => each !== value);
    onChange(written(field, kept.length < chosen.length ? kept : [...chosen, value]));
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t(`filter.${field}`), sx: floating } }}
    >
      <Frame>
        <Head>{t(`filter.${field}`)}</Head>
        {options ? (
          <Options options={options} chosen={chosen} onToggle={toggle} />
        ) : (
          <Skeleton height={120} />
        )}
      </Frame>
    </Popover>
  );
}

const floating = {
  marginTop: '4px',
  borderRadius: '8px',
  backgroundColor: 'var(--rd-palette-surface-s4)',
  boxShadow: 'var(--rd-palette-shadow-menu)',
};
