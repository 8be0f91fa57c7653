/** Makes the tiles of a wall of beats: each with its time, its class and the interval before it. */
import { useTranslation } from 'react-i18next';
import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { type Beats, classAt } from '../../../../trace/signal/reading.ts';
import { firstAtOrAfter } from '../../../../trace/time/measure.ts';
import { usePlaceTime } from '../session/item-words.ts';
import type { WallTile } from './use-wall.ts';

export function useBeatTile(): (sample: number, view: RecordingHandle, beats: Beats | undefined) => WallTile {
  const { t } = useTranslation('analysis');
  const timeOf = usePlaceTime();
  return (sample, view, beats) => {
    const index = beats === undefined ? -1 : firstAtOrAfter(beats.sample, sample);
    const before = beats?.sample[index - 1];
    const facts = [
      ...(beats?.sample[index] === sample ? [beatLabels[classAt(beats, index)].letter] : []),
      // Milliseconds are read digit by digit, so they have no grouping.
      ...(before === undefined
        ? []
        : [t('ms', { value: String(Math.round(((sample - before) * 1000) / view.sampling_hz)) })]),
    ];
    const place = { start: sample, end: sample };
    return { key: String(sample), ...place, time: timeOf(sample, view), fact: facts.join(' · ') };
  };
}
