/**
 * Keeps the part of a drawing that seldom changes as a bitmap, so that a frame in which only a window moves over it
 * copies pixels instead of drawing thousands of columns again.
 *
 * Law: what is laid down is what `draw` would have drawn there, pixel for pixel; it fills the whole surface.
 */
import { isSame } from './kept.ts';
import type { Pen, Surface } from './pen.ts';

/** A pen that can also copy a bitmap. */
export type LayingPen = Pen & Pick<CanvasRenderingContext2D, 'drawImage' | 'globalCompositeOperation'>;

export type StillLayer = {
  /** Lays the bitmap down; draws it anew first where it follows from something else than before. */
  readonly lay: (
    pen: LayingPen,
    surface: Surface,
    follows: readonly unknown[],
    draw: (pen: Pen) => void,
  ) => void;
  /** Draws anew next time: fonts came, or the bitmap was lost. */
  readonly forget: () => void;
};

export function createStillLayer(): StillLayer {
  let canvas: HTMLCanvasElement | null = null;
  let drawn: readonly unknown[] | null = null;
  return {
    lay: (pen, { widthPx, heightPx, dpr }, follows, draw) => {
      canvas ??= document.createElement('canvas');
      const of = [widthPx, heightPx, dpr, ...follows];
      const own = canvas.getContext('2d');
      if (own === null) return draw(pen);
      if (drawn === null || !isSame(drawn, of)) {
        // A new width also clears the bitmap and sets its pen back.
        canvas.width = Math.round(widthPx * dpr);
        canvas.height = Math.round(heightPx * dpr);
        own.setTransform(dpr, 0, 0, dpr, 0, 0);
        draw(own);
        drawn = of;
      }
      pen.globalCompositeOperation = 'copy';
      pen.drawImage(canvas, 0, 0, widthPx, heightPx);
      pen.globalCompositeOperation = 'source-over';
    },
    forget: () => (drawn = null),
  };
}
