import { bucketSamples, tileBuckets, tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import { expect, test } from 'vitest';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import type { TraceTile } from './trace-tile.ts';
import { isComplete, rawAt, readSignal } from './signal-reader.ts';
import type { SignalSource } from './signal-reader.ts';
import { foldColumns, gapsOf } from './signal.ts';
import { tileName } from '@rhythmdesk/contract/recordings';

const samples = 3 * tileSamples + 100;
const valueOf = (sample: number): number =>
  sample >= 20_000 && sample < 20_500 ? NO_SIGNAL : (sample % 400) - 200;

function rawTile(index: number): TraceTile {
  const count = Math.min(tileSamples, samples - index * tileSamples);
  return {
    kind: 'samples',
    samples: Int16Array.from({ length: count }, (_, i) => valueOf(index * tileSamples + i)),
  };
}

function bucketTile(level: number, index: number): TraceTile {
  const size = bucketSamples(level);
  const first = index * tileBuckets;
  const count = Math.min(tileBuckets, Math.ceil(samples / size) - first);
  const tile = { min: new Int16Array(count), max: new Int16Array(count), gap: new Uint8Array(count) };
  for (let i = 0; i < count; i += 1) {
    const all = Array.from({ length: size }, (_, k) => valueOf((first + i) * size + k));
    const known = all.filter((value) => value !== NO_SIGNAL);
    tile.min[i] = known.length === 0 ? NO_SIGNAL : Math.min(...known);
    tile.max[i] = known.length === 0 ? NO_SIGNAL : Math.max(...known);
    tile.gap[i] = known.length < size ? 1 : 0;
  }
  return { kind: 'buckets', ...tile };
}

function sourceWith(...tiles: [level: number, index: number][]): SignalSource {
  const kept = new Map(
    tiles.map(([level, index]) => [
      tileName({ lead: 0, level, index }),
      level === 0 ? rawTile(index) : bucketTile(level, index),
    ]),
  );
  return {
    tiles: { get: (address) => kept.get(tileName(address)) },
    clock: { start_ms: 0, sampling_hz: 250, samples },
    leads: [{ gain_uv_per_lsb: 10, zero_lsb: 0 }],
  };
}

test('adjacent raw tiles become one run in millivolts, without a break at their seam', () => {
  const span = { start: tileSamples - 50, end: tileSamples + 50 };
  const { raw, ranges } = readSignal(sourceWith([0, 0], [0, 1]), 0, 0, span);
  expect(ranges).toEqual([]);
  expect(raw).toHaveLength(1);
  expect(raw[0]?.start).toBe(span.start);
  const expected = Array.from({ length: 100 }, (_, i) => valueOf(span.start + i) / 100);
  raw[0]?.values.forEach((value, i) => expect(value).toBeCloseTo(expected[i] ?? NaN, 5));
});

test('missing signal is a gap, to the sample', () => {
  const span = { start: 19_000, end: 22_000 };
  const { raw } = readSignal(sourceWith([0, 1]), 0, 0, span);
  expect(gapsOf(raw, span)).toEqual([{ start: 20_000, end: 20_500 }]);
});

test('tiles that have not arrived are no gap: the parent level is drawn instead', () => {
  const span = { start: tileSamples - 1000, end: tileSamples + 1000 };
  const source = sourceWith([0, 0], [1, 0], [2, 0]);
  const { raw, ranges } = readSignal(source, 0, 0, span);
  expect(raw.map(({ start, values }) => [start, values.length])).toEqual([[span.start, 1000]]);
  expect(gapsOf(raw, span)).toEqual([]);
  expect(ranges.map(({ bucket }) => bucket)).toEqual([16]);
  expect(ranges[0]?.start).toBe(tileSamples);
  expect(isComplete(source, 0, 0, span)).toBe(false);
});

test('columns from buckets contain every sample of columns from raw data', () => {
  const span = { start: 18_000, end: 26_000 };
  const fine = foldColumns(readSignal(sourceWith([0, 1]), 0, 0, span), span, 100);
  const coarse = foldColumns(readSignal(sourceWith([1, 0]), 0, 1, span), span, 100);
  fine.max.forEach((value, column) => {
    if (Number.isNaN(value)) return;
    expect(coarse.max[column]).toBeGreaterThanOrEqual(value);
    expect(coarse.min[column]).toBeLessThanOrEqual(fine.min[column] ?? NaN);
  });
  expect(Number.isNaN(fine.max[28])).toBe(true);
});

test('calipers read the stored value, and nothing before it has arrived', () => {
  const source = sourceWith([0, 1], [1, 0]);
  expect(rawAt(source, 0, tileSamples + 7)).toBe(valueOf(tileSamples + 7));
  expect(rawAt(source, 0, 20_100)).toBe(NO_SIGNAL);
  expect(rawAt(source, 0, 5)).toBeNull();
});

test('a section outside the recording is cut to it', () => {
  const { raw } = readSignal(sourceWith([0, 3]), 0, 0, { start: 3 * tileSamples, end: 4 * tileSamples });
  expect(raw[0]?.values.length).toBe(100);
});

test('a replacement much coarser than a column is marked as one, and one without shape is not drawn', () => {
  const source = sourceWith([1, 0]);
  const over = (columns: number) => {
    const span = { start: 0, end: 1600 };
    return foldColumns(readSignal(source, 0, 0, span), span, columns);
  };
  // With buckets of 16 samples, the trace itself is drawn at 16 samples per column, a wash at 4, and nothing at 2.
  expect(over(100).coarse?.some((mark) => mark === 1)).toBe(false);
  expect(over(400).coarse?.every((mark) => mark === 1)).toBe(true);
  expect(over(800).max.every(Number.isNaN)).toBe(true);
});
