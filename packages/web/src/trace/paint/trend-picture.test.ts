import { expect, test } from 'vitest';
import { dayOfRecording } from '../time/day-of-recording.ts';
import { createWallClock } from '../time/wall-clock.ts';
import type { Episode } from '../signal/reading.ts';
import { TestDrawingContext } from './test-drawing-context.ts';
import { drawTrend } from './renderer-trend.ts';
import { createScene, type TraceWords } from './scene.ts';
import { rhythmColour, traceColours } from './trace-colours.ts';
import type { TrendPicture } from './trend-geometry.ts';
import { createTrendPictures } from './trend-picture.ts';
import { noWords } from './test-words.ts';

const hz = 250;
const hour = 3600 * hz;
const wall = createWallClock('Asia/Seoul', 'en-GB');
const colours = traceColours('light', 'sans-serif');
const words = { ...noWords, af: 'AF', afl: 'AFL', events: 'Events' };

const episode = (kind: Episode['kind'], start_sample: number): Episode => ({
  kind,
  start_sample,
  end_sample: start_sample + 5 * hz,
});

type Laid = Partial<Pick<TrendPicture, 'seen' | 'pins'>>;

function drawn(hours: number, episodes: readonly Episode[], laid: Laid = {}, said: TraceWords = words) {
  const samples = hours * hour;
  const manifest = {
    case_id: 1,
    recording_id: 1,
    start_ms: Date.UTC(2026, 10, 5, 15),
    time_zone: 'Asia/Seoul',
    sampling_hz: hz,
    samples,
    leads: [],
    levels: [],
    gaps: [],
    events: [],
    hours: [],
    synthetic: true,
  };
  const scene = createScene({
    manifest,
    tiles: { get: () => undefined },
    wall,
    words: said,
    trend: [],
    episodes,
  });
  const span = { start: 0, end: samples };
  const size = { surface: { widthPx: 1100, heightPx: 126, dpr: 1 }, plotLeftPx: 60, plotWidthPx: 1000 };
  const picture = { ...createTrendPictures()(scene, span, size, null), lens: span };
  const ctx = new TestDrawingContext();
  drawTrend(ctx, { ...picture, ...laid }, colours);
  return {
    scene,
    ctx,
    boxes: (kind: Episode['kind']) =>
      ctx.boxes.filter(({ colour }) => colour === rhythmColour(colours, kind)),
  };
}

test('a day or more has one bar a column, as high as its number of episodes, in the colour of the most severe', () => {
  const crowded = Array.from({ length: 8 }, (_, at) => episode('svt', 10 * hour + at * 20 * hz));
  const { boxes } = drawn(14 * 24, [...crowded, episode('vt', 10 * hour), episode('svt', 100 * hour)]);
  const [vt, ...others] = boxes('vt');
  expect(others).toEqual([]);
  expect(vt?.height).toBe(10);
  expect(vt?.width).toBeLessThan(2);
  const svt = boxes('svt');
  expect(svt).toHaveLength(1);
  expect(svt[0]?.height).toBe(2);
});

test.each([
  [['svt'], 'AF'],
  [['af'], 'AF'],
  [['afl'], 'AFL'],
  [['afl', 'af'], 'AF, AFL'],
] as const)('the upper lane of %j is named %s', (kinds, name) => {
  const { ctx } = drawn(
    12,
    kinds.map((kind, at) => episode(kind, at * hour)),
  );
  expect(ctx.texts.filter((text) => text.startsWith('AF'))).toEqual([name]);
});

test('less than a day has a bar for each episode', () => {
  const { boxes } = drawn(12, [episode('svt', hour), episode('svt', 2 * hour), episode('vt', 3 * hour)]);
  expect(boxes('svt').map(({ height }) => height)).toEqual([10, 10]);
  expect(boxes('vt')).toHaveLength(1);
});

test('the lane of a kind with a long name has its short one', () => {
  const { scene } = drawn(12, [], {}, { ...words, lanes: { v_beat: 'VPC' } });
  const span = { start: 0, end: 12 * hour };
  const size = { surface: { widthPx: 1100, heightPx: 126, dpr: 1 }, plotLeftPx: 60, plotWidthPx: 1000 };
  const labelOf = (kind: string) => {
    const places = { starts: [hz], ends: null };
    const read = { kind, name: '心室期外収縮', token: 'ventricular', count: 1, places } as const;
    return createTrendPictures()(scene, span, size, read).labels.events;
  };
  expect([labelOf('v_beat'), labelOf('v_couplet')]).toEqual(['VPC', '心室期外収縮']);
});

test('a time of day has its day if the recording has several', () => {
  const { clock } = drawn(14 * 24, []).scene;
  expect(dayOfRecording(clock, wall, 0)).toEqual({ day: 1, date: 'Fri 6 Nov' });
  expect(dayOfRecording(clock, wall, 25 * hour)).toEqual({ day: 2, date: 'Sat 7 Nov' });
  expect(dayOfRecording(drawn(12, []).scene.clock, wall, hour)).toBeNull();
});

test('at the desk a lane shows the coverage, and the others make room for it', () => {
  const seen = {
    label: 'Coverage',
    own: [{ start: 0, end: 6 * hour }],
    others: [{ start: 3 * hour, end: 12 * hour }],
  };
  const { ctx } = drawn(24, [], { seen });
  const bars = ctx.boxes.filter(({ colour, height }) => colour === colours.primary.main && height === 10);
  expect(bars.map(({ x, width, y }) => [x, width, y])).toEqual([
    [60 + 125, 375, 96],
    [60, 250, 96],
  ]);
  expect(ctx.texts).toContain('Coverage');
  const without = drawn(24, []).ctx;
  expect(without.texts).not.toContain('Coverage');
});

test('a pinned comment is above its position, filled while open, outlined once answered', () => {
  const pins = [
    { sample: 6 * hour, number: 1, isOpen: true },
    { sample: 12 * hour, number: 2, isOpen: false },
    // After the shown part.
    { sample: 30 * hour, number: 3, isOpen: true },
  ];
  const { ctx } = drawn(24, [], { pins });
  expect(ctx.texts.filter((text) => /^[123]$/.test(text))).toEqual(['2', '1']);
  const lines = ctx.boxes.filter(({ width, height }) => width === 1 && height > 60);
  expect(lines.map(({ x, colour }) => [x, colour])).toEqual([
    [60 + 500 - 0.5, colours.text.third],
    [60 + 250 - 0.5, colours.primary.main],
  ]);
  expect(ctx.discs).toEqual([colours.surface.s1, colours.primary.main]);
});
