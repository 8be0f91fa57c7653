import type { DrawingContext } from './drawing-context.ts';
import type { TraceColours } from './trace-colours.ts';

/** Writes the name of a lead into the upper left corner of a small picture that shows it instead of the usual one. */
export function drawLeadName(ctx: DrawingContext, name: string, colours: TraceColours): void {
  ctx.font = `600 11px ${colours.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.fillStyle = colours.ecg.paper;
  ctx.fillRect(0, 0, ctx.measureText(name).width + 4, 13);
  ctx.fillStyle = colours.ecg.trace;
  ctx.fillText(name, 2, 1);
}
