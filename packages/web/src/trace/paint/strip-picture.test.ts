import { filterForDisplay } from '@rhythmdesk/ecg/signal/display-filter';
import { expect, test } from 'vitest';
import { sampleToPx } from '../time/time-scale.ts';
import { step } from '../time/view-state.ts';
import type { View } from '../time/view.ts';
import { createWallClock } from '../time/wall-clock.ts';
import { factsInView } from './in-view.ts';
import { drawStrip } from './renderer-strip.ts';
import { createScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { stripPicture } from './strip-picture.ts';
import { TestDrawingContext } from './test-drawing-context.ts';
import {
  hz,
  samples,
  gap,
  startMs,
  words,
  manifest,
  tileOf,
  tiles,
  scene,
  size,
  frame,
  colours,
  at,
  view,
} from './test-strip.ts';

function traceLines(shown: View) {
  const ctx = new TestDrawingContext();
  drawStrip(ctx, stripPicture(scene, shown, size), colours);
  return {
    ctx,
    lines: ctx.strokes.filter(({ colour }) => colour === colours.ecg.trace).flatMap(({ lines }) => lines),
  };
}

test('no line of the trace crosses the gap of its lead, and the gap is hatched over its whole width', () => {
  const { scale, leads } = stripPicture(scene, view, size);
  const from = 64 + (gap.start - 500) * scale.pxPerSample;
  const to = 64 + (gap.end - 500) * scale.pxPerSample;
  const band = leads[1]?.band;
  const { ctx, lines } = traceLines(view);
  const ofLead = lines.filter((line) => line.length > 100 && (line[0]?.y ?? 0) > (band?.topPx ?? 0));
  expect(ofLead).toHaveLength(2);
  expect(ofLead[0]?.at(-1)?.x).toBeLessThan(from + 0.5);
  expect(ofLead[1]?.[0]?.x).toBeGreaterThan(to - 1);
  const hatched = ctx.boxes.filter(({ colour, height }) => colour === colours.surface.s3 && height > 20);
  expect(hatched).toHaveLength(1);
  expect(hatched[0]?.x).toBeCloseTo(from, 0);
  expect(hatched[0]?.width).toBeCloseTo(to - from, 0);
});

test('a beat that enters its neighbour’s lane is marked in its own, and one that leaves the paper at its edge', () => {
  const tallAt = 700;
  const amplitude = (mv: number): Scene =>
    createScene({
      manifest: { ...manifest, gaps: [] },
      tiles: {
        get: ({ lead, level }) => {
          const samples =
            tiles[lead]?.kind === 'samples' ? Int16Array.from({ length: 8192 }, () => 0) : undefined;
          if (samples === undefined || level !== 0) return undefined;
          if (lead === 1) samples[tallAt] = mv * 100;
          return { kind: 'samples', samples };
        },
      },
      wall: createWallClock('Asia/Tokyo', 'en-GB'),
      words,
      trend: [],
    });
  const marksOf = (mv: number) => {
    const picture = stripPicture(amplitude(mv), view, size);
    const ctx = new TestDrawingContext();
    drawStrip(ctx, picture, colours);
    const marks = ctx.fills.filter(({ colour }) => colour === colours.ecg.trace);
    return { picture, tips: marks.flatMap(({ lines }) => lines[0]?.[0] ?? []) };
  };
  const lane = marksOf(0).picture.leads[1]?.band;
  expect(marksOf(0).tips).toEqual([]);
  const x = sampleToPx(marksOf(0).picture.scale, tallAt);
  const paperTop = marksOf(0).picture.paper.y;
  expect(marksOf(3.5).tips).toEqual([{ x, y: paperTop + (lane?.topPx ?? 0) + 1 }]);
  expect(marksOf(9).tips).toEqual([
    { x, y: paperTop + (lane?.topPx ?? 0) + 1 },
    { x, y: paperTop + 2 },
  ]);
});

test('the grid is whole device pixels apart, with a large line on each whole second, and the trace matches it', () => {
  for (const start of [500, 501, 502, 733]) {
    const shown = at(view, start);
    const picture = stripPicture(scene, shown, size);
    const { ctx } = traceLines(shown);
    const large = ctx.boxes.filter(({ colour, width }) => colour === colours.ecg.grid_large && width === 1);
    const xs = large.map(({ x }) => x).sort((a, b) => a - b);
    expect(xs.every((x) => Number.isInteger(x))).toBe(true);
    expect(new Set(xs.slice(1).map((x, i) => x - (xs[i] ?? 0)))).toEqual(new Set([20]));
    const ticks = picture.ticks.filter(({ px }) => px > 64 && px < 1064);
    expect(ticks.length).toBeGreaterThan(8);
    for (const { px, label } of ticks) {
      expect(xs).toContain(px);
      const second = Math.floor(startMs / 60_000) * 60_000 + Number(label.slice(6)) * 1000;
      const sample = ((second - startMs) * hz) / 1000;
      const minutes = Math.round((picture.scale.originSample - sample) / (60 * hz));
      expect(sampleToPx(picture.scale, sample + minutes * 60 * hz)).toBeCloseTo(px, 6);
    }
  }
});

test('times are the hospital’s, and the strip names its zone, scale, filter and missing calibration', () => {
  const { texts } = traceLines(view).ctx;
  expect(texts).toContain('Asia/Tokyo');
  expect(texts).toContain('10:24:40');
  expect(texts).toContain('25');
  expect(texts).toContain('off');
  expect(texts).toContain('not calibrated');
  const { paper } = stripPicture(scene, view, size);
  const notice = traceLines(view).ctx.words.find(({ text }) => text === 'not calibrated');
  expect(notice?.y).toBeGreaterThan(paper.y + paper.height);
});

test('one millivolt is ten millimetres tall at 10 mm/mV, upside down while inverted', () => {
  const height = (shown: View): number => {
    const { leads, pxPerMv } = stripPicture(scene, shown, size);
    const values = leads[0]?.signal.raw[0]?.values ?? new Float32Array(0);
    return Math.max(...values) * pxPerMv;
  };
  expect(height(view)).toBeCloseTo(40, 4);
  expect(height(step(view, frame, { kind: 'invert' }))).toBeCloseTo(-40, 4);
  expect(height(step(view, frame, { kind: 'gain', gain: 5 }))).toBeCloseTo(20, 4);
});

test('a filter changes the picture and not the calipers', () => {
  const filtered = step(view, frame, { kind: 'filter', filter: 'band' });
  const peak = (shown: View): number =>
    Math.max(...(stripPicture(scene, shown, size).leads[0]?.signal.raw[0]?.values ?? []));
  expect(peak(filtered)).toBeLessThan(0.9);
  expect(peak(view)).toBeCloseTo(1, 5);
  expect(tiles[0]).toEqual(tileOf(0));
});

test('filtering in blocks equals filtering the whole recording, also at the seams', () => {
  const filtered = step(view, frame, { kind: 'filter', filter: 'band' });
  const whole = filterForDisplay(
    Float32Array.from({ length: samples }, (_, i) => (i % hz === 0 ? 1 : 0)),
    'band',
    hz,
  );
  for (const start of [2400, 3000, 4900]) {
    const run = stripPicture(scene, at(filtered, start), size).leads[0]?.signal.raw[0];
    expect(run?.values.length).toBeGreaterThan(2400);
    run?.values.forEach((value, i) => {
      expect(Math.abs(value - (whole[run.start + i] ?? NaN))).toBeLessThan(0.002);
    });
  }
});

test('the description of the strip names rhythms in progress, and each kind that begins once', () => {
  const kind = (name: 'noise' | 'v_couplet', fromS: number, toS: number) => ({
    kind: name,
    start_sample: fromS * hz,
    end_sample: toS * hz,
  });
  const labelled = createScene({
    manifest,
    tiles: { get: () => undefined },
    wall: createWallClock('Asia/Tokyo', 'en'),
    words,
    trend: [],
    episodes: [kind('noise', 0, 6), kind('v_couplet', 8, 9), kind('v_couplet', 11, 12)],
  });
  const facts = factsInView(labelled, 0, { start: 4 * hz, end: 14 * hz });
  expect(facts.underWay).toEqual([{ kind: 'noise', untilMs: startMs + 6000 }]);
  expect(facts.onsets).toEqual([{ kind: 'v_couplet', ms: startMs + 8000, count: 2 }]);
});

test('the description of the strip says what is missing, and of which lead if there are several', () => {
  const described = (leads: readonly string[]) =>
    factsInView(
      createScene({
        manifest: {
          ...manifest,
          leads: leads.map((label) => ({ label, zero_lsb: 0, gain_uv_per_lsb: 1, signal_share: 1 })),
          gaps: [[0, 9 * hz, 20 * hz]],
        },
        tiles: { get: () => undefined },
        wall: createWallClock('Asia/Tokyo', 'en'),
        words,
        trend: [],
      }),
      0,
      { start: 4 * hz, end: 14 * hz },
    );
  expect(described(['II'])).toMatchObject({ missing: 0.5, missingLead: null });
  expect(described(['II', 'V1'])).toMatchObject({ missing: 0.5, missingLead: 'II' });
});

test('without a gutter each lead is labelled at the top of its band, above its trace', () => {
  const ctx = new TestDrawingContext();
  const picture = { ...stripPicture(scene, view, size), gutterPx: 0 };
  drawStrip(ctx, picture, colours);
  for (const { label, band } of picture.leads) {
    const drawn = ctx.words.find(({ text }) => text === label);
    expect(drawn?.y).toBe(picture.paper.y + Math.max(0, band.topPx) + 14);
  }
});
