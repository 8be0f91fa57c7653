/** Draws gaps as gaps: a 45° hatch on a plain ground, never a flat line and never joined. */
import type { Pen } from './pen.ts';
import type { TraceColours } from './trace-colours.ts';

const pitchPx = 5;

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** `pitch` is the distance between two hatch lines along x. */
export function drawHatch(pen: Pen, box: Box, colours: TraceColours, pitch = pitchPx): void {
  if (box.width <= 0 || box.height <= 0) return;
  pen.save();
  pen.beginPath();
  pen.rect(box.x, box.y, box.width, box.height);
  pen.clip();
  pen.fillStyle = colours.surface.s3;
  pen.fillRect(box.x, box.y, box.width, box.height);
  pen.globalAlpha = 0.55;
  pen.strokeStyle = colours.line.strong;
  pen.lineWidth = 1;
  pen.beginPath();
  // The hatch is aligned to the canvas, not to the box, so two gaps that touch show one continuous hatch.
  const first = Math.floor((box.x + box.y) / pitch) * pitch;
  for (let sum = first; sum < box.x + box.width + box.y + box.height; sum += pitch) {
    pen.moveTo(sum - box.y, box.y);
    pen.lineTo(sum - box.y - box.height, box.y + box.height);
  }
  pen.stroke();
  pen.restore();
}
