/** The strips that the reading keeps, in their order: a press shows one, its caption is written below it. */
import { styled } from '@mui/material/styles';
import { TrashIcon } from '@phosphor-icons/react';
import { useState } from 'react';
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
import { useStripPlace } from './strip-place.tsx';

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
const Caption = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: 26,
  padding: '0 6px',
  border: '1px solid transparent',
  borderRadius: 4,
  font: 'inherit',
  fontSize: textSize.small,
  color: 'inherit',
  background: 'none',
  '&:hover, &:focus': { borderColor: theme.vars.palette.line.strong },
  '&::placeholder': { color: theme.vars.palette.gray, opacity: 1 },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));

type Strip = ShownReading['strips'][number];
type ItemProps = {
  readonly strip: Strip;
  readonly view: RecordingHandle;
  readonly session: ReadingSession;
  readonly writes: boolean;
};

/** Written when the field is left; what another wrote meanwhile shows in an untouched field. */
function CaptionField({ strip, session, time }: Pick<ItemProps, 'strip' | 'session'> & { time: string }) {
  const { t } = useTranslation('reading');
  const [typed, setTyped] = useState<string | null>(null);
  const { strip: number, start_sample, end_sample, order } = strip;
  const write = (): void => {
    const caption = typed?.trim() ?? strip.caption;
    setTyped(null);
    if (caption === strip.caption) return;
    session.edit([{ kind: 'change_strip', strip: number, start_sample, end_sample, order, caption }]);
  };
  return (
    <Caption
      aria-label={t('strip.caption', { time })}
      placeholder={t('strip.placeholder')}
      maxLength={500}
      value={typed ?? strip.caption}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={write}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
    />
  );
}

function BasketItem({ strip, view, session, writes }: ItemProps) {
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
            <CaptionField strip={strip} session={session} time={time} />
            <IconButton
              name={t('strip.remove', { time })}
              size="small"
              onClick={() => session.edit([{ kind: 'remove_strip', strip: strip.strip }])}
            >
              <TrashIcon size={15} />
            </IconButton>
          </>
        ) : (
          <p>{strip.caption}</p>
        )}
      </div>
    </Item>
  );
}

type BasketProps = {
  /** Said where there is none yet; without it nothing is shown. */
  readonly hint?: string;
};

export function StripBasket({ hint }: BasketProps) {
  const { t } = useTranslation('reading');
  const format = useFormat();
  const session = useReadingOfPage();
  const reading = useReadingState();
  const view = useStored(useStripPlace().view);
  const strips = reading?.shown?.strips ?? [];
  if (session === null || view === null) return null;
  const writes = mayWrite(reading);
  if (strips.length === 0 && (hint === undefined || !writes)) return null;
  return (
    <Section title={t('strips')} note={format.number(strips.length)}>
      {strips.length === 0 ? <p>{hint}</p> : null}
      <List>
        {strips.map((strip) => (
          <BasketItem key={strip.strip} strip={strip} view={view} session={session} writes={writes} />
        ))}
      </List>
    </Section>
  );
}
