/** Lists the selected strips of the reading, in their order: a click shows one, its caption is edited below it. */
import { styled } from '@mui/material/styles';
import { TrashIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useStored } from '../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { SmallStrip } from '../../../trace/panels/small-strip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Section } from '../../../ui/panel.tsx';
import { mayWrite, useReadingOfPage, useReadingState } from '../reading/reading-context.tsx';
import type { ReadingSession } from '../reading/reading-session.ts';
import type { ShownReading } from '../reading/reading-state.ts';
import { CaptionField } from './strip-caption.tsx';
import { useStripPlace } from './strip-place.tsx';
import { useStripName } from './use-strip-words.ts';

const List = styled('ol')({ listStyle: 'none', margin: '0 -8px', padding: 0 });
const Item = styled('li')(({ theme }) => ({
  padding: '4px 8px 6px',
  '& + li': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& > button': {
    display: 'block',
    width: '100%',
    padding: 0,
    border: 0,
    borderRadius: 4,
    background: 'none',
    cursor: 'pointer',
  },
  '& > button:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '& p': { margin: 0, fontSize: textSize.small, lineHeight: '16px', overflowWrap: 'anywhere' },
  '& div': { display: 'flex', alignItems: 'center', gap: 8 },
  '& time': { color: theme.vars.palette.text.secondary, fontSize: textSize.small, whiteSpace: 'nowrap' },
}));
type Strip = ShownReading['strips'][number];
type ItemProps = {
  readonly strip: Strip;
  readonly view: RecordingHandle;
  readonly session: ReadingSession;
  readonly writes: boolean;
  /** The name of a strip without a caption. */
  readonly name: string;
};

function BasketItem({ strip, view, session, writes, name }: ItemProps) {
  const { t } = useTranslation('reading');
  const format = useFormat();
  const place = useStripPlace();
  const day = view.dayOf(strip.start_sample);
  const time = view.timeOf(strip.start_sample);
  const { start_sample: start, end_sample: end } = strip;
  const { t: ofAnalysis } = useTranslation('analysis');
  return (
    <Item>
      <button
        type="button"
        aria-label={t('strip.show', { time })}
        onClick={() => place.show((start + end) / 2)}
      >
        <SmallStrip strips={view.small} start={start} end={end} />
      </button>
      <div>
        <time title={day?.date}>
          {day === null ? null : `${ofAnalysis('day', { day: format.number(day.day) })} `}
          {time}
        </time>
        {writes ? (
          <>
            <CaptionField strip={strip} write={(edits) => session.edit(edits)} time={time} name={name} />
            <IconButton
              name={t('strip.remove', { time })}
              size="small"
              onClick={() => session.edit([{ kind: 'remove_strip', strip: strip.strip }])}
            >
              <TrashIcon size={15} />
            </IconButton>
          </>
        ) : (
          <p>{strip.caption === '' ? name : strip.caption}</p>
        )}
      </div>
    </Item>
  );
}

export function StripBasket() {
  const { t } = useTranslation('reading');
  const format = useFormat();
  const session = useReadingOfPage();
  const reading = useReadingState();
  const view = useStored(useStripPlace().view);
  const nameOf = useStripName();
  const shown = reading?.shown ?? null;
  if (session === null || view === null || shown === null || shown.strips.length === 0) return null;
  const writes = mayWrite(reading);
  return (
    <Section title={t('strips')} note={format.number(shown.strips.length)}>
      <List>
        {shown.strips.map((strip) => (
          <BasketItem
            key={strip.strip}
            {...{ strip, view, session, writes }}
            name={nameOf(strip, shown.summary)}
          />
        ))}
      </List>
    </Section>
  );
}
