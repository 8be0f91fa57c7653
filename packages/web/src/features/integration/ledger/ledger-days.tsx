/** Lists the days of the ledger by institution, as a table, and as cards for narrow windows. */
import { styled, type Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { LedgerDay } from '@rhythmdesk/contract/ledger';
import { ledgerParts, type LedgerFigure, type LedgerSide } from '@rhythmdesk/domain/integration/ledger';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ListTable } from '../../../ui/list/list-table.ts';
import { Card, Cards } from '../../../ui/list/row-cards.ts';
import { Tag } from '../../../ui/tag.tsx';
import { FigureButton } from './figure-button.tsx';
import type { LedgerRange, OnFigure } from './ledger-state.ts';

const Table = styled(ListTable)({
  '& th.side': { textAlign: 'center' },
  '& th.number': { whiteSpace: 'normal', lineHeight: '16px', minWidth: 64 },
  '& td.day': { whiteSpace: 'nowrap' },
});
const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) max-content',
  gap: '2px 12px',
  margin: 0,
  '& dd': { margin: 0, textAlign: 'right' },
});

type Column = {
  readonly key: 'orders' | 'refused-orders' | 'cases' | 'results' | OtherColumn;
  readonly total?: LedgerSide;
  readonly figures: readonly LedgerFigure[];
};
type OtherColumn =
  | 'acknowledged'
  | 'waiting'
  | 'failed'
  | 'missing'
  | 'alone'
  | 'messages'
  | 'critical'
  | 'critical-open';

/** The numbers of a day. A column with `total` shows the total of its side. */
const columns: readonly Column[] = [
  { key: 'orders', total: 'orders', figures: ledgerParts.orders },
  { key: 'refused-orders', figures: ['order-refused', 'order-lost'] },
  { key: 'cases', total: 'cases', figures: ledgerParts.cases },
  { key: 'results', total: 'results', figures: ledgerParts.results },
  { key: 'acknowledged', figures: ['result-acknowledged'] },
  { key: 'waiting', figures: ['result-waiting'] },
  { key: 'failed', figures: ['result-refused', 'result-dead'] },
  { key: 'missing', figures: ['result-missing'] },
  { key: 'alone', figures: ['result-alone'] },
  { key: 'messages', total: 'messages', figures: ledgerParts.messages },
  { key: 'critical', total: 'critical', figures: ledgerParts.critical },
  { key: 'critical-open', figures: ['critical-open'] },
];

const valueOf = ({ counts }: LedgerDay, { total, figures }: Column): number =>
  total === undefined ? figures.reduce((sum, figure) => sum + counts[figure], 0) : counts[total];

const rangeOf = ({ day, hospital }: LedgerDay): LedgerRange => ({
  ...{ from_time: day, to_time: day },
  hospital_id: [hospital.id],
});

/** Names what is wrong with a day as a whole. */
function DayFaults({ day }: { day: LedgerDay }) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  return (
    <>
      {day.unbalanced.length === 0 ? null : <Tag tone="error">{t('unbalanced')}</Tag>}
      {day.changed.map(({ side, closed }) => (
        <Tag key={side} tone="error">
          {t('changed', { side: t(`side.${side}`), closed: format.number(closed) })}
        </Tag>
      ))}
    </>
  );
}

type DaysProps = { readonly days: readonly LedgerDay[]; readonly onFigure: OnFigure };

function DayNumber({ day, column, onFigure }: { day: LedgerDay; column: Column; onFigure: OnFigure }) {
  const { t } = useTranslation('ledger');
  return (
    <FigureButton
      label={t(`column.${column.key}`)}
      value={valueOf(day, column)}
      figures={column.figures}
      range={rangeOf(day)}
      onFigure={onFigure}
    />
  );
}

const keyOf = ({ day, hospital }: LedgerDay): string => `${day} ${String(hospital.id)}`;

function DayTable({ days, onFigure }: DaysProps) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('column.day')}</th>
          <th scope="col">{t('column.hospital')}</th>
          {columns.map(({ key }) => (
            <th scope="col" className="number" key={key}>
              {t(`column.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={keyOf(day)}>
            <td className="day">{format.calendarDate(day.day)}</td>
            <td>
              <span lang={nameLanguage(day.hospital.name)}>{day.hospital.name}</span> <DayFaults day={day} />
            </td>
            {columns.map((column) => (
              <td className="number" key={column.key}>
                <DayNumber day={day} column={column} onFigure={onFigure} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function DayCards({ days, onFigure }: DaysProps) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  return (
    <Cards>
      {days.map((day) => (
        <Card tinted={false} key={keyOf(day)}>
          <span className="line">
            <b lang={nameLanguage(day.hospital.name)}>{day.hospital.name}</b>
            <span className="quiet">{format.calendarDate(day.day)}</span>
          </span>
          <DayFaults day={day} />
          <Figures>
            {columns
              .filter((column) => valueOf(day, column) > 0)
              .map((column) => [
                <dt key={`${column.key}-name`}>{t(`column.${column.key}`)}</dt>,
                <dd key={column.key}>
                  <DayNumber day={day} column={column} onFigure={onFigure} />
                </dd>,
              ])}
          </Figures>
        </Card>
      ))}
    </Cards>
  );
}

export function LedgerDays(props: DaysProps) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'), { noSsr: true });
  return narrow ? <DayCards {...props} /> : <DayTable {...props} />;
}
