/** Draws a saved strip on its paper. The user's drawings are a layer above the canvas. */
import type { Beats } from '../signal/reading.ts';
import { colouredStretches } from '../signal/reading.ts';
import type { DrawingContext } from './drawing-context.ts';
import { drawPaper } from './renderer-paper.ts';
import { strokeInk } from './renderer-trace.ts';
import type { SheetBand, SheetSignal, StripSheet } from './strip-sheet.ts';
import { sheetX } from './strip-sheet.ts';
import { beatColour, type TraceColours } from './trace-colours.ts';

type Drawn = {
  readonly sheet: StripSheet;
  readonly signals: readonly SheetSignal[];
  readonly names: readonly string[];
  readonly beats: Beats | undefined;
  readonly sampling_hz: number;
};

function drawPulse(
  ctx: DrawingContext,
  { mmPx, pxPerMv }: StripSheet,
  { zeroPx }: SheetBand,
  colour: string,
): void {
  const left = 1.5 * mmPx;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.3;
  ctx.lineJoin = 'miter';
  ctx.beginPath();
  ctx.moveTo(left, zeroPx);
  ctx.lineTo(left + mmPx, zeroPx);
  ctx.lineTo(left + mmPx, zeroPx - pxPerMv);
  ctx.lineTo(left + 6 * mmPx, zeroPx - pxPerMv);
  ctx.lineTo(left + 6 * mmPx, zeroPx);
  ctx.lineTo(left + 7 * mmPx, zeroPx);
  ctx.stroke();
}

function drawName(ctx: DrawingContext, name: string, { topPx }: SheetBand, colours: TraceColours): void {
  ctx.font = `600 12px ${colours.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = colours.ecg.trace;
  ctx.fillText(name, 6, topPx + 14);
}

export function drawSheet(ctx: DrawingContext, drawn: Drawn, colours: TraceColours, dpr: number): void {
  const { sheet, signals, names, beats, sampling_hz } = drawn;
  const { span, widthPx, heightPx, mmPx, pxPerSample: stepPx, pxPerMv } = sheet;
  const box = { x: 0, y: 0, width: widthPx, height: heightPx };
  drawPaper(ctx, box, colours, sheet.gutterPx, mmPx, dpr);
  const stretches = colouredStretches(beats, sampling_hz, span);
  for (const band of sheet.bands) {
    const values = signals.find(({ lead }) => lead === band.lead)?.shown;
    drawPulse(ctx, sheet, band, colours.ecg.trace);
    drawName(ctx, names[band.lead] ?? '', band, colours);
    if (values === undefined) continue;
    const ink = { values, x0Px: sheetX(sheet, span.start), stepPx, zeroPx: band.zeroPx, pxPerMv };
    strokeInk(ctx, { ...ink, from: 0, to: values.length }, colours.ecg.trace, dpr);
    for (const { start, end, beat } of stretches) {
      const from = Math.max(0, start - span.start);
      const to = Math.min(values.length, end - span.start);
      if (to > from) strokeInk(ctx, { ...ink, from, to }, beatColour(colours, beat), dpr);
    }
  }
}
