/**
 * A canvas of whole device pixels that paints when the stage does.
 *
 * Its bitmap is the size of its box in device pixels; drawing is in CSS pixels. While the page's fonts arrive it
 * paints again. It takes the focus, so that its keys can be reached without a mouse.
 */
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import { listenToGestures } from './gestures.ts';
import type { GestureHandlers } from './gestures.ts';
import type { Painter } from '../paint/painter.ts';
import type { Pen, Surface } from '../paint/pen.ts';

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
  readonly draw: (pen: Pen, surface: Surface) => void;
  readonly onSize?: (surface: Surface) => void;
  readonly gestures?: GestureHandlers;
  /** Absent: the drawing says nothing that is not said beside it. */
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

/** Paints when the painter says so, measures when the box or the screen changes, listens to the hand. */
function usePaintedCanvas(props: TraceCanvasProps): Ref<HTMLCanvasElement> {
  const { painter } = props;
  const ref = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface>({ widthPx: 0, heightPx: 0, dpr: 1 });
  const paint = useEffectEvent(() => {
    const canvas = ref.current;
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen || surface.current.widthPx === 0 || surface.current.heightPx === 0) return;
    fit(canvas, surface.current);
    pen.setTransform(surface.current.dpr, 0, 0, surface.current.dpr, 0, 0);
    props.draw(pen, surface.current);
  });
  const measure = useEffectEvent(() => {
    if (!ref.current) return;
    surface.current = surfaceOf(ref.current);
    props.onSize?.(surface.current);
    painter.invalidate();
  });
  const gestures = useEffectEvent(() => props.gestures ?? {});
  const active = props.gestures !== undefined;

  useEffect(() => {
    const canvas = ref.current;
    if (!canvas?.parentElement) return undefined;
    const remove = painter.add(() => paint());
    const observer = new ResizeObserver(() => measure());
    observer.observe(canvas.parentElement);
    const stop = new AbortController();
    // A change of the page's zoom or of the screen changes the device pixels without changing the box.
    window.addEventListener('resize', () => measure(), { signal: stop.signal });
    document.fonts.addEventListener('loadingdone', () => painter.invalidate(), { signal: stop.signal });
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
