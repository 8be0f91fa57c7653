/** Draws the two kinds of plot pictures: points by density, and bars by class. */
import { histogramOf, plotDensity, type PlotArea, type PlotPoints } from '@rhythmdesk/ecg/reading/beat-plots';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PlainCanvas } from '../../../../trace/paint/plain-canvas.tsx';
import { beatColour, type TraceColours } from '../../../../trace/paint/trace-colours.ts';
import { useTraceColours } from '../../../../trace/paint/use-trace-colours.ts';
import { isShown, type PlotClass, type PlotColour, plotColours } from './plot-model.ts';
import { plotPixels, rgbOf } from './plot-pixels.ts';

export function plotColour(colours: TraceColours, colour: PlotColour): string {
  if (colour === 'N') return colours.ecg.trace;
  if (colour === 'af') return colours.ecg.af;
  return colour === 'other' ? beatColour(colours, 'F') : beatColour(colours, colour);
}

const rare: ReadonlySet<PlotColour> = new Set(['other', 'S', 'V'] as const);

type DensityProps = {
  readonly label: string;
  readonly points: PlotPoints;
  readonly colours: Uint8Array;
  readonly area: PlotArea;
  readonly shown: PlotClass;
  readonly heightPx: number;
};

/** Returns the width of the box, and updates it when it changes. */
function useWidth(): readonly [(node: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0);
  const [watch] = useState(() => (node: HTMLElement | null) => {
    if (node === null) return undefined;
    const measure = (): void => setWidth(Math.floor(node.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  });
  return [watch, width];
}

export function DensityPicture({ label, points, colours, area, shown, heightPx }: DensityProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [watch, width] = useWidth();
  const theme = useTraceColours();
  const layers = useMemo(
    () =>
      width === 0
        ? []
        : plotDensity(points, colours, area, { width, height: heightPx, colours: plotColours.length }),
    [points, colours, area, width, heightPx],
  );
  useEffect(() => {
    const ctx = canvas.current?.getContext('2d');
    if (!ctx || layers.length === 0) return;
    const shownLayers = layers.flatMap((counts, i) => {
      const colour = plotColours[i];
      if (colour === undefined || !isShown(i, shown)) return [];
      return [{ counts, rgb: rgbOf(plotColour(theme, colour)), large: rare.has(colour) }];
    });
    const pixels = plotPixels(shownLayers, { width, height: heightPx });
    ctx.putImageData(new ImageData(pixels, width, heightPx), 0, 0);
  }, [layers, shown, theme, width, heightPx]);
  return (
    <div ref={watch} style={{ height: '100%' }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={Math.max(1, width)}
        height={heightPx}
        style={{ display: 'block', imageRendering: 'pixelated' }}
      />
    </div>
  );
}

type BarsProps = Omit<DensityProps, 'points'> & {
  readonly values: Float32Array;
  /** How much a beat counts. */
  readonly weight?: (index: number) => number;
};

const bars = 60;

export function BarPicture({ label, values, colours, area, shown, heightPx, weight }: BarsProps) {
  const theme = useTraceColours();
  const layers = useMemo(
    () => histogramOf(values, colours, area.x, { bars, colours: plotColours.length }, weight),
    [values, colours, area, weight],
  );
  const drawn = layers.map((counts, i) => ({ counts, colour: plotColours[i], isOn: isShown(i, shown) }));
  const total = (bar: number): number =>
    drawn.reduce((sum, { counts, isOn }) => sum + (isOn ? (counts[bar] ?? 0) : 0), 0);
  const most = Array.from({ length: bars }, (_, bar) => total(bar)).reduce((a, b) => Math.max(a, b), 1);
  return (
    <PlainCanvas
      label={label}
      heightPx={heightPx}
      draw={(ctx, surface) => {
        ctx.clearRect(0, 0, surface.widthPx, surface.heightPx);
        const wide = surface.widthPx / bars;
        for (let bar = 0; bar < bars; bar++) {
          let y = surface.heightPx;
          for (const { counts, colour, isOn } of drawn) {
            const high = isOn ? ((counts[bar] ?? 0) / most) * (surface.heightPx - 4) : 0;
            if (high === 0 || colour === undefined) continue;
            ctx.fillStyle = plotColour(theme, colour);
            ctx.globalAlpha = colour === 'N' ? 0.55 : 1;
            y -= high;
            ctx.fillRect(bar * wide, y, Math.max(1, wide - 1), high);
          }
        }
        ctx.globalAlpha = 1;
      }}
    />
  );
}
