/**
 * Shows the templates as tiles, each with some of its beats drawn over each other. A press or the arrow keys select
 * one. A letter classifies all its beats, Enter accepts it unchanged; Ctrl and Shift select several.
 */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { unsureBelow } from '@rhythmdesk/ecg/reading/finding-queue';
import { isMixed } from '@rhythmdesk/ecg/reading/template-groups';
import { CheckIcon } from '@phosphor-icons/react';
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { BeatOverlay } from '../../../../trace/panels/beat-overlay.tsx';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { useNear } from '../../../../ui/use-near.ts';
import { ShareBar, useShareWords } from '../session/class-shares.tsx';
import { Absence } from '../session/queue-absent.tsx';
import { AcceptShown } from './accept-shown.tsx';
import { chosenAfter, templateWorkOf, tileOrders, type TileOrder } from './template-work.ts';
import { useMembers } from './use-members.ts';
import { isTemplate, type TemplateItem } from '../session/use-template-beats.ts';
import type { Desk } from '../session/use-desk.ts';

const Gallery = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: '0 1 56%',
  minHeight: 0,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s0,
}));
const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 'none',
  minHeight: 40,
  padding: '0 12px',
  backgroundColor: theme.vars.palette.surface.s1,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& p': { margin: 0, color: theme.vars.palette.text.secondary },
  '& p:first-of-type': { marginLeft: 'auto' },
}));
const Tiles = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))',
  alignContent: 'start',
  gap: 10,
  flex: 1,
  minHeight: 0,
  margin: 0,
  padding: 12,
  overflowY: 'auto',
  listStyle: 'none',
});
const Tile = styled('button')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  height: 128,
  padding: 0,
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  overflow: 'hidden',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'left',
  backgroundColor: theme.vars.palette.card,
  cursor: 'pointer',
  '& > span': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    flex: 'none',
    height: 26,
    padding: '0 8px',
    fontSize: textSize.small,
  },
  // Bar and picture are between the texts on the screen, and after them for a screen reader.
  '& > span[aria-hidden]': { order: 1, height: 4, padding: 0 },
  '& > canvas, & > [role="img"]': { order: 2 },
  '& > span:nth-of-type(2)': { order: 3 },
  '& b': { flex: 1, fontWeight: 600 },
  '& span > i': { fontStyle: 'normal', whiteSpace: 'nowrap', color: theme.vars.palette.text.secondary },
  '& span > i.unsure': { color: theme.vars.palette.warning.main },
  '& svg': { color: theme.vars.palette.success.main },
  '&[aria-current]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -1 },
  '&[aria-pressed="true"]': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&[aria-current] > span:first-of-type': { backgroundColor: theme.vars.palette.primary.tint },
}));
const Empty = styled('div')({ padding: 12 });

const overlayPx = 72;
/** Tiles this far from the view are drawn ahead; a recording of weeks has more than a screen of them. */
const aheadPx = 300;

type TileProps = {
  readonly item: TemplateItem;
  readonly desk: Desk;
  readonly view: RecordingHandle;
  /** Numbers of the templates in the order of the tiles. */
  readonly tiles: readonly number[];
};

type BeatsProps = Pick<TileProps, 'item' | 'desk' | 'view'> & { readonly label: string };

function TileBeats({ item: { group }, desk, view, label }: BeatsProps) {
  const { overlay, classes } = useMembers(group, desk);
  return (
    <BeatOverlay
      strips={view.small}
      members={overlay}
      classes={classes}
      means={isMixed(group)}
      label={label}
      heightPx={overlayPx}
    />
  );
}

/** Stays true after the element was near the view. */
function useWasNear(ref: RefObject<Element | null>): boolean {
  const near = useNear(ref, aheadPx);
  const [was, setWas] = useState(near);
  if (near && !was) setWas(true);
  return was;
}

/** Scrolls the selected tile into view. */
function useInSight(isCurrent: boolean): RefObject<HTMLButtonElement | null> {
  const tile = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) tile.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return tile;
}

/** A press selects a template; with Ctrl or Shift it selects several. */
function usePressOnTile({ item, desk, tiles }: TileProps): (event: MouseEvent) => void {
  const { chosen } = templateWorkOf(desk);
  const { template } = item.group;
  return ({ shiftKey, ctrlKey, metaKey }) => {
    if (!(shiftKey || ctrlKey || metaKey)) {
      chosen.set(new Set());
      return desk.open(item);
    }
    const from = desk.current?.of === 'template' ? desk.current.group.template : null;
    chosen.set(chosenAfter(chosen.get(), tiles, { on: template, from, extend: shiftKey }));
  };
}

