/** Shows one selected strip: its number, caption, time and picture, with its actions. */
import { styled } from '@mui/material/styles';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  DotsSixVerticalIcon,
  PencilSimpleLineIcon,
  TrashIcon,
  WarningIcon,
} from '@phosphor-icons/react';
import { usualScale } from '@rhythmdesk/ecg/labels/strip-labels';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import type { HTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { type CardMark, StripCard } from '../../../../trace/panels/strip-card.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { CaptionField } from '../../analysis/strip-caption.tsx';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import {
  standingOf,
  useCaliperWords,
  useExtremeWords,
  useStripName,
} from '../../analysis/use-strip-words.ts';
import { usePlaceTime } from '../session/item-words.ts';
import type { Desk } from '../session/use-desk.ts';
import { basketKeys } from './basket-keys.ts';

const Item = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  columnGap: 4,
  padding: '6px 12px 8px 8px',
  borderTop: '2px solid transparent',
  '& > span:first-of-type': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    paddingTop: 5,
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
  '&[data-dragged="true"]': { opacity: 0.45 },
  '&[data-before="true"]': { borderTopColor: theme.vars.palette.primary.main },
  '&[data-after="true"]': { boxShadow: `0 2px 0 ${theme.vars.palette.primary.main}` },
  '& [data-grip="true"]': { cursor: 'grab', touchAction: 'none' },
}));
const Written = styled('p')({
  margin: 0,
  padding: '4px 6px',
  fontSize: textSize.small,
  lineHeight: '18px',
  fontWeight: 600,
  overflowWrap: 'anywhere',
});
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  paddingLeft: 6,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& > time': { flex: 1, minWidth: 0, whiteSpace: 'nowrap' },
  '& > button, & > span > button': { padding: 4 },
}));
const NameField = styled('div')({ display: 'flex', '& input': { fontWeight: 600 } });
const Picture = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  marginTop: 3,
  padding: 0,
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 4,
  overflow: 'hidden',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { borderColor: theme.vars.palette.line.strong },
}));
const Stale = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 5,
  margin: '4px 0 0',
  padding: '0 6px',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.warning.main,
  '& svg': { flex: 'none', marginTop: 1 },
}));

export type ItemProps = {
  readonly desk: Desk;
  readonly view: RecordingHandle;
  readonly strip: ReadStrip;
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDraw: () => void;
  readonly grip: HTMLAttributes<HTMLElement>;
  readonly dragging: 'dragged' | 'before' | 'after' | null;
};

/** Warns that the extreme for which this strip was selected is at another place now. */
function StaleNote({ desk, view, strip }: Pick<ItemProps, 'desk' | 'view' | 'strip'>) {
  const { t } = useTranslation('basket');
  const words = useExtremeWords();
  const timeOf = usePlaceTime();
  const standing = desk.shown === null ? null : standingOf(strip, desk.shown.summary);
  if (standing === null || standing.stands) return null;
  const { now } = standing;
  return (
    <Stale>
      <WarningIcon size={14} weight="fill" aria-hidden="true" />
      {now === null ? t('stale.none') : t('stale.now', { now: words(now), time: timeOf(now.sample, view) })}
    </Stale>
  );
}

/** Draws one lead of the strip: the lead of its first mark, or one with signal. */
function Card({ desk, view, strip }: Pick<ItemProps, 'desk' | 'view' | 'strip'>) {
  const measured = useCaliperWords();
  const { marks = [], start_sample: start, end_sample: end } = strip;
  const lead = marks[0]?.lead ?? view.small.leadWithin([{ start, end }]);
  const cardMarks = marks.flatMap((mark): CardMark[] => {
    if (mark.lead !== lead) return [];
    if (mark.of !== 'caliper')
      return [{ sample: mark.of === 'arrow' ? mark.to_sample : mark.sample, text: mark.text }];
    const [text = ''] = measured(mark, view.small.clock).split(' · ');
    return [{ sample: mark.sample, to_sample: mark.to_sample, text }];
  });
  return (
    <StripCard strips={view.small} beats={desk.shown?.beats} marks={cardMarks} {...{ start, end, lead }} />
  );
}

function Acts({ desk, strip, at, count, onMove, onDraw, time }: ItemProps & { time: string }) {
  const { t } = useTranslation('basket');
  const { t: ofReading } = useTranslation('reading');
  return (
    <>
      <IconButton
        name={t('up', { time })}
        keyName={basketKeys['strip-up'].keys[0]}
        size="small"
        disabled={at === 0}
        onClick={() => onMove(-1)}
      >
        <ArrowUpIcon size={15} />
      </IconButton>
      <IconButton
        name={t('down', { time })}
        keyName={basketKeys['strip-down'].keys[0]}
        size="small"
        disabled={at === count - 1}
        onClick={() => onMove(1)}
      >
        <ArrowDownIcon size={15} />
      </IconButton>
      <IconButton name={t('draw', { time })} size="small" onClick={onDraw}>
        <PencilSimpleLineIcon size={15} />
      </IconButton>
      <IconButton
        name={ofReading('strip.remove', { time })}
        size="small"
        onClick={() => desk.write([{ kind: 'remove_strip', strip: strip.strip }])}
      >
        <TrashIcon size={15} />
      </IconButton>
    </>
  );
}

/** Shows paper speed and gain if they are not the usual ones. */
function ScaleNote({ scale = usualScale }: ReadStrip) {
  const { t } = useTranslation('trace');
  const { mm_per_s, mm_per_mv } = scale;
  if (mm_per_s === usualScale.mm_per_s && mm_per_mv === usualScale.mm_per_mv) return null;
  return (
    <Line>
      {t('speed.value', { speed: mm_per_s })} · {t('gain.value', { gain: mm_per_mv })}
    </Line>
  );
}

export function BasketItem(props: ItemProps) {
  const { desk, view, strip, at, grip, dragging } = props;
  const { t } = useTranslation('reading');
  const format = useFormat();
  const place = useStripPlace();
  const nameOf = useStripName();
  const time = usePlaceTime()(strip.start_sample, view);
  const name = desk.shown === null ? '' : nameOf(strip, desk.shown.summary);
  return (
    <Item
      data-dragged={dragging === 'dragged'}
      data-before={dragging === 'before'}
      data-after={dragging === 'after'}
    >
      <span data-grip={desk.writes} {...(desk.writes ? grip : {})}>
        {format.number(at + 1)}
        {desk.writes ? <DotsSixVerticalIcon size={15} aria-hidden="true" /> : null}
      </span>
      <div>
        {desk.writes ? (
          <NameField>
            <CaptionField strip={strip} write={desk.write} time={time} name={name} />
          </NameField>
        ) : (
          <Written>{strip.caption === '' ? name : strip.caption}</Written>
        )}
        <Line>
          <time title={view.dayOf(strip.start_sample)?.date}>{time}</time>
          {desk.writes ? <Acts {...props} time={time} /> : null}
        </Line>
        <ScaleNote {...strip} />
        <Picture
          type="button"
          aria-label={t('strip.show', { time })}
          onClick={() => place.show((strip.start_sample + strip.end_sample) / 2)}
        >
          <Card {...{ desk, view, strip }} />
        </Picture>
        <StaleNote {...{ desk, view, strip }} />
      </div>
    </Item>
  );
}
