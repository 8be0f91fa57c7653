/** Provides the analysis for the recording view: beats, episodes, findings by kind, and the trend. */
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useCallback, useMemo } from 'react';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import type { default as RecordingView } from '../../../trace/panels/recording-view.tsx';
import type { Episode } from '../../../trace/signal/reading.ts';
import type { RecordingPlace } from '../../../trace/time/place.ts';
import { useActiveFinding, useFindingGroups } from './finding-groups.ts';
import { type FindingRow, findingRows } from './finding-rows.ts';
import { rateTrend, withAfShares } from './read-trend.ts';
import { writeAddress } from './strip-address.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import { type StripPlace, useStripPlace } from './strip-place.tsx';
import { useAnalysis } from './use-analysis.ts';
import { type Judging, useJudging } from './use-judging.ts';

type Reading = Pick<
  ComponentProps<typeof RecordingView>,
  | 'beats'
  | 'episodes'
  | 'groups'
  | 'active'
  | 'onFinding'
  | 'trend'
  | 'trendWaits'
  | 'rates'
  | 'ref'
  | 'place'
  | 'onPlace'
> & {
  /** Null if the user may not edit. */
  readonly judging: Judging | null;
};

const noRows: readonly FindingRow[] = [];

/** Keeps the address at the current place of the recording; it replaces the history entry and keeps its list. */
function useAddress(strip: StripPlace): Pick<Reading, 'place' | 'onPlace'> {
  const navigate = useNavigate();
  const onPlace = useCallback(
    (place: RecordingPlace) => {
      const written = writeAddress({ place, active: strip.active.get() });
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...written }),
        replace: true,
        state: true,
        resetScroll: false,
      });
    },
    [navigate, strip],
  );
  return { place: strip.opened.place, onPlace };
}

type Rate = NonNullable<RecordingAnalysis['summary']>['rate'];

function useRates(rate: Rate | undefined): Reading['rates'] {
  return useMemo(() => {
    const [min, mean, max] = [rate?.min?.bpm, rate?.mean_bpm ?? undefined, rate?.max?.bpm];
    return min === undefined || mean === undefined || max === undefined ? undefined : { min, mean, max };
  }, [rate]);
}

/** An edit that adds, moves and removes no beat leaves the rates unchanged. */
function useTrend(
  beats: ReadBeats | undefined,
  manifest: RecordingManifest | undefined,
  episodes: readonly Episode[] | undefined,
  intervals: number | undefined,
): Reading['trend'] {
  const { sample, counted } = beats ?? {};
  const rates = useMemo(
    () =>
      sample === undefined || counted === undefined || manifest === undefined
        ? undefined
        : rateTrend({ sample, counted }, manifest, intervals),
    [sample, counted, manifest, intervals],
  );
  return useMemo(
    () =>
      rates === undefined || manifest === undefined
        ? undefined
        : withAfShares(rates, episodes ?? [], manifest),
    [rates, episodes, manifest],
  );
}

export function useReading(
  detail: Pick<CaseDetail, 'case_id' | 'recording'>,
  manifest: RecordingManifest | undefined,
): Reading {
  const place = useStripPlace();
  const { analysis, beats, waits } = useAnalysis(detail);
  const episodes = analysis?.summary?.episodes;
  const intervals = analysis?.summary?.criteria.rate_intervals;
  const rows = useMemo(
    () =>
      analysis === undefined || manifest === undefined ? noRows : findingRows(analysis, beats, manifest),
    [analysis, beats, manifest],
  );
  const groups = useFindingGroups(rows);
  const active = useActiveFinding(rows);
  const onFinding = useCallback(
    (kind: string, index: number) => {
      const row = rows.find((one) => one.kind === kind);
      if (row !== undefined) place.read(kind, index, row.places);
    },
    [rows, place],
  );
  const trend = useTrend(beats, manifest, episodes, intervals);
  const rates = useRates(analysis?.summary?.rate);
  const ref = useCallback(
    (view: RecordingHandle | null) => (view === null ? undefined : place.keep(view)),
    [place],
  );
  const address = useAddress(place);
  const judging = useJudging(rows);
  return {
    beats,
    episodes,
    groups,
    active,
    onFinding,
    trend,
    trendWaits: waits,
    rates,
    ref,
    judging,
    ...address,
  };
}
