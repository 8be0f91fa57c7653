import { beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepCalibration, readCalibration } from '../time/calibration.ts';
import { sparklineFigures, missingStretches, readSparkline } from '../signal/sparkline-bytes.ts';
import { createIdle } from '../signal/idle.ts';
import { gainOfWave } from '../time/lead-layout.ts';
import { colouredStretches, countClass, meanRate } from '../signal/reading.ts';
import { edgeRange, moveEdge, phoneHeightPx, scaleHeights, splitOf } from '../paint/scale-heights.ts';
import type { HeightRoom } from '../paint/scale-heights.ts';

const screen = { width: 1440, height: 900, colorDepth: 24 };
const otherScreen = { ...screen, width: 2560 };

function keeper() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

test('a calibration is stored for its own screen, can be deleted, and invalid ones are ignored', () => {
  const storage = keeper();
  keepCalibration(storage, screen, 4.58);
  expect(readCalibration(storage, screen)).toBe(4.58);
  expect(readCalibration(storage, otherScreen)).toBeNull();
  keepCalibration(storage, otherScreen, 7.1);
  keepCalibration(storage, screen, null);
  expect(readCalibration(storage, screen)).toBeNull();
  expect(readCalibration(storage, otherScreen)).toBe(7.1);
  for (const text of ['{', '[]', 'null', '{"1440x900x24":"9"}', '{"1440x900x24":4000}']) {
    storage.kept.set('trace-calibration', text);
    expect(readCalibration(storage, screen)).toBeNull();
  }
});

const beats = {
  sample: Uint32Array.from([100, 350, 600, 700, 1100]),
  class: Uint8Array.from(['N', 'N', 'S', 'V', 'N'] as const, (key) => beatLabels[key].byte),
  confidence: new Uint8Array(5),
};

test('beats in a span are counted by class, and their mean rate is that of the intervals inside', () => {
  expect(countClass(beats, { start: 0, end: 1200 }, 'V')).toBe(1);
  expect(countClass(beats, { start: 0, end: 700 }, 'V')).toBe(0);
  expect(meanRate(beats, 250, { start: 0, end: 601 })).toBe(60);
  expect(meanRate(beats, 250, { start: 0, end: 200 })).toBeNull();
});

test('coloured sections are in order and never overlap', () => {
  const found = colouredStretches(beats, 250, { start: 0, end: 1200 });
  expect(found.map(({ beat }) => beat)).toEqual(['S', 'V']);
  expect(found[0]?.start).toBe(600 - Math.floor(0.17 * 250));
  expect(found[1]?.start).toBe(Math.max(found[0]?.end ?? 0, 700 - Math.floor(0.17 * 250)));
  expect(colouredStretches(undefined, 250, { start: 0, end: 1200 })).toEqual([]);
});

test('a sparkline is 324 bytes, bucket after bucket; 255 is missing and is not a rate', () => {
  const bytes = new Uint8Array(324).fill(255);
  bytes.set([50, 60, 80, 55, 70, 90], 0);
  const sparkline = readSparkline(bytes);
  expect(readSparkline(bytes.subarray(1))).toBeNull();
  if (sparkline === null) throw new Error('a sparkline was expected');
  expect(sparklineFigures(sparkline)).toEqual({ min: 50, mean: 65, max: 90 });
  expect(missingStretches(sparkline.mean)).toEqual([[2, 108]]);
});

const wide = (totalPx: number): HeightRoom => ({ totalPx, narrow: false, recordingLines: 20_000 });

test('the disclosure gains whole lines on a tall screen, and the strip keeps its minimum height', () => {
  expect(scaleHeights(wide(784))).toEqual({ trend: 154, disclosure: 250 });
  expect(scaleHeights(wide(1000)).disclosure).toBeGreaterThan(250);
  expect((scaleHeights(wide(1000)).disclosure - 34) % 24).toBe(0);
  const low = scaleHeights(wide(640));
  expect(640 - 73 - 28 - low.trend - low.disclosure).toBeGreaterThanOrEqual(220);
  expect(scaleHeights({ ...wide(1000), recordingLines: 4 }).disclosure).toBe(34 + 4 * 24);
});

