/** Draws a saved strip on its paper. The user's drawings are a layer above the canvas. */
import type { Beats } from '../signal/reading.ts';
import { colouredStretches } from '../signal/reading.ts';
import type { Pen } from './pen.ts';
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

function drawPulse(pen: Pen, { mmPx, pxPerMv }: StripSheet, { zeroPx }: SheetBand, colour: string): void {
  const left = 1.5 * mmPx;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.3;
  pen.lineJoin = 'miter';
  pen.beginPath();
  pen.moveTo(left, zeroPx);
  pen.lineTo(left + mmPx, zeroPx);
  pen.lineTo(left + mmPx, zeroPx - pxPerMv);
  pen.lineTo(left + 6 * mmPx, zeroPx - pxPerMv);
  pen.lineTo(left + 6 * mmPx, zeroPx);
  pen.lineTo(left + 7 * mmPx, zeroPx);
  pen.stroke();
}

function drawName(pen: Pen, name: string, { topPx }: SheetBand, colours: TraceColours): void {
  pen.font = `600 12px ${colours.font}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = colours.ecg.trace;
  pen.fillText(name, 6, topPx + 14);
}

export function drawSheet(pen: Pen, drawn: Drawn, colours: TraceColours, dpr: number): void {
  const { sheet, signals, names, beats, sampling_hz } = drawn;
  const { span, widthPx, heightPx, mmPx, pxPerSample: stepPx, pxPerMv } = sheet;
  const box = { x: 0, y: 0, width: widthPx, height: heightPx };
  drawPaper(pen, box, colours, sheet.gutterPx, mmPx, dpr);
  const stretches = colouredStretches(beats, sampling_hz, span);
  for (const band of sheet.bands) {
    const values = signals.find(({ lead }) => lead === band.lead)?.shown;
    drawPulse(pen, sheet, band, colours.ecg.trace);
    drawName(pen, names[band.lead] ?? '', band, colours);
    if (values === undefined) continue;
    const ink = { values, x0Px: sheetX(sheet, span.start), stepPx, zeroPx: band.zeroPx, pxPerMv };
    strokeInk(pen, { ...ink, from: 0, to: values.length }, colours.ecg.trace, dpr);
    for (const { start, end, beat } of stretches) {
      const from = Math.max(0, start - span.start);
      const to = Math.min(values.length, end - span.start);
      if (to > from) strokeInk(pen, { ...ink, from, to }, beatColour(colours, beat), dpr);
    }
  }
}
