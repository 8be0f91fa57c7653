/** The places of the kind that is read, some at a time, each with a small strip; sorted as the reader likes. */
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { SmallStrip } from '../../../trace/panels/small-strip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ReadBeats } from './beats-message.ts';
import {
  type Episodes,
  findingItems,
  findingOrders,
  type FindingItem,
  type FindingOrder,
  ordersOf,
  sortFindings,
} from './finding-items.ts';
import type { FindingRow } from './finding-rows.ts';
import { useStripPlace } from './strip-place.tsx';

const shownAtOnce = 6;

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  padding: '0 8px 2px',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
  '& .MuiSelect-select': { padding: '2px 22px 2px 6px', fontSize: textSize.small },
  '& > span': { marginLeft: 'auto' },
  [theme.breakpoints.down('md')]: { minHeight: 44, '& .MuiSelect-select': { padding: '10px 24px 10px 8px' } },
}));
const Items = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 });
const One = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: '3px 8px 2px',
  border: 0,
  borderLeft: '2px solid transparent',
  font: 'inherit',
  fontSize: textSize.small,
  lineHeight: '16px',
  textAlign: 'left',
  color: theme.vars.palette.text.secondary,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '&[aria-current]': {
    borderLeftColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.tint,
  },
  '& > span': { display: 'flex', flexWrap: 'wrap', gap: '0 8px' },
  '& b': { flex: 1, fontWeight: 500, whiteSpace: 'nowrap', color: theme.vars.palette.text.primary },
  '& b > span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
}));

type PlacesProps = {
  readonly row: FindingRow;
  readonly index: number;
  readonly beats: ReadBeats | undefined;
  readonly analysis: Episodes;
};

function useItems({ row, beats, analysis }: PlacesProps): FindingItem[] {
  const view = useStored(useStripPlace().view);
  const hz = view?.sampling_hz ?? null;
  return useMemo(
    () => (hz === null ? [] : findingItems(row, analysis, beats, hz)),
    [row, analysis, beats, hz],
  );
}

function Place({ row, item, current }: { row: FindingRow; item: FindingItem; current: boolean }) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const strip = useStripPlace();
  const view = useStored(strip.view);
  if (view === null) return null;
  const { seconds, bpm, certainty } = item;
  const day = view.dayOf(item.start);
  return (
    <li>
      <One
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => strip.read(row.kind, item.index, row.places)}
      >
        <SmallStrip strips={view.small} start={item.start} end={item.end} />
        <span>
          <b title={day?.date}>
            {day === null ? null : <span>{t('day', { day: format.number(day.day) })} </span>}
            {view.timeOf(item.start)}
          </b>
          {seconds === null ? null : <i>{format.duration(seconds * 1000)}</i>}
          {bpm === null ? null : <i>{t('bpm', { value: format.number(Math.round(bpm)) })}</i>}
          {certainty === null ? null : <i>{format.percent(certainty)}</i>}
        </span>
      </One>
    </li>
  );
}

type OrderProps = {
  readonly items: readonly FindingItem[];
  readonly order: FindingOrder;
  readonly onOrder: (order: FindingOrder) => void;
};

function OrderChoice({ items, order, onOrder }: OrderProps) {
  const { t } = useTranslation('analysis');
  return (
    <Select
      size="small"
      variant="outlined"
      value={order}
      inputProps={{ 'aria-label': t('order') }}
      onChange={({ target }) => {
        const next = findingOrders.find((one) => one === target.value);
        if (next !== undefined) onOrder(next);
      }}
    >
      {ordersOf(items).map((one) => (
        <MenuItem key={one} value={one} dense>
          {t(`order.${one}`)}
        </MenuItem>
      ))}
    </Select>
  );
}

export function FindingPlaces(props: PlacesProps) {
  const { row, index } = props;
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const items = useItems(props);
  const [order, setOrder] = useState<FindingOrder>('time');
  const sorted = useMemo(() => sortFindings(items, order), [items, order]);
  const [turned, setTurned] = useState<{ index: number; page: number }>({ index, page: 0 });
  // The list turns to the page of the finding that is read, until the reader turns it by hand.
  const ofRead = Math.max(0, Math.floor(sorted.findIndex((item) => item.index === index) / shownAtOnce));
  const page = turned.index === index ? turned.page : ofRead;
  const last = Math.max(0, Math.ceil(sorted.length / shownAtOnce) - 1);
  const first = Math.min(page, last) * shownAtOnce;
  const turn = (by: -1 | 1): void => setTurned({ index, page: Math.min(last, Math.max(0, page + by)) });
  if (items.length === 0) return null;
  return (
    <>
      <Bar>
        <OrderChoice
          items={items}
          order={order}
          onOrder={(next) => {
            setOrder(next);
            setTurned({ index, page: 0 });
          }}
        />
        <span>
          {t('position', {
            index: `${format.number(first + 1)}–${format.number(Math.min(first + shownAtOnce, sorted.length))}`,
            total: format.number(sorted.length),
          })}
        </span>
        <IconButton name={t('places.previous')} size="small" disabled={first === 0} onClick={() => turn(-1)}>
          <CaretLeftIcon size={14} weight="bold" />
        </IconButton>
        <IconButton name={t('places.next')} size="small" disabled={page >= last} onClick={() => turn(1)}>
          <CaretRightIcon size={14} weight="bold" />
        </IconButton>
      </Bar>
      <Items aria-label={t('places')}>
        {sorted.slice(first, first + shownAtOnce).map((item) => (
          <Place key={item.index} row={row} item={item} current={item.index === index} />
        ))}
      </Items>
    </>
  );
}
