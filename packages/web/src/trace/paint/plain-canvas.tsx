/**
 * Draws a small static picture. It is drawn when it is shown, when its size changes and when `draw` changes, so a
 * picture in a long list must keep the same `draw` function while its content is unchanged.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DrawingContext, Surface } from './drawing-context.ts';

export type PlainCanvasProps = {
  readonly label: string;
  readonly heightPx: number;
  /** Absent: the canvas fills the available width. */
  readonly widthPx?: number | undefined;
  readonly draw: (ctx: DrawingContext, surface: Surface) => void;
};

function paintOn(canvas: HTMLCanvasElement, { heightPx, widthPx: fixedPx, draw }: PlainCanvasProps): void {
  const dpr = window.devicePixelRatio;
  // A known width is not measured: each measurement after a drawing forces a new layout of the page.
  const widthPx = Math.floor((fixedPx ?? canvas.getBoundingClientRect().width) * dpr) / dpr;
  const ctx = canvas.getContext('2d');
  if (!ctx || widthPx === 0) return;
  canvas.width = Math.round(widthPx * dpr);
  canvas.height = Math.round(heightPx * dpr);
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  draw(ctx, { widthPx, heightPx, dpr });
}

export function PlainCanvas(props: PlainCanvasProps) {
  const { label, heightPx, widthPx, draw } = props;
  const ref = useRef<HTMLCanvasElement>(null);
  const paint = useEffectEvent(() => {
    if (ref.current) paintOn(ref.current, props);
  });
  useEffect(() => paint(), [draw, heightPx, widthPx]);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return undefined;
    const observer = new ResizeObserver(() => paint());
    observer.observe(canvas);
    const stop = new AbortController();
    document.fonts.addEventListener('loadingdone', () => paint(), { signal: stop.signal });
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, []);
  return (
    <canvas
      ref={ref}
      role="img"
      aria-label={label}
      style={{ display: 'block', width: widthPx ?? '100%', height: heightPx }}
    />
  );
}
