/**
 * Draws where comments are pinned to the recording: a line with a disc on top that contains the comment's number. Open
 * comments are filled, answered ones outlined, so the difference is a shape and not only a colour.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import type { TraceColours } from './trace-colours.ts';

export type PinMark = {
  readonly sample: number;
  /** The comment's number among the case's pinned comments. */
  readonly number: number;
  readonly isOpen: boolean;
};

/** A mark with its position on a picture. */
export type PlacedPin = { readonly px: number; readonly pin: PinMark };

const radiusPx = 8;

/** The reach is larger than the disc, because a finger is less precise. */
const reachPx = radiusPx + 4;

/** Returns the topmost pin whose disc is at a position of the picture, or null. */
export function pinUnder(
  pins: readonly PlacedPin[],
  { topPx }: Pick<PinBox, 'topPx'>,
  at: { readonly x: number; readonly y: number },
): PinMark | null {
  const y = topPx + radiusPx + 1;
  return inOrderOf(pins).findLast(({ px }) => Math.hypot(px - at.x, y - at.y) <= reachPx)?.pin ?? null;
}

type PinBox = { readonly topPx: number; readonly bottomPx: number; readonly dpr: number };

/** Keeps the given order, with open pins above answered ones. */
const inOrderOf = (pins: readonly PlacedPin[]): PlacedPin[] =>
  [...pins].sort((a, b) => Number(a.pin.isOpen) - Number(b.pin.isOpen));

export function drawPins(
  ctx: DrawingContext,
  pins: readonly PlacedPin[],
  { topPx, bottomPx, dpr }: PinBox,
  colours: TraceColours,
): void {
  for (const { px, pin } of inOrderOf(pins)) {
    const x = snap(px, dpr);
    const y = topPx + radiusPx + 1;
    const main = pin.isOpen ? colours.primary.main : colours.text.third;
    ctx.fillStyle = main;
    ctx.fillRect(x - 0.5, y, 1, bottomPx - y);
    ctx.beginPath();
    ctx.arc(x, y, radiusPx, 0, 2 * Math.PI);
    ctx.closePath();
    ctx.fillStyle = pin.isOpen ? main : colours.surface.s1;
    ctx.fill();
    ctx.strokeStyle = pin.isOpen ? colours.surface.s1 : main;
    ctx.lineWidth = 1.5;
    ctx.stroke();
    ctx.font = `600 11px ${colours.font}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = pin.isOpen ? colours.primary.on : main;
    ctx.fillText(String(pin.number), x, y + 0.5);
  }
}
