import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import { expect, test } from 'vitest';
import { filterForDisplay } from '@rhythmdesk/ecg/signal/display-filter';
import { factsInView } from './in-view.ts';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import type { TraceTile } from '../signal/trace-tile.ts';
import { TestDrawingContext } from './test-drawing-context.ts';
import { drawStrip } from './renderer-strip.ts';
import { createScene } from './scene.ts';
import type { Scene, TraceWords } from './scene.ts';
import { stripPicture } from './strip-picture.ts';
import { traceColours } from './trace-colours.ts';
import { sampleToPx } from '../time/time-scale.ts';
import { step } from '../time/view-state.ts';
import { firstView } from '../time/view.ts';
import type { View } from '../time/view.ts';
import { createWallClock } from '../time/wall-clock.ts';

const hz = 250;
const samples = tileSamples;
const gap = { start: 1000, end: 1250 };
const startMs = Date.UTC(2026, 10, 5, 1, 24, 37, 250);

const words: TraceWords = {
  railLabel: 'RR ms',
  noSignal: 'No signal',
  af: 'AF',
  events: 'Events',
  max: 'max',
  mean: 'mean',
  min: 'min',
  caliper: (ms, bpm) => `${ms} ms ${bpm ?? 0} bpm`,
  speed: String,
  gain: String,
  printed: (view) => [String(view.speed), view.filter],
  notice: 'not calibrated',
};

const manifest: RecordingManifest = {
  case_id: 1,
  recording_id: 1,
  start_ms: startMs,
  time_zone: 'Asia/Tokyo',
  sampling_hz: hz,
  samples,
  leads: [
    { label: 'CH1', gain_uv_per_lsb: 10, zero_lsb: 0, signal_share: 1 },
    { label: 'CH2', gain_uv_per_lsb: 10, zero_lsb: 0, signal_share: 0.9 },
  ],
  levels: [],
  gaps: [[1, gap.start, gap.end]],
  events: [],
  hours: [],
  synthetic: true,
};

/** Lead 0 has one beat a second of 1 mV; lead 1 has the same with a gap. */
function tileOf(lead: number): TraceTile {
  const of = (i: number): number => {
    if (lead === 1 && i >= gap.start && i < gap.end) return NO_SIGNAL;
    return i % hz === 0 ? 100 : 0;
  };
  return { kind: 'samples', samples: Int16Array.from({ length: samples }, (_, i) => of(i)) };
}

const tiles = [tileOf(0), tileOf(1)];
const scene: Scene = createScene({
  manifest,
  tiles: { get: ({ lead, level }) => (level === 0 ? tiles[lead] : undefined) },
  wall: createWallClock('Asia/Tokyo', 'en-GB'),
  words,
  trend: [],
});
const surface = { widthPx: 1064, heightPx: 300, dpr: 1 };
const size = { surface, gutterPx: 64, mmPx: 4 };
const frame = { clock: scene.clock, lineMs: 60_000, pageLines: 9, paperPx: 1000, stripPx: 276, mmPx: 4 };
const colours = traceColours('light', 'sans-serif');
const at = (view: View, start: number): View => step(view, frame, { kind: 'go', start });
const view = at(firstView(scene.clock, [0, 1]), 500);

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
  expect(marksOf(3.5).tips).toEqual([{ x, y: (lane?.topPx ?? 0) + 1 }]);
  expect(marksOf(9).tips).toEqual([
    { x, y: (lane?.topPx ?? 0) + 1 },
    { x, y: 2 },
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

const episodeWords = {
  name: 'AF 6',
  start: '',
  end: '',
  began: String,
  ends: (time: string) => `ends ${time}`,
};
const edited = {
  episode: {
    key: 'af',
    kind: 'af',
    start: 700,
    end: 9000,
    words: { ...episodeWords, engine: (time: string) => `engine ${time}` },
    engine: { start: 900, end: 9000 },
    onMove: () => true,
  },
  ends: { start: 700, end: 9000 },
} as const;

test('the selected episode is over the strip from its onset, with its time and the engine’s own', () => {
  const ctx = new TestDrawingContext();
  const picture = stripPicture(scene, view, size, edited);
  drawStrip(ctx, picture, colours);
  const px = (sample: number): number => sampleToPx(picture.scale, sample);
  const bar = ctx.boxes.find(({ height, colour }) => height === 16 && colour === colours.ecg.af);
  expect(bar?.x).toBeCloseTo(px(700), 5);
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBe(surface.widthPx);
  const wash = ctx.boxes.find(
    ({ height, colour }) => height === picture.paper.height && colour === colours.ecg.af,
  );
  expect([wash?.x, wash?.width]).toEqual([bar?.x, bar?.width]);
  expect(ctx.texts).toEqual(
    expect.arrayContaining(['10:24:40.0', 'engine 10:24:40.8', 'AF 6   ends 10:25:13']),
  );
  const lines = ctx.strokes.filter(({ colour }) => colour === colours.ecg.caliper);
  expect(lines[0]?.lines[0]?.[0]?.x).toBeCloseTo(px(700), 0);
});

test('users who may not move the episode see no line at its ends; during a drag it is drawn there', () => {
  const draw = (shown: Parameters<typeof stripPicture>[3]) => {
    const ctx = new TestDrawingContext();
    drawStrip(ctx, stripPicture(scene, view, size, shown), colours);
    return ctx;
  };
  const readOnly = draw({ ...edited, episode: { ...edited.episode, onMove: null } });
  expect(readOnly.strokes.some(({ colour }) => colour === colours.ecg.caliper)).toBe(false);
  expect(readOnly.boxes.some(({ height, colour }) => height === 16 && colour === colours.ecg.af)).toBe(true);
  expect(draw({ ...edited, ends: { start: 900, end: 9000 } }).texts).toContain('10:24:40.8');
  const away = draw({
    ...edited,
    ends: { start: 8000, end: 9000 },
    episode: { ...edited.episode, engine: null },
  });
  expect(away.boxes.some(({ colour }) => colour === colours.ecg.af)).toBe(false);
});

test('a pinned comment is on the strip at its sample, and only there', () => {
  const pin = (sample: number, number: number) => ({ sample, number, isOpen: true });
  const pinned: Scene = { ...scene, pins: [pin(0, 1), pin(600, 2), pin(samples - 1, 3)] };
  const picture = stripPicture(pinned, view, size);
  expect(picture.pins.map((one) => one.pin.number)).toEqual([2]);
  expect(picture.pins[0]?.px).toBeCloseTo(
    picture.scale.originPx + (600 - 500) * picture.scale.pxPerSample,
    6,
  );
  const ctx = new TestDrawingContext();
  drawStrip(ctx, picture, colours);
  expect(ctx.texts).toContain('2');
  expect(ctx.discs).toEqual([colours.primary.main]);
});
