/**
 * Lists the changes of one kind over the strip: time, kind, picture, edit and author. A press or the arrow keys show
 * the place.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { SmallStrip } from '../../../../trace/panels/small-strip.tsx';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import { useChangeFacts, useChangeHand, useKindWords } from './change-words.ts';
import { type ChangeGroup, changeWorkOf, placesOf } from './change-work.ts';
import { usePlaceTime } from '../session/item-words.ts';
import {
  type ChangeSteps,
  groupRead,
  useListedGroups,
  useChangeSteps,
  useOpenChange,
} from './use-changes.ts';
import type { Desk } from '../session/use-desk.ts';
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import { arrowKeys, memberKeys } from '../walls/member-keys.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { usePins } from '../pins/use-pin-work.ts';
import { WindowRows } from '../walls/window-rows.tsx';

const Frame = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: '0 1 44%',
  minHeight: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
}));
const Top = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  minHeight: 40,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& h2': { margin: 0, fontSize: textSize.body, lineHeight: '20px', fontWeight: 600 },
  '& > span': { color: theme.vars.palette.text.secondary },
  '& > span:last-of-type': { display: 'inline-flex', alignItems: 'center', gap: 4, marginLeft: 'auto' },
}));
const Rows = styled('ol')({
  flex: 1,
  minHeight: 0,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowY: 'auto',
  scrollbarWidth: 'thin',
});
const stripPx = 26;
const Row = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '128px minmax(120px, 1.4fr) 168px 118px minmax(120px, 0.9fr)',
  alignItems: 'center',
  columnGap: 12,
  width: '100%',
  minHeight: 32,
  padding: '2px 16px 2px 13px',
  border: 0,
  borderLeft: '3px solid transparent',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[aria-current]': {
    borderLeftColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.row.selected,
  },
  '& > b': { fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > .hand': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& em': { marginRight: 8, fontStyle: 'normal', fontWeight: 600, color: theme.vars.palette.primary.main },
  // The picture is between the texts on the screen, and after them for a screen reader.
  '& > canvas': { order: 1 },
  '& > .done, & > .hand': { order: 2 },
}));

type ChangeRow = ChangeGroup['rows'][number];
type RowProps = { readonly row: ChangeRow; readonly desk: Desk; readonly view: RecordingHandle };

/** Shows the comments that are pinned within this change. */
function PinTag({ row }: { row: ChangeRow }) {
  const { t } = useTranslation('pins');
  const { pins } = usePins();
  const onIt = (sample: number, other: number): boolean =>
    placesOf(row).some(({ start, end }) => start <= other && end >= sample);
  const own = pins.filter(({ span }) => onIt(span.start, span.end)).sort((a, b) => a.number - b.number);
  return own.map(({ comment_id, number }) => <em key={comment_id}>{t('tag', { number })}</em>);
}

function Change({ row, desk, view, isRead }: RowProps & { readonly isRead: boolean }) {
  const { t } = useTranslation('desk');
  const timeOf = usePlaceTime();
  const factsOf = useChangeFacts(view.sampling_hz);
  const hand = useChangeHand()(row);
  const open = useOpenChange(desk);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRead) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  const [place = row.span] = placesOf(row);
  return (
    <li>
      <Row ref={button} type="button" aria-current={isRead ? 'true' : undefined} onClick={() => open(row)}>
        <b>{timeOf(place.start, view)}</b>
        <span>{factsOf(row)}</span>
        <span className="done">{t(`changes.done.${row.change.kind}`)}</span>
        <span className="hand">
          <PinTag row={row} />
          {hand === null ? null : (
            <>
              <span lang={hand.language}>{hand.name}</span> · {hand.when}
            </>
          )}
        </span>
        <SmallStrip strips={view.small} start={place.start} end={place.end} heightPx={stripPx} />
      </Row>
    </li>
  );
}

const commandKeys = {
  ...memberKeys,
  ...arrowKeys,
  ...{ 'step-before': recordingKeys['step-before'], 'step-after': recordingKeys['step-after'] },
};

function useChangeCommands({ step, stepBeat }: ChangeSteps): void {
  const { t } = useTranslation('desk');
  const row = (by: -1 | 1, footer?: true) => ({ line: t('key.change'), footer, run: () => step(by) });
  const beat = (by: -1 | 1) => ({ line: t('key.change-beat'), run: () => stepBeat(by) });
  useDeskCommands(commandKeys, {
    ...{ 'arrow-before': row(-1, true), 'arrow-after': row(1, true) },
    ...{ 'step-before': row(-1), 'step-after': row(1) },
    ...{ 'member-before': beat(-1), 'member-after': beat(1) },
  });
}

/** Shows the first change once the changes are known, unless the address names a place. */
function useFirstChange(desk: Desk, groups: readonly ChangeGroup[]): void {
  const open = useOpenChange(desk);
  const strip = useStripPlace();
  const begin = useEffectEvent(() => {
    const isElsewhere = strip.opened.place.at !== undefined || changeWorkOf(desk).current.get() !== null;
    if (!isElsewhere) open(groups[0]?.rows[0]);
  });
  useEffect(() => begin(), []);
}

type ListProps = {
  readonly desk: Desk;
  readonly view: RecordingHandle;
  readonly groups: readonly ChangeGroup[];
};

function List({ desk, view, groups }: ListProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const words = useKindWords();
  const current = useStored(changeWorkOf(desk).current);
  useChangeCommands(useChangeSteps(desk, groups));
  useFirstChange(desk, groups);
  const group = groupRead(groups, current);
  if (group === undefined) return null;
  const { rows, kind } = group;
  return (
    <Frame aria-label={words(kind)}>
      <Top>
        <h2>{words(kind)}</h2>
        <span>{t('changes.count', { count: rows.length, value: format.number(rows.length) })}</span>
        <span>
          <KeyCap name="↑" />
          <KeyCap name="↓" />
        </span>
      </Top>
      <Rows>
        <WindowRows rows={rows} current={current ?? undefined}>
          {(row) => <Change key={row.key} {...{ row, desk, view }} isRead={row.key === current} />}
        </WindowRows>
      </Rows>
    </Frame>
  );
}

export function ChangesList({ desk }: { desk: Desk }) {
  const groups = useListedGroups(desk);
  if (groups === null || groups.length === 0 || desk.view === null) return null;
  return <List desk={desk} view={desk.view} groups={groups} />;
}
