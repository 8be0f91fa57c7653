import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disclosureLines, lineOf } from './time-scale.ts';
import { step } from './view-state.ts';
import { across, firstView } from './view.ts';
import type { TraceCommand } from './view-state.ts';
import type { Frame } from './view.ts';

const clock = { start_ms: Date.UTC(2026, 10, 5, 1, 24, 37), sampling_hz: 250, samples: 14 * 86_400 * 250 };
const frame: Frame = { clock, lineMs: 60_000, pageLines: 9, paperPx: 1088, mmPx: 4, stripPx: 276, lanePx: 0 };
const first = firstView(clock, [0]);

const command: fc.Arbitrary<TraceCommand> = fc.oneof(
  fc.integer({ min: -1e8, max: 1e8 }).map((samples): TraceCommand => ({ kind: 'pan', samples })),
  fc.integer({ min: -500, max: 500 }).map((lines): TraceCommand => ({ kind: 'lines', lines })),
  fc.constantFrom(-1, 1).map((pages): TraceCommand => ({ kind: 'pages', pages })),
  fc.nat(clock.samples).map((sample): TraceCommand => ({ kind: 'centre', sample })),
  fc.constantFrom<TraceCommand>({ kind: 'edge', edge: 'first' }, { kind: 'edge', edge: 'last' }),
  fc.constantFrom(-1, 1).map((steps): TraceCommand => ({ kind: 'zoom-time', steps })),
  fc
    .tuple(fc.double({ min: 0.01, max: 100, noNaN: true }), fc.nat(clock.samples))
    .map(([factor, at]): TraceCommand => ({ kind: 'zoom-trend', factor, at })),
);

test('after any commands, strip and page stay in the recording and the page contains the strip', () => {
  const lines = disclosureLines(clock, frame.lineMs);
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const view = commands.reduce((now, one) => step(now, frame, one), first);
      expect(Number.isInteger(view.start)).toBe(true);
      expect(view.start).toBeGreaterThanOrEqual(0);
      expect(view.start + across(frame, view.speed)).toBeLessThanOrEqual(clock.samples);
      const line = lineOf(clock, lines, view.start);
      expect(line).toBeGreaterThanOrEqual(view.top);
      expect(line).toBeLessThan(view.top + frame.pageLines);
      expect(view.top).toBeLessThanOrEqual(lines.count - frame.pageLines);
      expect(view.trend.start).toBeGreaterThanOrEqual(0);
      expect(view.trend.end).toBeLessThanOrEqual(clock.samples);
      expect(view.trend.end).toBeGreaterThan(view.trend.start);
    }),
  );
});

test('a change of speed keeps the middle of the strip', () => {
  const here = step(first, frame, { kind: 'centre', sample: 5_000_000 });
  for (const speed of [12.5, 50] as const) {
    const there = step(here, frame, { kind: 'speed', speed });
    expect(Math.abs(there.start + across(frame, speed) / 2 - 5_000_000)).toBeLessThanOrEqual(1);
  }
});

test('a page down moves strip and page by the same number of lines, and back again', () => {
  const here = step(first, frame, { kind: 'centre', sample: 5_000_000 });
  const down = step(here, frame, { kind: 'pages', pages: 1 });
  expect(down.top - here.top).toBe(9);
  expect(down.start - here.start).toBe(9 * 60 * 250);
  expect(step(down, frame, { kind: 'pages', pages: -1 })).toEqual(here);
});

test('a recording shorter than the strip is at its beginning', () => {
  const short = { ...frame, clock: { ...clock, samples: 500 } };
  const view = step(firstView(short.clock, [0]), short, { kind: 'edge', edge: 'last' });
  expect(view.start).toBe(0);
  expect(view.top).toBe(0);
});

test('the last lead cannot be removed from the strip', () => {
  expect(step(first, frame, { kind: 'leads', leads: [] })).toBe(first);
});

test('calipers outside the view are placed again when measuring begins, visible ones are kept', () => {
  const on = step(first, frame, { kind: 'measure', on: true });
  const span = across(frame, 25);
  expect(on.caliper?.a).toBeGreaterThan(0);
  expect(on.caliper?.b).toBeLessThan(span);
  const off = step(on, frame, { kind: 'measure', on: false });
  expect(step(off, frame, { kind: 'measure', on: true }).caliper).toEqual(on.caliper);
  const away = step(off, frame, { kind: 'centre', sample: 9_000_000 });
  const again = step(away, frame, { kind: 'measure', on: true });
  expect(again.caliper?.a).toBeGreaterThan(away.start);
});

test('a zoomed trend keeps its point under the pointer and zooms out completely', () => {
  const at = 100_000_000;
  const share = at / clock.samples;
  const near = step(first, frame, { kind: 'zoom-trend', factor: 0.1, at });
  const width = near.trend.end - near.trend.start;
  expect((at - near.trend.start) / width).toBeCloseTo(share, 3);
  expect(step(near, frame, { kind: 'zoom-trend', factor: Infinity, at: 0 }).trend).toEqual(first.trend);
});

const paged: Frame = { ...frame, lineMs: 30_000, pageLines: 20, paged: true };

test('in pages, every command leaves a whole page with the start of the strip on it', () => {
  const lines = disclosureLines(clock, paged.lineMs);
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const view = commands.reduce((now, one) => step(now, paged, one), first);
      expect(view.top % paged.pageLines).toBe(0);
      expect(view.top).toBeLessThan(lines.count);
      const line = lineOf(clock, lines, view.start);
      // The last page, if shorter than the strip, is shown although the strip begins before it.
      const isLast = view.top + paged.pageLines >= lines.count;
      if (!isLast) expect(line).toBeGreaterThanOrEqual(view.top);
      expect(line).toBeLessThan(view.top + paged.pageLines);
    }),
  );
});

test('every page is reached by turning, also the last, and looking does not turn the page', () => {
  const short = { ...paged, clock: { ...clock, start_ms: Date.UTC(2026, 10, 5), samples: 250 * 602 } };
  const whole = firstView(short.clock, [0]);
  const last = step(whole, short, { kind: 'pages', pages: 1 });
  expect(last.top).toBe(20);
  expect(step(last, short, { kind: 'pages', pages: 1 }).top).toBe(20);
  expect(step(last, short, { kind: 'look', sample: 250 * 601 }).top).toBe(20);
  const back = step(last, short, { kind: 'pages', pages: -1 });
  expect(back).toMatchObject({ top: 0, start: 0 });
  expect(step(back, short, { kind: 'look', sample: 250 }).start).toBe(0);
  expect(step(back, short, { kind: 'look', sample: 250 * 599 }).top).toBe(0);
});
