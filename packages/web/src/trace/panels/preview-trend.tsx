/**
 * Draws the heart-rate trend of a recording for the list's preview pane: the first scale of the case page, without
 * interaction.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainCanvas } from '../paint/plain-canvas.tsx';
import type { Episode, TrendPoint } from '../signal/reading.ts';
import { drawTrend } from '../paint/renderer-trend.ts';
import { createScene, trendFromHours } from '../paint/scene.ts';
import { createTrendPictures } from '../paint/trend-picture.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { useTraceWords } from './use-trace-words.ts';
import { useWallClock } from '../time/use-wall-clock.ts';

export const previewTrendPx = 112;
const axisRoomPx = 52;
const noTiles = { get: () => undefined };

export type PreviewTrendProps = {
  readonly manifest: RecordingManifest;
  readonly trend?: readonly TrendPoint[] | undefined;
  readonly episodes?: readonly Episode[] | undefined;
};

export function PreviewTrend({ manifest, trend, episodes }: PreviewTrendProps) {
  const { t } = useTranslation('trace');
  const colours = useTraceColours();
  const words = useTraceWords(true);
  const wall = useWallClock(manifest.time_zone);
  const scene = useMemo(
    () =>
      createScene({
        manifest,
        tiles: noTiles,
        wall,
        words,
        trend: trend ?? trendFromHours(manifest.hours),
        episodes,
      }),
    [manifest, wall, words, trend, episodes],
  );
  return (
    <PlainCanvas
      label={t('trend.label')}
      heightPx={previewTrendPx}
      draw={(ctx, surface) => {
        const whole = { start: 0, end: manifest.samples };
        const size = { surface, plotLeftPx: axisRoomPx, plotWidthPx: surface.widthPx - axisRoomPx };
        drawTrend(ctx, createTrendPictures()(scene, whole, size, null), colours);
      }}
    />
  );
}
