/** Lists the months of the invoices, newest first: the number of cases of each, and whether it is closed. */
import { styled } from '@mui/material/styles';
import type { InvoiceMonth } from '@rhythmdesk/contract/invoices';
import { HourglassMediumIcon, LockIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { closedState } from '../model/invoice-view.ts';
import { scrollEdges, watchEdges } from '../../../ui/list/scroll-edges.ts';

const Rail = styled('nav')(({ theme }) => ({
  flex: 'none',
  width: 224,
  overflow: 'auto',
  borderRight: `1px solid ${theme.vars.palette.line.main}`,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  '& .count, & .name': { fontWeight: 600, lineHeight: '20px' },
  '& .count': { fontVariantNumeric: 'tabular-nums' },
  '& .count, & .under:last-child': { justifySelf: 'end' },
  '& .under': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
  [theme.breakpoints.down('md')]: {
    display: 'flex',
    width: '100%',
    ...scrollEdges,
    borderRight: 0,
    borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  },
}));

const Entry = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gap: '0 8px',
  width: '100%',
  minHeight: 52,
  padding: '7px 16px',
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  border: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[aria-current]': {
    backgroundColor: theme.vars.palette.row.selected,
    boxShadow: `inset 3px 0 ${theme.vars.palette.primary.main}`,
  },
  [theme.breakpoints.down('md')]: {
    flex: 'none',
    width: 168,
    padding: '7px 16px',
    borderBottom: 0,
    '&[aria-current]': { boxShadow: `inset 0 -3px ${theme.vars.palette.primary.main}` },
  },
}));

function MonthState({ row }: { row: InvoiceMonth }) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const state = closedState(row);
  const Icon = state === 'closed' ? LockIcon : HourglassMediumIcon;
  return (
    <span className="under">
      {state === 'empty' ? null : <Icon size={12} aria-hidden="true" />}
      {t(`state.${state}`, {
        closed: format.number(row.closed_count),
        all: format.number(row.account_count),
      })}
    </span>
  );
}

export type MonthRailProps = {
  months: readonly InvoiceMonth[];
  current: string | undefined;
  onOpen: (month: string) => void;
};

export function MonthRail({ months, current, onOpen }: MonthRailProps) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  return (
    <Rail ref={watchEdges} aria-label={t('months')}>
      {months.map((row) => (
        <Entry
          key={row.month}
          type="button"
          aria-current={row.month === current ? 'true' : undefined}
          onClick={() => onOpen(row.month)}
        >
          <span className="name">{format.instant('month', `${row.month}-01T00:00:00Z`, 'UTC')}</span>
          <span className="count">{format.number(row.confirmed_count)}</span>
          <MonthState row={row} />
          <span className="under">
            {row.adjustment_count === 0 ? '' : t('adjustments', { count: row.adjustment_count })}
          </span>
        </Entry>
      ))}
    </Rail>
  );
}
