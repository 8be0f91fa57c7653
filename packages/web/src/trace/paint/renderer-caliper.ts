/**
 * Draws the calipers: two lines with a round handle at the foot, a wash between them, an arrow, one label and the
 * march-out.
 */
import { snap } from './drawing-context.ts';
import type { DrawingContext } from './drawing-context.ts';
import type { Box } from './renderer-hatch.ts';
import type { TraceColours } from './trace-colours.ts';

export type CaliperPicture = {
  readonly aPx: number;
  readonly bPx: number;
  readonly label: string;
  readonly marchPx: readonly number[];
};

const handleRadiusPx = 5;
const labelPx = { height: 22, padding: 9, radius: 4 } as const;

/** Draws the wash below the trace, so that it never covers the trace. */
export function drawCaliperWash(
  ctx: DrawingContext,
  box: Box,
  caliper: CaliperPicture,
  colours: TraceColours,
): void {
  const left = Math.min(caliper.aPx, caliper.bPx);
  ctx.fillStyle = colours.ecg.caliper_wash;
  ctx.fillRect(left, box.y, Math.abs(caliper.bPx - caliper.aPx), box.height);
}

export function drawCaliper(
  ctx: DrawingContext,
  box: Box,
  caliper: CaliperPicture,
  colours: TraceColours,
  dpr: number,
): void {
  ctx.strokeStyle = colours.ecg.caliper;
  drawMarch(ctx, box, caliper.marchPx, dpr);
  ctx.lineWidth = 1.5;
  for (const px of [caliper.aPx, caliper.bPx]) {
    const x = snap(px, dpr);
    ctx.beginPath();
    ctx.moveTo(x, box.y);
    ctx.lineTo(x, box.y + box.height - 2 * handleRadiusPx - 4);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, box.y + box.height - handleRadiusPx - 4, handleRadiusPx, 0, 2 * Math.PI);
    ctx.fillStyle = colours.ecg.paper;
    ctx.fill();
    ctx.stroke();
  }
  drawArrow(ctx, box.y + 13, caliper);
  drawLabel(ctx, box, caliper, colours);
}

function drawMarch(ctx: DrawingContext, box: Box, marchPx: readonly number[], dpr: number): void {
  if (marchPx.length === 0) return;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 4]);
  ctx.beginPath();
  for (const px of marchPx) {
    const x = snap(px, dpr) + 0.5 / dpr;
    ctx.moveTo(x, box.y);
    ctx.lineTo(x, box.y + box.height);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

function drawArrow(ctx: DrawingContext, y: number, caliper: CaliperPicture): void {
  const left = Math.min(caliper.aPx, caliper.bPx) + 2;
  const right = Math.max(caliper.aPx, caliper.bPx) - 2;
  if (right - left < 16) return;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(right, y);
  for (const [tip, inwards] of [
    [left, 5],
    [right, -5],
  ] as const) {
    ctx.moveTo(tip + inwards, y - 4);
    ctx.lineTo(tip, y);
    ctx.lineTo(tip + inwards, y + 4);
  }
  ctx.stroke();
}

/** Draws the label above the middle of the interval, moved sideways where it would leave the paper. */
function drawLabel(ctx: DrawingContext, box: Box, caliper: CaliperPicture, colours: TraceColours): void {
  const [left, right] = [Math.min(caliper.aPx, caliper.bPx), Math.max(caliper.aPx, caliper.bPx)];
  if (right < box.x || left > box.x + box.width) return;
  ctx.font = `600 13px ${colours.font}`;
  const width = ctx.measureText(caliper.label).width + 2 * labelPx.padding;
  const wished = (caliper.aPx + caliper.bPx) / 2 - width / 2;
  const x = Math.min(Math.max(box.x + 2, wished), box.x + box.width - width - 2);
  const y = box.y + 22;
  ctx.fillStyle = colours.ecg.caliper;
  ctx.beginPath();
  ctx.roundRect(x, y, width, labelPx.height, labelPx.radius);
  ctx.fill();
  ctx.fillStyle = colours.ecg.caliper_on;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(caliper.label, x + labelPx.padding, y + labelPx.height / 2 + 0.5);
}
