/** What the analysis gives to the recording view: beats, episodes, findings to step through, and the trend. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { type ComponentProps, useCallback, useMemo } from 'react';
import type { RecordingHandle, RecordingView } from '../../../trace/panels/recording-view.tsx';
import type { Episode } from '../../../trace/signal/reading.ts';
import { readTrend } from './read-trend.ts';
import { useStripPlace } from './strip-place.tsx';
import { useAnalysis } from './use-analysis.ts';

type Reading = Pick<
  ComponentProps<typeof RecordingView>,
  'beats' | 'episodes' | 'findings' | 'trend' | 'trendWaits' | 'rates' | 'ref'
>;

/** Where nothing can be read there is nothing to step to. */
const isFinding = ({ kind }: Episode): boolean =>
  kind !== 'noise' && kind !== 'no_signal' && kind !== 'sinus';

export function useReading(detail: CaseDetail, manifest: RecordingManifest | undefined): Reading {
  const place = useStripPlace();
  const { analysis, beats, waits } = useAnalysis(detail);
  const episodes = analysis?.summary?.episodes;
  const intervals = analysis?.summary?.criteria.rate_intervals;
  const findings = useMemo(
    () =>
      episodes
        ?.filter(isFinding)
        .map((one) => ({ ...one, id: `${one.kind}-${String(one.start_sample)}-${String(one.end_sample)}` })),
    [episodes],
  );
  const trend = useMemo(
    () =>
      beats === undefined || manifest === undefined
        ? undefined
        : readTrend(beats, episodes ?? [], manifest, intervals),
    [beats, episodes, manifest, intervals],
  );
  const rate = analysis?.summary?.rate;
  const rates = useMemo(() => {
    const [min, mean, max] = [rate?.min?.bpm, rate?.mean_bpm ?? undefined, rate?.max?.bpm];
    return min === undefined || mean === undefined || max === undefined ? undefined : { min, mean, max };
  }, [rate]);
  const ref = useCallback(
    (view: RecordingHandle | null) => (view === null ? undefined : place.keep(view)),
    [place],
  );
  return { beats, episodes, findings, trend, trendWaits: waits, rates, ref };
}
