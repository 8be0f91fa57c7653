import { tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import { expect, test } from 'vitest';
import { createDisclosurePages, createLineColumns } from './disclosure-picture.ts';
import { createScene } from './scene.ts';
import { noWords } from './test-words.ts';
import { firstView } from '../time/view.ts';
import { createWallClock } from '../time/wall-clock.ts';

const hz = 250;
const samples = tileSamples;
const tile = {
  kind: 'samples',
  samples: Int16Array.from({ length: samples }, (_, i) => (i < 15 * hz ? 0 : 100)),
} as const;
const scene = createScene({
  manifest: {
    case_id: 1,
    recording_id: 1,
    start_ms: 0,
    time_zone: 'Asia/Tokyo',
    sampling_hz: hz,
    samples,
    leads: [{ label: 'CH1', gain_uv_per_lsb: 10, zero_lsb: 0, signal_share: 1 }],
    levels: [],
    gaps: [],
    events: [],
    hours: [],
    synthetic: true,
  },
  tiles: { get: ({ level }) => (level === 0 ? tile : undefined) },
  wall: createWallClock('Asia/Tokyo', 'en-GB'),
  words: noWords,
  trend: [],
});

test('a line that begins where a longer one did shows its own signal, not that of the longer one', () => {
  const columnsOf = createLineColumns();
  const long = columnsOf(scene, 0, 0, { start: 0, end: 30 * hz }, 10);
  const short = columnsOf(scene, 0, 0, { start: 0, end: 15 * hz }, 10);
  expect([...long.max].some((mv) => mv > 0)).toBe(true);
  expect([...short.max].every((mv) => mv === 0)).toBe(true);
});

test('a line has the events within forty-five seconds of it', () => {
  const pressed = createScene({
    manifest: {
      ...scene.manifest,
      samples: 600 * hz,
      events: [{ time: new Date(90_000).toISOString(), kind: 'button', note: '' }],
    },
    tiles: { get: () => undefined },
    wall: createWallClock('Asia/Tokyo', 'en-GB'),
    words: noWords,
    trend: [],
  });
  const size = {
    surface: { widthPx: 800, heightPx: 400, dpr: 1 },
    ...{ plotLeftPx: 64, plotWidthPx: 600, lineMs: 60_000, pageLines: 10, linePx: 24, mmPx: 4 },
  };
  const view = firstView(pressed.clock, [0]);
  const { lines, eventReach } = createDisclosurePages()(pressed, view, size, 0);
  expect(eventReach).toBe(45 * hz);
  expect(lines.map(({ events }) => events.length)).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
});

test('each line names the hour, also where a line is shorter than a minute', () => {
  const size = {
    surface: { widthPx: 800, heightPx: 400, dpr: 1 },
    ...{ plotLeftPx: 64, plotWidthPx: 600, lineMs: 30_000, pageLines: 3, linePx: 24, mmPx: 4 },
  };
  const { lines } = createDisclosurePages()(scene, firstView(scene.clock, [0]), size, 0);
  expect(lines.map(({ timeLabel }) => timeLabel)).toEqual(
    lines.map((_line, index) => scene.wall.second(scene.clock.start_ms + index * 30_000)),
  );
});