function TemplateTile({ item, desk, view, tiles }: TileProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const { group, state } = item;
  const sharesOf = useShareWords();
  const isChosen = useStored(templateWorkOf(desk).chosen, (taken) => taken.has(group.template));
  const isCurrent = desk.current?.key === item.key;
  const onPress = usePressOnTile({ item, desk, view, tiles });
  const tile = useInSight(isCurrent);
  const wasNear = useWasNear(tile);
  const number = group.template + 1;
  const { beats: count, label } = group;
  const beats = format.number(count);
  const name = t('gallery.show', { count, number, beats, label });
  return (
    <li>
      <Tile
        ref={tile}
        type="button"
        data-template={group.template}
        aria-current={isCurrent ? 'true' : undefined}
        aria-pressed={isChosen}
        onClick={onPress}
      >
        <span>
          <b>{t('template', { number })}</b>
          <i>{sharesOf(group)}</i>
          {state === 'accepted' ? <CheckIcon size={14} weight="bold" aria-hidden="true" /> : null}
        </span>
        <span>
          <b>
            {label} {beats}
          </b>
          <i className={group.certainty < unsureBelow ? 'unsure' : undefined}>
            {format.percent(group.certainty)}
          </i>
        </span>
        <ShareBar group={group} />
        {wasNear ? (
          <TileBeats {...{ item, desk, view }} label={name} />
        ) : (
          <div role="img" aria-label={name} style={{ height: overlayPx }} />
        )}
      </Tile>
    </li>
  );
}

/** Sorts the templates by size or by certainty alone; the queue sorts doubtful ones first, each part by size. */
function sorted(items: readonly TemplateItem[], order: TileOrder): TemplateItem[] {
  return items.toSorted((a, b) =>
    order === 'size'
      ? b.group.beats - a.group.beats
      : a.group.certainty - b.group.certainty || b.group.beats - a.group.beats,
  );
}

/** If the selected item is not a template, opens the first open template, otherwise the first one. */
function useTemplateRead({ current, open, view }: Desk, items: readonly TemplateItem[]): void {
  const isReady = view !== null && items.length > 0;
  const begin = useEffectEvent(() => {
    const first = items.find(({ state }) => state === 'open') ?? items[0];
    if (current?.of !== 'template' && first !== undefined) open(first);
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);
}

export function TemplateGallery({
  desk,
  detail,
}: {
  desk: Desk;
  detail: Pick<CaseDetail, 'case_id' | 'recording'>;
}) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const work = templateWorkOf(desk);
  const order = useStored(work.order);
  const [list, setList] = useState<HTMLElement | null>(null);
  const { view } = desk;
  const items = desk.groups.flatMap((group) => group.items.filter(isTemplate));
  useTemplateRead(desk, items);
  const shown = sorted(items, order);
  const total = desk.shown?.beats.sample.length ?? 0;
  const beats = items.reduce((sum, { group }) => sum + group.beats, 0);
  return (
    <Gallery aria-label={t('gallery.label')}>
      <Tools>
        <ToggleButtonGroup size="small" aria-label={t('gallery.order')}>
          {tileOrders.map((one) => (
            <ToggleButton key={one} value={one} selected={one === order} onClick={() => work.order.set(one)}>
              {t(`gallery.order.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {desk.shown === null ? null : (
          <>
            <p>{t('gallery.total', { count: items.length, value: format.number(items.length) })}</p>
            <p>{t('gallery.beats-of', { value: format.number(beats), total: format.number(total) })}</p>
            <AcceptShown {...{ desk, list }} items={shown} />
          </>
        )}
      </Tools>
      {items.length === 0 || view === null ? (
        <Empty>{desk.shown === null ? <Absence detail={detail} /> : t('gallery.empty')}</Empty>
      ) : (
        <Tiles ref={setList}>
          {shown.map((item) => (
            <TemplateTile
              key={item.key}
              {...{ item, desk, view }}
              tiles={shown.map(({ group }) => group.template)}
            />
          ))}
        </Tiles>
      )}
    </Gallery>
  );
}
