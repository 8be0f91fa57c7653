/**
 * Provides the name of a selected strip without a caption, and the text of its caliper measurements, in the page's
 * language.
 */
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import { type ExtremeStanding, extremesOf, extremeStanding } from '@rhythmdesk/ecg/reading/extreme-strips';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { SheetSignal } from '../../../trace/paint/strip-sheet.ts';
import { measureInterval } from '../../../trace/time/measure.ts';
import type { RecordingClock } from '../../../trace/time/time-scale.ts';
import type { ShownReading } from '../reading/reading-state.ts';

type Shown = NonNullable<ReadStrip['shows']>;
type Summary = Pick<ShownReading['summary'], 'rate'>;

/** Returns null if the strip was not selected for an extreme. */
export const standingOf = ({ shows }: ReadStrip, { rate }: Summary): ExtremeStanding | null =>
  shows === undefined ? null : extremeStanding(shows, extremesOf(rate));

/** Names an extreme with its figure: "Maximum rate 163 bpm". */
export function useExtremeWords(): (shown: Shown) => string {
  const { t } = useTranslation('basket');
  const { t: ofAnalysis } = useTranslation('analysis');
  const format = useFormat();
  return ({ extreme, value }) => {
    const figure =
      extreme === 'longest_rr'
        ? t('seconds', { value: format.number(value / 1000, 2) })
        : ofAnalysis('bpm', { value: format.number(value) });
    return t(`shows.${extreme}`, { value: figure });
  };
}

/** Returns an empty text if a strip has no name without a caption. */
export function useStripName(): (strip: ReadStrip, summary: Summary) => string {
  const words = useExtremeWords();
  return (strip, summary) =>
    strip.shows !== undefined && standingOf(strip, summary)?.stands === true ? words(strip.shows) : '';
}

type Caliper = Extract<StripMark, { of: 'caliper' }>;

/** Writes milliseconds and rate; with the signal of its lead, which begins at `start`, the voltage too. */
export function useCaliperWords(): (
  mark: Caliper,
  clock: RecordingClock,
  signal?: SheetSignal,
  start?: number,
) => string {
  const { t } = useTranslation('trace');
  const format = useFormat();
  return ({ sample, to_sample }, clock, signal, start = 0) => {
    const { ms, bpm } = measureInterval(clock, { a: sample, b: to_sample });
    const mv = (signal?.raw[to_sample - start] ?? Number.NaN) - (signal?.raw[sample - start] ?? Number.NaN);
    return [
      t('measure.ms', { ms: Math.round(ms) }),
      ...(bpm === null ? [] : [t('measure.bpm', { bpm: Math.round(bpm) })]),
      ...(Number.isNaN(mv) ? [] : [t('measure.mv', { mv: format.number(mv, 2) })]),
    ].join(' · ');
  };
}
