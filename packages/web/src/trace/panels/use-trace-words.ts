/** Provides the texts that the canvases draw, in the language of the page. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TraceWords } from '../paint/scene.ts';

export function useTraceWords(calibrated: boolean): TraceWords {
  const { t } = useTranslation('trace');
  return useMemo<TraceWords>(
    () => ({
      railLabel: t('strip.rr'),
      noSignal: t('strip.noSignal'),
      af: t('lane.af'),
      afl: t('lane.afl'),
      events: t('lane.events'),
      lanes: { v_beat: t('lane.v_beat'), s_beat: t('lane.s_beat') },
      max: t('figure.max'),
      mean: t('figure.mean'),
      min: t('figure.min'),
      event: ({ kind, note }) =>
        note === '' ? t(`event.${kind}`) : t('event.said', { event: t(`event.${kind}`), note }),
      // Milliseconds are read digit by digit, so they have no grouping.
      caliper: (ms, bpm) =>
        bpm === null
          ? t('measure.ms', { ms: Math.round(ms) })
          : t('measure.label', { ms: Math.round(ms), bpm: Math.round(bpm) }),
      speed: (speed) => t('speed.value', { speed }),
      gain: (gain) => t('gain.value', { gain }),
      printed: (view, short) => [
        ...(view.inverted ? [t('strip.inverted')] : []),
        t('speed.value', { speed: view.speed }),
        t('gain.value', { gain: view.gain }),
        ...(short && view.filter === 'off' ? [] : [t(`filter.${view.filter}`)]),
      ],
      notice: calibrated ? null : t('strip.uncalibrated'),
    }),
    [t, calibrated],
  );
}
