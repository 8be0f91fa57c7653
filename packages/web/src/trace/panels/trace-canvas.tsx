/**
 * Draws on a canvas of whole device pixels, in the stage's frame if its content has changed.
 *
 * Its bitmap has the size of its box in device pixels; drawing uses CSS pixels. It paints again when the page's fonts
 * load. It can take the focus, so that its keys work without a mouse.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { listenToGestures } from './gestures.ts';
import type { GestureHandlers } from './gestures.ts';
import { isSame } from '../paint/memo.ts';
import type { Painter } from '../paint/painter.ts';
import type { Surface } from '../paint/drawing-context.ts';
import { createStillLayer } from '../paint/still-layer.ts';
import type { LayerContext, StillLayer } from '../paint/still-layer.ts';

const Box = styled('div')({ position: 'relative', minWidth: 0, minHeight: 0, overflow: 'hidden' });
const Bitmap = styled('canvas')(({ theme }) => ({
  display: 'block',
  position: 'absolute',
  inset: 0,
  outline: 'none',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.focus}` },
}));

export type TraceCanvasProps = {
  readonly painter: Painter;
  /** `still` caches the part of the drawing that rarely changes. */
  readonly draw: (ctx: LayerContext, surface: Surface, still: StillLayer) => void;
  /** The inputs of the drawing: while all of them are the same, a frame leaves the canvas as it is. */
  readonly follows: (surface: Surface) => readonly unknown[];
  readonly onSize?: (surface: Surface) => void;
  readonly gestures?: GestureHandlers;
  /** Absent if the drawing shows nothing that is not also text beside it. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly touchAction?: 'pan-y' | 'none' | 'auto';
  readonly cursor?: string;
  readonly heightPx?: number;
  readonly children?: ReactNode;
};

function surfaceOf(canvas: HTMLCanvasElement): Surface {
  const box = canvas.parentElement?.getBoundingClientRect();
  const dpr = window.devicePixelRatio;
  return {
    widthPx: Math.floor((box?.width ?? 0) * dpr) / dpr,
    heightPx: Math.floor((box?.height ?? 0) * dpr) / dpr,
    dpr,
  };
}

function fit(canvas: HTMLCanvasElement, surface: Surface): void {
  const width = Math.round(surface.widthPx * surface.dpr);
  const height = Math.round(surface.heightPx * surface.dpr);
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  canvas.style.width = `${surface.widthPx}px`;
  canvas.style.height = `${surface.heightPx}px`;
}

type Painting = {
  readonly paint: (canvas: HTMLCanvasElement) => void;
  /** Called when the box or the screen has another size. */
  readonly measure: (canvas: HTMLCanvasElement) => void;
  /** Called when fonts have loaded or the bitmaps were lost. */
  readonly drawAnew: () => void;
};

/** Draws if the inputs differ from those of the current drawing. */
function usePainting(props: TraceCanvasProps): Painting {
  const { painter } = props;
  const surface = useRef<Surface>({ widthPx: 0, heightPx: 0, dpr: 1 });
  const [still] = useState(createStillLayer);
  /** The inputs of the current drawing; null if it must be redrawn. */
  const drawn = useRef<readonly unknown[] | null>(null);
  return {
    paint: (canvas) => {
      const ctx = canvas.getContext('2d');
      const size = surface.current;
      if (!ctx || size.widthPx === 0 || size.heightPx === 0) return;
      const follows = props.follows(size);
      if (drawn.current !== null && isSame(drawn.current, follows)) return;
      drawn.current = follows;
      fit(canvas, size);
      ctx.setTransform(size.dpr, 0, 0, size.dpr, 0, 0);
      props.draw(ctx, size, still);
    },
    measure: (canvas) => {
      surface.current = surfaceOf(canvas);
      drawn.current = null;
      props.onSize?.(surface.current);
      painter.invalidate();
    },
    drawAnew: () => {
      drawn.current = null;
      still.forget();
      painter.invalidate();
    },
  };
}

/** Paints with the painter, measures when the box or the screen changes, and listens to the pointer. */
function usePaintedCanvas(props: TraceCanvasProps): Ref<HTMLCanvasElement> {
  const { painter } = props;
  const ref = useRef<HTMLCanvasElement>(null);
  const painting = usePainting(props);
  const paint = useEffectEvent(painting.paint);
  const measure = useEffectEvent(painting.measure);
  const drawAnew = useEffectEvent(painting.drawAnew);
  const gestures = useEffectEvent(() => props.gestures ?? {});
  const active = props.gestures !== undefined;

  useEffect(() => {
    const canvas = ref.current;
    if (!canvas?.parentElement) return undefined;
    const remove = painter.add(() => paint(canvas));
    const observer = new ResizeObserver(() => measure(canvas));
    observer.observe(canvas.parentElement);
    const stop = new AbortController();
    const { signal } = stop;
    // Changing the page zoom or the screen changes the device pixels without changing the box.
    window.addEventListener('resize', () => measure(canvas), { signal });
    document.fonts.addEventListener('loadingdone', () => drawAnew(), { signal });
    canvas.addEventListener('contextrestored', () => drawAnew(), { signal });
    const deaf = active ? listenToGestures(canvas, () => gestures()) : undefined;
    return () => {
      remove();
      observer.disconnect();
      stop.abort();
      deaf?.();
    };
  }, [painter, active]);

  useEffect(() => painter.invalidate());
  return ref;
}

export function TraceCanvas(props: TraceCanvasProps) {
  const { label, describedBy, touchAction = 'auto', cursor, heightPx, children } = props;
  const ref = usePaintedCanvas(props);
  const active = props.gestures !== undefined;
  return (
    <Box style={heightPx === undefined ? { flex: 1 } : { height: heightPx }}>
      <Bitmap
        ref={ref}
        style={{ touchAction, ...(cursor === undefined ? {} : { cursor }) }}
        {...(label === undefined
          ? { 'aria-hidden': true }
          : { role: 'img', 'aria-label': label, 'aria-describedby': describedBy, tabIndex: active ? 0 : -1 })}
      />
      {children}
    </Box>
  );
}
