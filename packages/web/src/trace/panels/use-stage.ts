/** The stage of a recording, opened while the view is on the page, and the scene that it shows. */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Beats, Episode, RateFigures, TrendPoint } from '../signal/reading.ts';
import { createScene, trendFromHours } from '../paint/scene.ts';
import type { Scene } from '../paint/scene.ts';
import { createStage } from './stage.ts';
import type { FetchTile, Stage } from './stage.ts';
import { trendFromBeats } from '../signal/trend-columns.ts';
import { useTraceWords } from './use-trace-words.ts';
import { useWallClock } from '../time/use-wall-clock.ts';

type StageProps = {
  readonly manifest: RecordingManifest;
  readonly fetchTile: FetchTile;
  readonly trend?: readonly TrendPoint[] | undefined;
  readonly rates?: RateFigures | undefined;
  readonly trendWaits?: boolean | undefined;
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
  readonly startSample?: number | undefined;
};

/** More leads than this overlap at 10 mm/mV on a usual screen; the menu shows the others. */
const leadsAtFirst = 3;

export function useStage(props: StageProps, calibrated: boolean): { stage: Stage; scene: Scene } {
  const { manifest, trend, trendWaits = false, rates, beats, episodes, startSample } = props;
  const words = useTraceWords(calibrated);
  const wall = useWallClock(manifest.time_zone);
  const stage = useMemo(() => {
    const leads = manifest.leads.slice(0, leadsAtFirst).map((_lead, index) => index);
    return createStage(manifest, leads, startSample ?? 0);
  }, [manifest, startSample]);
  const points = useMemo(() => {
    if (trend !== undefined) return trend;
    if (trendWaits) return [];
    return beats === undefined ? trendFromHours(manifest.hours) : trendFromBeats(beats, manifest);
  }, [manifest, trend, trendWaits, beats]);
  const scene = useMemo(
    () => createScene({ manifest, tiles: stage.tiles, wall, words, trend: points, rates, beats, episodes }),
    [manifest, stage, wall, words, points, rates, beats, episodes],
  );
  const fetchTile = useEffectEvent<FetchTile>((...tile) => props.fetchTile(...tile));
  useEffect(() => stage.open((...tile) => fetchTile(...tile)), [stage]);
  useEffect(() => stage.show(scene), [stage, scene]);
  return { stage, scene };
}
