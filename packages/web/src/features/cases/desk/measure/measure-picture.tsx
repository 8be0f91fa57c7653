/** Shows the measured beat, large, with its marks: the detected ones until the user moves them. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import {
  beatMarks,
  measuredBeat,
  seenMarks,
  usualMarks,
  withMark,
  type BeatMarks,
} from '@rhythmdesk/ecg/beats/measurement';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { MeasuredBeat, type MarkLine } from '../../../../trace/panels/measured-beat.tsx';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { usePlaceTime } from '../session/item-words.ts';
import type { BeatPicture } from './measure-source.ts';

const Facts = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& > p': { margin: 0, padding: '10px 16px', color: theme.vars.palette.text.secondary },
}));
const Waves = styled('div')({ display: 'flex', gap: 8, padding: '8px 16px' });

type Marked = { readonly picture: BeatPicture; readonly marks: BeatMarks };

/** The key depends on the beats only, not on signal that arrives later. */
const pictureKeyOf = ({ of, sample, lead, beats }: BeatPicture): string =>
  [of, sample, lead, beats].join(' ');

export function useMarks(picture: BeatPicture | null, hz: number) {
  const [moved, setMoved] = useState<{ readonly key: string; readonly marks: BeatMarks } | null>(null);
  const seen = useMemo(() => {
    if (picture === null) return null;
    const { signal, peak, rr_samples, next_samples } = picture;
    // The first and the last beat of a recording get one second as their missing interval.
    const [before, after] = [rr_samples || hz, next_samples || hz];
    return seenMarks(signal, hz, { peak, before, after }) ?? usualMarks(peak, hz);
  }, [picture, hz]);
  const marks =
    moved !== null && picture !== null && moved.key === pictureKeyOf(picture) ? moved.marks : seen;
  const set = (next: BeatMarks | null): void =>
    setMoved(next === null || picture === null ? null : { key: pictureKeyOf(picture), marks: next });
  return { marks, set, isMoved: marks !== seen };
}

function useLines(
  picture: BeatPicture,
  marks: BeatMarks,
  set: (marks: BeatMarks) => void,
  hz: number,
): MarkLine[] {
  const { t } = useTranslation('measuring');
  const format = useFormat();
  const bounds = { first: 0, last: picture.signal.length - 1 };
  return beatMarks.flatMap((mark) => {
    const at = marks[mark];
    if (at === null) return [];
    const ms = format.number(Math.round(((at - picture.peak) * 1000) / hz));
    return [
      {
        key: mark,
        name: t(`mark.${mark}`),
        at,
        place: t('mark.place', { ms }),
        side: mark === 'p_onset' || mark === 'qrs_onset' ? 'left' : 'right',
        onMove: (to) => set(withMark(marks, mark, to, bounds)),
      },
    ];
  });
}

type PictureProps = Marked & {
  readonly set: (marks: BeatMarks | null) => void;
  readonly isMoved: boolean;
  readonly view: RecordingHandle;
};

/** Buttons that set or remove the P wave and the T wave. */
function WaveButtons({ picture, marks, set, isMoved, view }: PictureProps) {
  const { t } = useTranslation('measuring');
  const usual = usualMarks(picture.peak, view.sampling_hz);
  const bounds = { first: 0, last: picture.signal.length - 1 };
  const turn = (mark: 'p_onset' | 't_end'): void =>
    set(marks[mark] === null ? withMark(marks, mark, usual[mark], bounds) : { ...marks, [mark]: null });
  const nameOf = (mark: 'p_onset' | 't_end'): string => {
    if (marks[mark] === null) return t('mark.set', { mark: t(`mark.${mark}`) });
    return t(mark === 'p_onset' ? 'mark.take' : 'mark.take-t');
  };
  return (
    <Waves>
      {(['p_onset', 't_end'] as const).map((mark) => (
        <Button key={mark} size="small" variant="outlined" onClick={() => turn(mark)}>
          {nameOf(mark)}
        </Button>
      ))}
      <Button size="small" variant="text" disabled={!isMoved} onClick={() => set(null)}>
        {t('again')}
      </Button>
    </Waves>
  );
}

export function MeasurePicture(props: PictureProps) {
  const { picture, marks, set, view } = props;
  const { t } = useTranslation('measuring');
  const { t: ofTrace } = useTranslation('trace');
  const format = useFormat();
  const timeOf = usePlaceTime();
  const hz = view.sampling_hz;
  const lines = useLines(picture, marks, set, hz);
  const { pr, qrs, qt } = measuredBeat({ ...marks, rr_samples: picture.rr_samples }, hz);
  const intervals = [
    { name: 'PR', from: marks.p_onset, to: marks.qrs_onset, ms: pr },
    { name: 'QRS', from: marks.qrs_onset, to: marks.qrs_end, ms: qrs },
    { name: 'QT', from: marks.qrs_onset, to: marks.t_end, ms: qt },
  ].flatMap(({ name, from, to, ms }) =>
    from === null || to === null || ms === null
      ? []
      : [{ from, to, label: `${name} ${String(Math.round(ms))}` }],
  );
  const time = timeOf(picture.sample, view);
  const count = { count: picture.beats, value: format.number(picture.beats), time };
  return (
    <Facts>
      <p aria-live="polite">{picture.of === 'beat' ? t('beat', { time }) : t('mean', count)}</p>
      <MeasuredBeat
        label={t('picture', { lead: view.leadNames[picture.lead] ?? '' })}
        picture={{
          signal: picture.signal,
          sampling_hz: hz,
          peak: picture.peak,
          intervals,
          gainLabel: (gain) => ofTrace('gain.value', { gain }),
        }}
        marks={lines}
      />
      <WaveButtons {...props} />
    </Facts>
  );
}
