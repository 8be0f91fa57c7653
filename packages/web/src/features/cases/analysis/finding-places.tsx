/** Lists the places of the selected kind, some at a time, each with a small strip, in the user's sort order. */
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { isAdded, type ReadFinding } from '@rhythmdesk/ecg/reading/reading-figures';
import { CaretLeftIcon, CaretRightIcon, CheckIcon, PencilSimpleIcon } from '@phosphor-icons/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { SmallStrip } from '../../../trace/panels/small-strip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ReadBeats } from '../reading/read-beats.ts';
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
import { jumpTarget } from './finding-jump.ts';
import { JumpField } from './jump-field.tsx';
import { useStripPlace } from './strip-place.tsx';
import { useFindingOf } from './use-judging.ts';
import { usePlaceKeys } from './use-place-keys.ts';

const shownAtOnce = 6;

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  padding: '0 8px 2px',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
  '& .MuiSelect-select': { padding: '2px 22px 2px 6px', fontSize: textSize.small },
  [theme.breakpoints.down('md')]: { minHeight: 44, '& .MuiSelect-select': { padding: '10px 24px 10px 8px' } },
}));
/** On one line, even if the bar takes two. */
const Pages = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  marginLeft: 'auto',
  whiteSpace: 'nowrap',
});
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
  '& svg': { marginLeft: 6, verticalAlign: -2 },
  '& .accepted': { color: theme.vars.palette.success.main },
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
  const findingOf = useFindingOf();
  return useMemo(
    () => (hz === null ? [] : findingItems(row, analysis, beats, hz, findingOf)),
    [row, analysis, beats, hz, findingOf],
  );
}

type PlaceProps = {
  readonly row: FindingRow;
  readonly item: FindingItem;
  readonly current: boolean;
  readonly keys: ReturnType<ReturnType<typeof usePlaceKeys>>;
};

/** Shows the user's judgment of a finding: a tick, or a pencil if it was added or edited. */
function Judged({ finding }: { finding: ReadFinding | null }) {
  const { t } = useTranslation('reading');
  if (finding?.state === 'accepted') return <CheckIcon className="accepted" size={13} alt={t('accepted')} />;
  if (finding?.state !== 'mended') return null;
  const alt = t(isAdded(finding) ? 'added' : 'mended');
  return <PencilSimpleIcon className="mended" size={13} alt={alt} />;
}

function FindingPlace({ row, item, current, keys }: PlaceProps) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const strip = useStripPlace();
  const view = useStored(strip.view);
  const findingOf = useFindingOf();
  if (view === null) return null;
  const { seconds, bpm, certainty } = item;
  // For two beats the rate says everything: their duration is less than a whole second.
  const hasLength = seconds !== null && (seconds >= 1 || bpm === null);
  const day = view.dayOf(item.start);
  return (
    <li>
      <One
        type="button"
        {...keys}
        aria-current={current ? 'true' : undefined}
        onClick={() => strip.read(row.kind, item.index, row.places)}
      >
        <SmallStrip strips={view.small} start={item.start} end={item.end} />
        <span>
          <b title={day?.date}>
            {day === null ? null : <span>{t('day', { day: format.number(day.day) })} </span>}
            {view.timeOf(item.start)}
            <Judged finding={findingOf(row.kind, item.start, item.end)} />
          </b>
          {hasLength ? <i>{format.length(seconds)}</i> : null}
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

type Turned = { readonly index: number; readonly page: number };

/** Returns the current page of the list: that of the selected finding, until the user turns the page. */
function usePage(sorted: readonly FindingItem[], index: number) {
  const [turned, setTurned] = useState<Turned>({ index, page: 0 });
  const pageOf = (at: number): number => Math.max(0, Math.floor(at / shownAtOnce));
  const last = pageOf(sorted.length - 1);
  const wanted =
    turned.index === index ? turned.page : pageOf(sorted.findIndex((item) => item.index === index));
  const page = Math.min(wanted, last);
  return {
    page,
    last,
    first: page * shownAtOnce,
    turnTo: (next: number) => setTurned({ index, page: Math.min(last, Math.max(0, next)) }),
    reach: (at: number) => setTurned({ index, page: pageOf(at) }),
  };
}

/** Selects the finding that the user typed; returns whether there is one. */
function useJump({ row, index }: PlacesProps, sorted: readonly FindingItem[]): (typed: string) => boolean {
  const strip = useStripPlace();
  const view = useStored(strip.view);
  return (typed) => {
    const near = sorted.find((item) => item.index === index)?.start ?? 0;
    const item = view === null ? undefined : jumpTarget(typed, sorted, view, near);
    if (item !== undefined) strip.read(row.kind, item.index, row.places);
    return item !== undefined;
  };
}

type TurnProps = { readonly page: number; readonly last: number; readonly turnTo: (page: number) => void };

function Turn({ page, last, turnTo }: TurnProps) {
  const { t } = useTranslation('analysis');
  return (
    <>
      <IconButton
        name={t('places.previous')}
        size="small"
        disabled={page === 0}
        onClick={() => turnTo(page - 1)}
      >
        <CaretLeftIcon size={14} weight="bold" />
      </IconButton>
      <IconButton
        name={t('places.next')}
        size="small"
        disabled={page >= last}
        onClick={() => turnTo(page + 1)}
      >
        <CaretRightIcon size={14} weight="bold" />
      </IconButton>
    </>
  );
}

export function FindingPlaces(props: PlacesProps) {
  const { row, index } = props;
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const items = useItems(props);
  const [order, setOrder] = useState<FindingOrder>('time');
  const sorted = useMemo(() => sortFindings(items, order), [items, order]);
  const { page, last, first, turnTo, reach } = usePage(sorted, index);
  const jump = useJump(props, sorted);
  const keysOf = usePlaceKeys({ count: sorted.length, first, shown: shownAtOnce, onReach: reach });
  if (items.length === 0) return null;
  const end = Math.min(first + shownAtOnce, sorted.length);
  return (
    <>
      <Bar>
        <OrderChoice
          items={items}
          order={order}
          onOrder={(next) => {
            setOrder(next);
            turnTo(0);
          }}
        />
        {last > 0 ? <JumpField onJump={jump} /> : null}
        <Pages>
          {t('position', {
            index: `${format.number(first + 1)}–${format.number(end)}`,
            total: format.number(sorted.length),
          })}
          <Turn page={page} last={last} turnTo={turnTo} />
        </Pages>
      </Bar>
      <Items aria-label={t('places')}>
        {sorted.slice(first, end).map((item, at) => (
          <FindingPlace
            key={item.index}
            row={row}
            item={item}
            current={item.index === index}
            keys={keysOf(first + at)}
          />
        ))}
      </Items>
    </>
  );
}
