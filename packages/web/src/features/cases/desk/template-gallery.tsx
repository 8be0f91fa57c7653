/**
 * The groups of like beats, each with beats of it laid over one another. A press or the arrows read one; a letter
 * names all its beats, Enter accepts it as it is. Below stand the members that the engine is least certain of.
 */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import type { GroupMembers } from '@rhythmdesk/ecg/reading/group-members';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { unsureBelow } from '@rhythmdesk/ecg/reading/finding-queue';
import { CheckIcon } from '@phosphor-icons/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { BeatOverlay } from '../../../trace/panels/beat-overlay.tsx';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { SmallStrip } from '../../../trace/panels/small-strip.tsx';
import { useReadingOfPage } from '../reading/reading-context.tsx';
import type { Desk } from './use-desk.ts';

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
  // The picture stands between the words on the screen, behind them for who hears them.
  '& > canvas': { order: 1 },
  '& > span:last-of-type': { order: 2 },
  '& b': { flex: 1, fontWeight: 600 },
  '& i': { fontStyle: 'normal', color: theme.vars.palette.text.secondary },
  '& i.unsure': { color: theme.vars.palette.warning.main },
  '& svg': { color: theme.vars.palette.success.main },
  '&[aria-current]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -1 },
  '&[aria-current] > span:first-of-type': { backgroundColor: theme.vars.palette.primary.tint },
}));
const Worst = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, 1fr)',
  gap: 10,
  flex: 'none',
  margin: 0,
  padding: '6px 12px',
  listStyle: 'none',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '& button': {
    width: '100%',
    padding: 0,
    border: 0,
    font: 'inherit',
    background: 'none',
    cursor: 'pointer',
  },
  '& span': { fontSize: textSize.micro, lineHeight: '14px', color: theme.vars.palette.text.secondary },
}));

const overlayPx = 76;
const orders = ['size', 'certainty'] as const;
type Order = (typeof orders)[number];
type TemplateItem = Extract<QueueItem, { of: 'template' }>;

const none: GroupMembers = { overlay: [], worst: [] };

/** Asked of the thread that holds the beats; again where beats came, went or moved. */
function useMembers(template: number | null, samples: ArrayLike<number> | undefined): GroupMembers {
  const session = useReadingOfPage();
  const [held, hold] = useState<GroupMembers>(none);
  useEffect(() => {
    if (session === null || template === null || samples === undefined) return undefined;
    let isHere = true;
    session.members(template).then(
      (members) => {
        if (isHere) hold(members);
      },
      // The reading was closed meanwhile; the next one asks again.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [session, template, samples]);
  return held;
}

type TileProps = {
  readonly item: TemplateItem;
  readonly desk: Desk;
  readonly view: RecordingHandle;
};

/** How much of a group bears its name, where not all of it does. */
function MixedShare({ group: { label, labelled, beats } }: Pick<TemplateItem, 'group'>) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  return labelled < beats ? t('gallery.mixed', { share: format.percent(labelled / beats), label }) : null;
}

function TemplateTile({ item, desk, view }: TileProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const { group, state } = item;
  const { overlay } = useMembers(group.template, desk.shown?.beats.sample);
  const isCurrent = desk.current?.key === item.key;
  const tile = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) tile.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const number = group.template + 1;
  const name = t('gallery.show', {
    number,
    beats: format.number(group.beats),
    label: group.label,
  });
  return (
    <li>
      <Tile
        ref={tile}
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => desk.open(item)}
      >
        <span>
          <b>{t('template', { number })}</b>
          <MixedShare group={group} />
          {state === 'accepted' ? <CheckIcon size={14} weight="bold" aria-hidden="true" /> : null}
        </span>
        <span>
          <b>
            {group.label} {format.number(group.beats)}
          </b>
          <i className={group.certainty < unsureBelow ? 'unsure' : undefined}>
            {format.percent(group.certainty)}
          </i>
        </span>
        <BeatOverlay
          strips={view.small}
          members={overlay}
          beat={group.label}
          label={name}
          heightPx={overlayPx}
        />
      </Tile>
    </li>
  );
}

function WorstMembers({ item, desk, view }: TileProps) {
  const { t } = useTranslation('desk');
  const { worst } = useMembers(item.group.template, desk.shown?.beats.sample);
  return (
    <Worst aria-label={t('gallery.worst')}>
      {worst.map((sample) => (
        <li key={sample}>
          <button type="button" onClick={() => view.goTo(sample)}>
            <SmallStrip strips={view.small} start={sample} end={sample} />
            <span>{view.timeOf(sample)}</span>
          </button>
        </li>
      ))}
    </Worst>
  );
}

const isTemplate = (item: QueueItem): item is TemplateItem => item.of === 'template';

/** The queue's own order is by size within what is doubtful; the reader may have either alone. */
function sorted(items: readonly TemplateItem[], order: Order): TemplateItem[] {
  return items.toSorted((a, b) =>
    order === 'size'
      ? b.group.beats - a.group.beats
      : a.group.certainty - b.group.certainty || b.group.beats - a.group.beats,
  );
}

/** Where something else was read, the first template that is open, or else the first. */
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

export function TemplateGallery({ desk }: { desk: Desk }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const [order, setOrder] = useState<Order>('size');
  const { view, current } = desk;
  const items = desk.groups.flatMap((group) => group.items.filter(isTemplate));
  useTemplateRead(desk, items);
  const beats = items.reduce((sum, { group }) => sum + group.beats, 0);
  return (
    <Gallery aria-label={t('gallery.label')}>
      <Tools>
        <ToggleButtonGroup size="small" aria-label={t('gallery.order')}>
          {orders.map((one) => (
            <ToggleButton key={one} value={one} selected={one === order} onClick={() => setOrder(one)}>
              {t(`gallery.order.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <p>{t('gallery.total', { count: items.length, value: format.number(items.length) })}</p>
        <p>{t('gallery.beats', { value: format.number(beats) })}</p>
      </Tools>
      {items.length === 0 || view === null ? (
        <Tiles>
          <li>{t('gallery.empty')}</li>
        </Tiles>
      ) : (
        <Tiles>
          {sorted(items, order).map((item) => (
            <TemplateTile key={item.key} item={item} desk={desk} view={view} />
          ))}
        </Tiles>
      )}
      {current?.of === 'template' && view !== null ? (
        <WorstMembers key={current.key} item={current} desk={desk} view={view} />
      ) : null}
    </Gallery>
  );
}
