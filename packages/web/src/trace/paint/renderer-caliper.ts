/**
 * Draws the calipers: two lines with a round handle at the foot, a wash between them, an arrow, one label and the
 * march-out.
 */
import { snap } from './pen.ts';
import type { Pen } from './pen.ts';
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

/** Drawn below the trace, so that the wash never covers it. */
export function drawCaliperWash(pen: Pen, box: Box, caliper: CaliperPicture, colours: TraceColours): void {
  const left = Math.min(caliper.aPx, caliper.bPx);
  pen.fillStyle = colours.ecg.caliper_wash;
  pen.fillRect(left, box.y, Math.abs(caliper.bPx - caliper.aPx), box.height);
}

export function drawCaliper(
  pen: Pen,
  box: Box,
  caliper: CaliperPicture,
  colours: TraceColours,
  dpr: number,
): void {
  pen.strokeStyle = colours.ecg.caliper;
  drawMarch(pen, box, caliper.marchPx, dpr);
  pen.lineWidth = 1.5;
  for (const px of [caliper.aPx, caliper.bPx]) {
    const x = snap(px, dpr);
    pen.beginPath();
    pen.moveTo(x, box.y);
    pen.lineTo(x, box.y + box.height - 2 * handleRadiusPx - 4);
    pen.stroke();
    pen.beginPath();
    pen.arc(x, box.y + box.height - handleRadiusPx - 4, handleRadiusPx, 0, 2 * Math.PI);
    pen.fillStyle = colours.ecg.paper;
    pen.fill();
    pen.stroke();
  }
  drawArrow(pen, box.y + 13, caliper);
  drawLabel(pen, box, caliper, colours);
}

function drawMarch(pen: Pen, box: Box, marchPx: readonly number[], dpr: number): void {
  if (marchPx.length === 0) return;
  pen.globalAlpha = 0.55;
  pen.lineWidth = 1;
  pen.setLineDash([2, 4]);
  pen.beginPath();
  for (const px of marchPx) {
    const x = snap(px, dpr) + 0.5 / dpr;
    pen.moveTo(x, box.y);
    pen.lineTo(x, box.y + box.height);
  }
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

function drawArrow(pen: Pen, y: number, caliper: CaliperPicture): void {
  const left = Math.min(caliper.aPx, caliper.bPx) + 2;
  const right = Math.max(caliper.aPx, caliper.bPx) - 2;
  if (right - left < 16) return;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(left, y);
  pen.lineTo(right, y);
  for (const [tip, inwards] of [
    [left, 5],
    [right, -5],
  ] as const) {
    pen.moveTo(tip + inwards, y - 4);
    pen.lineTo(tip, y);
    pen.lineTo(tip + inwards, y + 4);
  }
  pen.stroke();
}

/** Draws the label above the middle of the interval, moved sideways where it would leave the paper. */
function drawLabel(pen: Pen, box: Box, caliper: CaliperPicture, colours: TraceColours): void {
  const [left, right] = [Math.min(caliper.aPx, caliper.bPx), Math.max(caliper.aPx, caliper.bPx)];
  if (right < box.x || left > box.x + box.width) return;
  pen.font = `600 13px ${colours.font}`;
  const width = pen.measureText(caliper.label).width + 2 * labelPx.padding;
  const wished = (caliper.aPx + caliper.bPx) / 2 - width / 2;
  const x = Math.min(Math.max(box.x + 2, wished), box.x + box.width - width - 2);
  const y = box.y + 22;
  pen.fillStyle = colours.ecg.caliper;
  pen.beginPath();
  pen.roundRect(x, y, width, labelPx.height, labelPx.radius);
  pen.fill();
  pen.fillStyle = colours.ecg.caliper_on;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillText(caliper.label, x + labelPx.padding, y + labelPx.height / 2 + 0.5);
}