test('a line moves from disclosure to trend and back; the strip keeps its height', () => {
  const room = wide(900);
  const usual = scaleHeights(room);
  const { trend_px, disclosure_lines } = splitOf(usual);
  const taller = moveEdge(room, usual, 'trend', usual.trend + 50);
  expect(taller).toEqual({ trend_px: trend_px + 48, disclosure_lines: disclosure_lines - 2 });
  const shown = scaleHeights(room, taller);
  expect(shown.trend + shown.disclosure).toBe(usual.trend + usual.disclosure);
  expect(moveEdge(room, shown, 'trend', usual.trend)).toEqual(splitOf(usual));
});

test('wherever an edge is dragged, every scale keeps its minimum height on every screen', () => {
  const height = fc.integer({ min: 480, max: 2200 });
  const edge = fc.constantFrom('trend', 'disclosure');
  fc.assert(
    fc.property(
      height,
      fc.integer({ min: 1, max: 400 }),
      edge,
      fc.integer({ min: -500, max: 4000 }),
      (...at) => {
        const [totalPx, recordingLines, which, wish] = at;
        const room = { totalPx, narrow: false, recordingLines };
        const before = scaleHeights(room);
        const split = moveEdge(room, before, which, wish);
        const { trend, disclosure } = scaleHeights(room, split);
        expect(trend).toBeGreaterThanOrEqual(96);
        expect(splitOf({ trend, disclosure }).disclosure_lines).toBeGreaterThanOrEqual(1);
        const strip = totalPx - 73 - 28 - trend - disclosure;
        const least = totalPx - 73 - 28 - 96 - 34 - 24;
        expect(strip).toBeGreaterThanOrEqual(Math.min(220, least));
        const { min, now, max } = edgeRange(room, before, which);
        expect(now).toBeGreaterThanOrEqual(min);
        expect(now).toBeLessThanOrEqual(max);
      },
    ),
  );
});

test('a split made on a tall screen is reduced on a low one, and restored', () => {
  const split = { trend_px: 300, disclosure_lines: 20 };
  expect(splitOf(scaleHeights(wide(1400), split))).toEqual(split);
  const { trend, disclosure } = scaleHeights(wide(640), split);
  expect(640 - 73 - 28 - trend - disclosure).toBeGreaterThanOrEqual(220);
  expect(scaleHeights({ ...wide(1400), narrow: true }, split).trend).toBe(122);
});

test('a phone’s strip keeps its minimum height with the touch bars visible, and scrolls no further', () => {
  const stripOf = (total: number): number => {
    const { trend, disclosure } = scaleHeights({ ...wide(total), narrow: true });
    return total - 86 - 28 - trend - disclosure;
  };
  expect(stripOf(phoneHeightPx)).toBeGreaterThanOrEqual(200);
  expect(stripOf(phoneHeightPx - 10)).toBeLessThan(200);
  expect(stripOf(700)).toBeGreaterThanOrEqual(200);
});

test('a listener for idleness is called once, at the next pause', async () => {
  const idle = createIdle();
  idle.set(false);
  let calls = 0;
  const waiting = idle.whenIdle().then(() => {
    calls += 1;
  });
  await Promise.resolve();
  expect(calls).toBe(0);
  idle.set(true);
  idle.set(true);
  await waiting;
  expect(calls).toBe(1);
});

test('a file’s strip has the largest standard gain at which its wave stays on the paper', () => {
  const wave = (highMv: number, lowMv: number) => gainOfWave({ highMv, restMv: 0, lowMv }, 22);
  expect(wave(0.4, -0.2)).toBe(20);
  expect(wave(1.2, -0.5)).toBe(10);
  expect(wave(2.5, -1)).toBe(5);
  expect(wave(4, -3)).toBe(2.5);
  expect(wave(40, -30)).toBe(2.5);
});
