/** Draws gaps as gaps: a 45° hatch on a plain ground, never a flat line and never joined. */
import type { DrawingContext } from './drawing-context.ts';
import type { TraceColours } from './trace-colours.ts';

const pitchPx = 5;

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** `pitch` is the distance between two hatch lines along x. */
export function drawHatch(ctx: DrawingContext, box: Box, colours: TraceColours, pitch = pitchPx): void {
  if (box.width <= 0 || box.height <= 0) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x, box.y, box.width, box.height);
  ctx.clip();
  ctx.fillStyle = colours.surface.s3;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  ctx.globalAlpha = 0.55;
  ctx.strokeStyle = colours.line.strong;
  ctx.lineWidth = 1;
  ctx.beginPath();
  // The hatch is aligned to the canvas, not to the box, so two gaps that touch show one continuous hatch.
  const first = Math.floor((box.x + box.y) / pitch) * pitch;
  for (let sum = first; sum < box.x + box.width + box.y + box.height; sum += pitch) {
    ctx.moveTo(sum - box.y, box.y);
    ctx.lineTo(sum - box.y - box.height, box.y + box.height);
  }
  ctx.stroke();
  ctx.restore();
}
