/** Provides the stage of a recording, open while the view is on the page, and the scene that it shows. */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Beats, Episode, RateFigures, TrendPoint } from '../signal/reading.ts';
import type { PinMark } from '../paint/renderer-pins.ts';
import { createScene, trendFromHours } from '../paint/scene.ts';
import type { Scene } from '../paint/scene.ts';
import { createStage } from './stage.ts';
import type { FetchTiles } from '../signal/tile-loader.ts';
import type { Stage } from './stage.ts';
import { trendFromBeats } from '../signal/trend-columns.ts';
import { openPlace, recordingPlaceOf } from '../time/place.ts';
import type { RecordingPlace } from '../time/place.ts';
import { middleOf } from '../time/view.ts';
import { useTraceWords } from './use-trace-words.ts';
import { useWallClock } from '../time/use-wall-clock.ts';

type StageProps = {
  readonly manifest: RecordingManifest;
  readonly fetchTiles: FetchTiles;
  readonly trend?: readonly TrendPoint[] | undefined;
  readonly rates?: RateFigures | undefined;
  readonly trendWaits?: boolean | undefined;
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
  readonly pins?: readonly PinMark[] | undefined;
  readonly judged?: ArrayLike<number> | undefined;
  /** The initial view from the address; read once. */
  readonly place?: RecordingPlace | undefined;
  /** Called when the view has changed and the user has stopped moving. */
  readonly onPlace?: ((place: RecordingPlace) => void) | undefined;
};

const restMs = 400;
const opens: RecordingPlace = {};

/** Reports the current place to the page once the user has stopped moving; nothing before the first move. */
function usePlace(stage: Stage, manifest: RecordingManifest, onPlace: StageProps['onPlace']): void {
  const report = useEffectEvent(() => {
    const view = stage.view.get();
    onPlace?.(recordingPlaceOf(manifest, view, Math.round(middleOf(view, stage.frame()))));
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = stage.moved.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => report(), restMs);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [stage]);
}

export function useStage(props: StageProps, calibrated: boolean): { stage: Stage; scene: Scene } {
  const { manifest, trend, trendWaits = false, rates, beats, episodes, pins, judged } = props;
  const words = useTraceWords(calibrated);
  const wall = useWallClock(manifest.time_zone);
  const [place] = useState(props.place ?? opens);
  const stage = useMemo(() => createStage(manifest, openPlace(manifest, place)), [manifest, place]);
  usePlace(stage, manifest, props.onPlace);
  const points = useMemo(() => {
    if (trend !== undefined) return trend;
    if (trendWaits) return [];
    return beats === undefined ? trendFromHours(manifest.hours) : trendFromBeats(beats, manifest);
  }, [manifest, trend, trendWaits, beats]);
  const scene = useMemo(
    () =>
      createScene({
        ...{ manifest, wall, words, rates, beats, episodes, pins, judged },
        ...{ tiles: stage.tiles, trend: points },
      }),
    [manifest, stage, wall, words, points, rates, beats, episodes, pins, judged],
  );
  const fetchTiles = useEffectEvent<FetchTiles>((...tiles) => props.fetchTiles(...tiles));
  useEffect(() => stage.open((...tiles) => fetchTiles(...tiles)), [stage]);
  useEffect(() => stage.show(scene), [stage, scene]);
  return { stage, scene };
}
