/**
 * Computes the rows of a strip that shows a single lead: the rows follow one another in time, and each is a strip of
 * its own.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext, Surface } from './drawing-context.ts';
import { drawStrip } from './renderer-strip.ts';
import type { ShownEpisode } from './renderer-episode.ts';
import type { Scene } from './scene.ts';
import { stripPicture } from './strip-picture.ts';
import type { StripSize } from './strip-picture.ts';
import type { TraceColours } from './trace-colours.ts';
import { stripScale } from '../time/time-scale.ts';
import type { TimeScale } from '../time/time-scale.ts';
import { across, stripRows } from '../time/view.ts';
import type { Frame, View } from '../time/view.ts';

type RowBox = { readonly topPx: number; readonly heightPx: number };

/** Returns the rows' boxes on whole device pixels; they divide the surface without overlap. */
function rowBoxes({ heightPx, dpr }: Surface, rows: number): RowBox[] {
  const edge = (row: number): number => (row === rows ? heightPx : snap((row * heightPx) / rows, dpr));
  return Array.from({ length: rows }, (_, row) => ({
    topPx: edge(row),
    heightPx: edge(row + 1) - edge(row),
  }));
}

/** Returns the time scale of a row of the strip. */
export function rowScale(view: View, frame: Frame, gutterPx: number, row: number): TimeScale {
  const start = view.start + row * across(frame, view.speed);
  return stripScale(frame.clock, start, gutterPx, frame.mmPx, view.speed);
}

/** Returns the row at a height of the strip. */
export function rowAtPx(view: View, frame: Frame, y: number): number {
  const rows = stripRows(view, frame);
  return Math.min(rows - 1, Math.max(0, Math.floor((y * rows) / Math.max(1, frame.stripPx))));
}

/** Returns the row that contains a sample; the nearest row if the sample is out of view. */
export function rowOfSample(view: View, frame: Frame, sample: number): number {
  const row = Math.floor((sample - view.start) / across(frame, view.speed));
  return Math.min(stripRows(view, frame) - 1, Math.max(0, row));
}

export function drawStrips(
  ctx: DrawingContext,
  scene: Scene,
  view: View,
  frame: Frame,
  size: StripSize,
  colours: TraceColours,
  edited: ShownEpisode | null = null,
): void {
  const rows = stripRows(view, frame);
  rowBoxes(size.surface, rows).forEach(({ topPx, heightPx }, row) => {
    const start = view.start + row * across(frame, view.speed);
    const surface = { ...size.surface, heightPx };
    const picture = stripPicture(scene, { ...view, start }, { ...size, surface }, edited);
    const isLast = row === rows - 1;
    ctx.save();
    ctx.translate(0, topPx);
    drawStrip(ctx, isLast ? picture : { ...picture, printed: [], notice: null }, colours);
    ctx.restore();
  });
}
