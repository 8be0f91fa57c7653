/**
 * Where comments are pinned to the recording: a line with a disc on top that holds the comment's number. Filled is open,
 * outlined is answered: shape, not colour.
 */
import { snap } from './pen.ts';
import type { Pen } from './pen.ts';
import type { TraceColours } from './trace-colours.ts';

export type PinMark = {
  readonly sample: number;
  /** Its number among the case's pinned comments. */
  readonly number: number;
  readonly isOpen: boolean;
};

/** A mark in its place on a picture. */
export type PlacedPin = { readonly px: number; readonly pin: PinMark };

const radiusPx = 8;

/** A finger is not as fine as the disc. */
const reachPx = radiusPx + 4;

/** The pin whose disc is pressed at a place of the picture, the one that lies on top; null where there is none. */
export function pinUnder(
  pins: readonly PlacedPin[],
  { topPx }: Pick<PinBox, 'topPx'>,
  at: { readonly x: number; readonly y: number },
): PinMark | null {
  const y = topPx + radiusPx + 1;
  return inOrderOf(pins).findLast(({ px }) => Math.hypot(px - at.x, y - at.y) <= reachPx)?.pin ?? null;
}

type PinBox = { readonly topPx: number; readonly bottomPx: number; readonly dpr: number };

/** In the order given, open ones over answered ones. */
const inOrderOf = (pins: readonly PlacedPin[]): PlacedPin[] =>
  [...pins].sort((a, b) => Number(a.pin.isOpen) - Number(b.pin.isOpen));

export function drawPins(
  pen: Pen,
  pins: readonly PlacedPin[],
  { topPx, bottomPx, dpr }: PinBox,
  colours: TraceColours,
): void {
  for (const { px, pin } of inOrderOf(pins)) {
    const x = snap(px, dpr);
    const y = topPx + radiusPx + 1;
    const main = pin.isOpen ? colours.primary.main : colours.text.third;
    pen.fillStyle = main;
    pen.fillRect(x - 0.5, y, 1, bottomPx - y);
    pen.beginPath();
    pen.arc(x, y, radiusPx, 0, 2 * Math.PI);
    pen.closePath();
    pen.fillStyle = pin.isOpen ? main : colours.surface.s1;
    pen.fill();
    pen.strokeStyle = pin.isOpen ? colours.surface.s1 : main;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.font = `600 11px ${colours.font}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillStyle = pin.isOpen ? colours.primary.on : main;
    pen.fillText(String(pin.number), x, y + 0.5);
  }
}
