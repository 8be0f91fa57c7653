/** The institutions of one page as cards, for phones. */
import { styled } from '@mui/material/styles';
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { DotsThreeIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TypeIcon } from '../model/type-icon.tsx';

const Cards = styled('ul')({ display: 'grid', gap: 8, margin: 0, padding: 12, listStyle: 'none' });
const Card = styled('li', { shouldForwardProp: (prop) => prop !== 'tinted' })<{ tinted: boolean }>(
  ({ theme, tinted }) => ({
    position: 'relative',
    display: 'grid',
    gap: 4,
    padding: '10px 12px',
    borderRadius: 10,
    border: `1px solid ${theme.vars.palette.line.main}`,
    backgroundColor: tinted ? theme.vars.palette.primary.tint : theme.vars.palette.card,
    '& .line': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
    '& .quiet': { color: theme.vars.palette.text.secondary },
    '& .mono': { ...theme.typography.mono },
  }),
);
/** The whole card is the button; what acts by itself lies over it. */
const Open = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 600,
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 10 },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 2 },
}));

type CardsProps = {
  rows: readonly InstitutionRow[];
  tinted: ReadonlySet<number>;
  onOpen: (row: InstitutionRow) => void;
  onMenu: (row: InstitutionRow, anchor: HTMLElement) => void;
};

export function InstitutionCards({ rows, tinted, onOpen, onMenu }: CardsProps) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  return (
    <Cards>
      {rows.map((row) => (
        <Card key={row.id} tinted={tinted.has(row.id)}>
          <span className="line">
            <Open type="button" onClick={() => onOpen(row)}>
              <TypeIcon type={row.type} />
              <span lang={nameLanguage(row.name)}>{row.name}</span>
            </Open>
            <IconButton
              name={t('menu', { name: row.name })}
              aria-haspopup="menu"
              sx={{ width: 44, height: 44, margin: '-8px -8px -8px 0', zIndex: 1 }}
              onClick={(event) => onMenu(row, event.currentTarget)}
            >
              <DotsThreeIcon size={20} weight="bold" aria-hidden="true" />
            </IconButton>
          </span>
          <span className="line quiet">
            <span>{[t(`type.${row.type}`), row.region].filter((part) => part !== '').join(' · ')}</span>
            <span className="mono">{row.register_code}</span>
          </span>
          <span className="line quiet">
            <span>{t('preview.people.count', { count: row.user_count })}</span>
            {row.month_cases === null ? null : (
              <span>
                {t('column.month_cases')} {format.number(row.month_cases)}
              </span>
            )}
          </span>
        </Card>
      ))}
    </Cards>
  );
}
