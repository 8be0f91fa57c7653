/** The stage of a recording, opened while the view is on the page, and the scene that it shows. */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Beats, Episode, TrendPoint } from './reading.ts';
import { createScene, trendFromHours } from './scene.ts';
import type { Scene } from './scene.ts';
import { createStage } from './stage.ts';
import type { FetchTile, Stage } from './stage.ts';
import { trendFromBeats } from './trend-columns.ts';
import { useTraceWords } from './use-trace-words.ts';
import { useWallClock } from './use-wall-clock.ts';

type StageProps = {
  readonly manifest: RecordingManifest;
  readonly fetchTile: FetchTile;
  readonly trend?: readonly TrendPoint[] | undefined;
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
  readonly startSample?: number | undefined;
};

/** More leads than this overlap at 10 mm/mV on a usual screen; the menu shows the others. */
const leadsAtFirst = 3;

export function useStage(props: StageProps, calibrated: boolean): { stage: Stage; scene: Scene } {
  const { manifest, trend, beats, episodes, startSample } = props;
  const words = useTraceWords(calibrated);
  const wall = useWallClock(manifest.time_zone);
  const stage = useMemo(() => {
    const leads = manifest.leads.slice(0, leadsAtFirst).map((_lead, index) => index);
    return createStage(manifest, leads, startSample ?? 0);
  }, [manifest, startSample]);
  const points = useMemo(() => {
    if (trend !== undefined) return trend;
    return beats === undefined ? trendFromHours(manifest.hours) : trendFromBeats(beats, manifest);
  }, [manifest, trend, beats]);
  const scene = useMemo(
    () => createScene({ manifest, tiles: stage.tiles, wall, words, trend: points, beats, episodes }),
    [manifest, stage, wall, words, points, beats, episodes],
  );
  const fetchTile = useEffectEvent<FetchTile>((...asked) => props.fetchTile(...asked));
  useEffect(() => stage.open((...asked) => fetchTile(...asked)), [stage]);
  useEffect(() => stage.show(scene), [stage, scene]);
  return { stage, scene };
}
