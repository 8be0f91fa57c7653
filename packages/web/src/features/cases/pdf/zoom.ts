/**
 * Computes the size at which a PDF page is drawn. 100 % is the paper's own size at 96 CSS pixels per inch; a PDF's unit
 * is 1/72 inch. `fit-width` and `fit-page` follow the available space and never exceed the limits of the zoom steps.
 */
export const zoomSteps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
export type Zoom = number | 'fit-width' | 'fit-page';

export type Size = { readonly width: number; readonly height: number };

const pxPerPoint = 96 / 72;
const least = zoomSteps[0];
const most = zoomSteps[zoomSteps.length - 1] ?? 4;

const within = (zoom: number): number => Math.min(most, Math.max(least, zoom));

/** @param paper the page in points @param room what is left for it in CSS pixels @returns the zoom, 1 is 100 % */
export function zoomOf(zoom: Zoom, paper: Size, room: Size): number {
  if (typeof zoom === 'number') return within(zoom);
  const byWidth = room.width / (paper.width * pxPerPoint);
  if (zoom === 'fit-width') return within(byWidth);
  return within(Math.min(byWidth, room.height / (paper.height * pxPerPoint)));
}

/** Returns the CSS pixels per point at this zoom: the scale of the renderer. */
export const pixelsPerPoint = (zoom: number): number => zoom * pxPerPoint;

/** Returns the next zoom step above or below a zoom that may be between two steps. */
export function zoomStep(from: number, by: -1 | 1): number {
  const near = 0.005;
  const step =
    by === 1 ? zoomSteps.find((one) => one > from + near) : zoomSteps.findLast((one) => one < from - near);
  return step ?? within(from);
}

/** Returns the page in the middle of the visible area, from 1. `tops`: where each page begins. */
export function pageAt(tops: readonly number[], scrollTop: number, roomHeight: number): number {
  const middle = scrollTop + roomHeight / 2;
  const after = tops.findIndex((top) => top > middle);
  return Math.max(1, after < 0 ? tops.length : after);
}
