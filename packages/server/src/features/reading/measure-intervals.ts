/**
 * Measures PR, QT and QTc for a report on the signal. Results are cached by the beats that are measured: most edits
 * change none of these sixty, and a reading has the same figures on every server.
 */
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import type { Reading } from '@rhythmdesk/ecg/reading/reading';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';
import {
  intervalPlaces,
  measureIntervals,
  type IntervalPlace,
  type MeasuredIntervals,
} from '@rhythmdesk/ecg/report/measured-intervals';
import type { FileStore } from '../../platform/files/file-store.ts';
import { readStretch } from '../../records/recordings/stored-frames.ts';
import type { ReportSource } from './reading-message.ts';

type Signal = NonNullable<ReportSource['signal']>;

const mostKept = 50;
const unmeasured: MeasuredIntervals = { pr: null, qt: null, qtc: null };

async function readLead(
  files: Pick<FileStore, 'read'>,
  signal: Signal,
  { lead, start_sample, end_sample }: IntervalPlace,
): Promise<Float32Array> {
  const words = await readStretch(files, signal, start_sample, end_sample);
  const { leads } = signal;
  const { gain_uv_per_lsb: gain = 1, zero_lsb: zero = 0 } = leads[lead] ?? {};
  return Float32Array.from({ length: end_sample - start_sample }, (_, i) => {
    const word = words[leads.length * i + lead] ?? NO_SIGNAL;
    return word === NO_SIGNAL ? 0 : (word - zero) * gain;
  });
}

export function createIntervals(files: Pick<FileStore, 'read'>) {
  const kept = new Map<string, MeasuredIntervals>();
  return async (
    { beats, quality }: Pick<Reading, 'beats' | 'quality'>,
    episodes: readonly EpisodeSpan[],
    signal: Signal | null,
  ): Promise<MeasuredIntervals> => {
    if (signal === null) return unmeasured;
    const places = intervalPlaces(beats, quality, episodes);
    const key = JSON.stringify([signal, places]);
    const held = kept.get(key);
    if (held !== undefined) return held;
    const signals = await Promise.all(
      places.map(async (place) => ({ place, signal: await readLead(files, signal, place) })),
    );
    const measured = measureIntervals(signals, beats.sampling_hz);
    kept.set(key, measured);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return measured;
  };
}
