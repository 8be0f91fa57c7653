/**
 * Draws the ECG paper: small squares of 0.04 s by 0.1 mV and large ones of 0.2 s by 0.5 mV, at 25 mm/s and 10 mm/mV.
 *
 * As on real paper, the grid is in millimetres whatever speed and gain are set. It moves with the signal: a large line
 * is on every whole 5 mm of wall-clock time. Lines are one device pixel wide, at whole device pixels.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import type { Box } from './renderer-hatch.ts';
import type { TraceColours } from './trace-colours.ts';

/**
 * @param originPx position of any one of the large vertical lines
 * @param mmPx CSS pixels per millimetre, a whole number of device pixels
 */
export function drawPaper(
  ctx: DrawingContext,
  box: Box,
  colours: TraceColours,
  originPx: number,
  mmPx: number,
  dpr: number,
): void {
  ctx.fillStyle = colours.ecg.paper;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  const hairPx = 1 / dpr;
  const origin = snap(originPx, dpr);
  for (const large of [false, true]) {
    ctx.fillStyle = large ? colours.ecg.grid_large : colours.ecg.grid_small;
    const first = Math.ceil((box.x - origin) / mmPx);
    const last = Math.floor((box.x + box.width - origin) / mmPx);
    for (let k = first; k <= last; k += 1) {
      if ((k % 5 === 0) === large) ctx.fillRect(snap(origin + k * mmPx, dpr), box.y, hairPx, box.height);
    }
    for (let k = 0; k * mmPx < box.height; k += 1) {
      if ((k % 5 === 0) === large) ctx.fillRect(box.x, snap(box.y + k * mmPx, dpr), box.width, hairPx);
    }
  }
}
