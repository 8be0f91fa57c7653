/**
 * A small picture that stands still: drawn when it is shown, when its size or the theme changes, and never else.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Pen, Surface } from './pen.ts';

export type PlainCanvasProps = {
  readonly label: string;
  readonly heightPx: number;
  /** Absent: as wide as there is room. */
  readonly widthPx?: number | undefined;
  readonly draw: (pen: Pen, surface: Surface) => void;
};

function paintOn(
  canvas: HTMLCanvasElement,
  heightPx: number,
  draw: (pen: Pen, surface: Surface) => void,
): void {
  const dpr = window.devicePixelRatio;
  const widthPx = Math.floor(canvas.getBoundingClientRect().width * dpr) / dpr;
  const pen = canvas.getContext('2d');
  if (!pen || widthPx === 0) return;
  canvas.width = Math.round(widthPx * dpr);
  canvas.height = Math.round(heightPx * dpr);
  pen.setTransform(dpr, 0, 0, dpr, 0, 0);
  draw(pen, { widthPx, heightPx, dpr });
}

export function PlainCanvas({ label, heightPx, widthPx, draw }: PlainCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const paint = useEffectEvent(() => {
    if (ref.current) paintOn(ref.current, heightPx, draw);
  });
  useEffect(() => paint());
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
