/** Draws what is over the lines of the full disclosure: the strip's window and the selection. */
import type { DrawingContext } from './drawing-context.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { TraceColours } from './trace-colours.ts';

type Line = { readonly span: SampleSpan };
type Plot = { readonly lens: SampleSpan; readonly plotLeftPx: number; readonly plotWidthPx: number };
type Page = Plot & {
  readonly lines: readonly Line[];
  readonly linePx: number;
  readonly selected: SampleSpan | null;
};

/** Draws the strip's window: a frame on each line that it touches. */
export function drawLens(ctx: DrawingContext, picture: Page, colours: TraceColours): void {
  picture.lines.forEach((line, index) => {
    const box = lensOnLine(picture, line);
    if (box === null) return;
    const top = index * picture.linePx;
    ctx.globalAlpha = 0.1;
    ctx.fillStyle = colours.ecg.lens;
    ctx.fillRect(box.fromPx, top, box.toPx - box.fromPx, picture.linePx);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colours.ecg.lens;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.moveTo(box.fromPx, top + 1);
    ctx.lineTo(box.toPx, top + 1);
    ctx.moveTo(box.fromPx, top + picture.linePx - 0.5);
    ctx.lineTo(box.toPx, top + picture.linePx - 0.5);
    for (const [edge, drawn] of [
      [box.fromPx, box.begins],
      [box.toPx, box.ends],
    ] as const) {
      if (!drawn) continue;
      ctx.moveTo(edge, top + 0.5);
      ctx.lineTo(edge, top + picture.linePx);
    }
    ctx.stroke();
  });
}

/** Width of a selected position between beats, so that it is visible. */
const leastSelectedPx = 8;

/** Draws the selected beats or stretch on each line that they touch. */
export function drawSelected(ctx: DrawingContext, picture: Page, colours: TraceColours): void {
  const { selected } = picture;
  if (selected === null) return;
  const lens = { start: selected.start, end: selected.end + 1 };
  picture.lines.forEach((line, index) => {
    const box = lensOnLine({ ...picture, lens }, line);
    if (box === null) return;
    const width = Math.max(leastSelectedPx, box.toPx - box.fromPx);
    const left = (box.fromPx + box.toPx - width) / 2;
    const top = index * picture.linePx;
    ctx.globalAlpha = 0.14;
    ctx.fillStyle = colours.focus;
    ctx.fillRect(left, top, width, picture.linePx);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colours.focus;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(left, top + 1, width, picture.linePx - 2);
  });
}

type LensBox = {
  readonly fromPx: number;
  readonly toPx: number;
  /**
   * Whether the strip's first or last sample is on this line: a frame that continues on the next line has no vertical
   * edge there.
   */
  readonly begins: boolean;
  readonly ends: boolean;
};

export function lensOnLine(picture: Plot, line: Line): LensBox | null {
  const from = Math.max(picture.lens.start, line.span.start);
  const to = Math.min(picture.lens.end, line.span.end);
  if (to <= from) return null;
  const perSample = picture.plotWidthPx / (line.span.end - line.span.start);
  return {
    fromPx: picture.plotLeftPx + (from - line.span.start) * perSample,
    toPx: picture.plotLeftPx + (to - line.span.start) * perSample,
    begins: from === picture.lens.start,
    ends: to === picture.lens.end,
  };
}
