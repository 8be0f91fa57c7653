import { expect, test } from 'vitest';
import { drawEventsOnLine } from './renderer-events.ts';
import { TestDrawingContext } from './test-drawing-context.ts';
import { traceColours } from './trace-colours.ts';

const colours = traceColours('light', 'sans-serif');
/** One minute per line at 250 samples a second, one pixel for a tenth of a second. */
const hz = 250;
const drawn = (line: number, sample: number) => {
  const ctx = new TestDrawingContext();
  const span = { start: line * 60 * hz, end: (line + 1) * 60 * hz };
  const xOf = (at: number): number => (at - span.start) / 25;
  drawEventsOnLine(
    ctx,
    [{ sample, kind: 'button', note: '' }],
    45 * hz,
    { span, topPx: 24 * line, heightPx: 24, xOf },
    colours,
  );
  const washes = ctx.boxes.map(({ x, width }) => [x, x + width]);
  return { washes, marks: ctx.fills.length };
};

test('forty-five seconds on each side of an event are tinted on every line, its mark is on one', () => {
  // At 1:30 after the start: from 0:45 to 2:15.
  const at = 90 * hz;
  expect(drawn(0, at)).toEqual({ washes: [[450, 600]], marks: 0 });
  expect(drawn(1, at)).toEqual({ washes: [[0, 600]], marks: 1 });
  expect(drawn(2, at)).toEqual({ washes: [[0, 150]], marks: 0 });
});
