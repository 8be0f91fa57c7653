/**
 * Caches the static part of a drawing as a bitmap, so that a frame in which only a window moves copies pixels instead
 * of drawing thousands of columns again.
 *
 * Invariant: the bitmap is pixel for pixel what `draw` would have drawn there, and it fills the whole surface.
 */
import { isSame } from './memo.ts';
import type { DrawingContext, Surface } from './drawing-context.ts';

/** A drawing context that can also copy a bitmap. */
export type LayerContext = DrawingContext &
  Pick<CanvasRenderingContext2D, 'drawImage' | 'globalCompositeOperation'>;

export type StillLayer = {
  /** Copies the bitmap to the canvas; redraws it first if its inputs have changed. */
  readonly lay: (
    ctx: LayerContext,
    surface: Surface,
    follows: readonly unknown[],
    draw: (ctx: DrawingContext) => void,
  ) => void;
  /** Forces a redraw next time: fonts have loaded, or the bitmap was lost. */
  readonly forget: () => void;
};

export function createStillLayer(): StillLayer {
  let canvas: HTMLCanvasElement | null = null;
  let drawn: readonly unknown[] | null = null;
  return {
    lay: (ctx, { widthPx, heightPx, dpr }, follows, draw) => {
      canvas ??= document.createElement('canvas');
      const of = [widthPx, heightPx, dpr, ...follows];
      const own = canvas.getContext('2d');
      if (own === null) return draw(ctx);
      if (drawn === null || !isSame(drawn, of)) {
        // Setting the width also clears the bitmap and resets its drawing state.
        canvas.width = Math.round(widthPx * dpr);
        canvas.height = Math.round(heightPx * dpr);
        own.setTransform(dpr, 0, 0, dpr, 0, 0);
        draw(own);
        drawn = of;
      }
      ctx.globalCompositeOperation = 'copy';
      ctx.drawImage(canvas, 0, 0, widthPx, heightPx);
      ctx.globalCompositeOperation = 'source-over';
    },
    forget: () => (drawn = null),
  };
}
