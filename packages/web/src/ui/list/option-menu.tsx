/** Shows the values of one filter as checkboxes; every change applies to the list at once. */
import Checkbox from '@mui/material/Checkbox';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asLanguage } from '../../platform/texts/languages.ts';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { TextField } from '../text-field.tsx';

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

/** With more values than this, a field narrows them. */
const many = 9;

export type FilterOption = { readonly value: string; readonly label: string };

export type OptionMenuProps = {
  /** The filter's name. */
  readonly name: string;
  /** Undefined while they are being fetched. */
  readonly options: readonly FilterOption[] | undefined;
  readonly chosen: readonly string[];
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly onChange: (chosen: readonly string[]) => void;
};

type OptionsProps = Pick<OptionMenuProps, 'chosen' | 'onChange'> & { options: readonly FilterOption[] };

function Options({ options, chosen, onChange }: OptionsProps) {
  const { t } = useTranslation('lists');
  const [part, setPart] = useState('');
  // The list may update later than the next tick of a checkbox, which must include this one.
  const [ticked, setTicked] = useState(chosen);
  const shown = options.filter(({ label }) => label.toLowerCase().includes(part.toLowerCase()));
  const toggle = (value: string) => {
    const kept = ticked.filter((each) => each !== value);
    const next = kept.length < ticked.length ? kept : [...ticked, value];
    setTicked(next);
    onChange(next);
  };
  return (
    <>
      {options.length > many ? (
        <TextField label={t('filter.find')} value={part} onChange={(event) => setPart(event.target.value)} />
      ) : null}
      <List>
        {shown.map(({ value, label }) => (
          <Row key={value}>
            <Checkbox size="small" checked={ticked.includes(value)} onChange={() => toggle(value)} />
            <span lang={nameLanguage(label)}>{label}</span>
          </Row>
        ))}
        {shown.length === 0 ? <Head>{t('filter.none')}</Head> : null}
      </List>
    </>
  );
}

export function OptionMenu({ name, options, chosen, anchor, onClose, onChange }: OptionMenuProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: floating } }}
    >
      <Frame>
        <Head>{name}</Head>
        {options ? (
          <Options options={options} chosen={chosen} onChange={onChange} />
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

/** Returns the text of a chip: up to two names are written out, more are counted. */
export function useChosenWords(): (
  chosen: readonly string[],
  options: readonly FilterOption[] | undefined,
) => string {
  const { t, i18n } = useTranslation('lists');
  return (chosen, options) => {
    const labels = chosen.flatMap((value) => options?.find((option) => option.value === value)?.label ?? []);
    if (labels.length < chosen.length || labels.length > 2)
      return t('filter.of', { count: chosen.length, total: options?.length ?? chosen.length });
    const words = new Intl.ListFormat(asLanguage(i18n.language) ?? 'en', {
      style: 'narrow',
      type: 'disjunction',
    });
    return words.format(labels);
  };
}
