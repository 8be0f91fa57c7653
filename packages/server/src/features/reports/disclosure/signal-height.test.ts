import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { expect, test } from 'vitest';
import { heightsOf, scaleFor, storedScaleOf } from './signal-height.ts';

const hz = 100;

test('each second has the height of its own lead; a second without a sample has none', () => {
  const words = new Int16Array(2 * 3 * hz);
  words[2 * 10] = 40;
  words[2 * 20] = -60;
  words[2 * 110 + 1] = 900;
  words.fill(NO_SIGNAL, 2 * 2 * hz);
  expect(heightsOf(words, 2, 0, hz)).toEqual([100, 0]);
  expect(heightsOf(words, 2, 1, hz)).toEqual([0, 900]);
});

test('tall complexes are drawn smaller, one burst in ten seconds changes nothing, no signal is no error', () => {
  const pitch = 250 / 60;
  expect(scaleFor([400, 450, 500], pitch)).toBe(10);
  expect(scaleFor([1000], pitch)).toBe(5);
  expect(scaleFor([2000], pitch)).toBe(2.5);
  expect(scaleFor([9000], pitch)).toBe(1.25);
  expect(scaleFor([...new Array<number>(19).fill(1000), 9000], pitch)).toBe(5);
  expect(scaleFor([], pitch)).toBe(10);
});

test('a recording is read from its first to its last second', async () => {
  const samples = 3600 * hz;
  const heights: number[] = [];
  const read = (_: string, { start, length }: { start: number; length: number }) => {
    heights.push((start - 8) / 2, (start - 8 + length) / 2);
    return Promise.resolve(Buffer.from(Int16Array.from({ length: length / 2 }, (_v, i) => i % 2).buffer));
  };
  const frames = { trace_sha256: '', header_bytes: 8, samples, sampling_hz: hz };
  const leads = [{ label: 'II', gain_uv_per_lsb: 2000, zero_lsb: 0 }];
  expect(await storedScaleOf({ read }, { ...frames, leads }, 0, 250 / 60)).toBe(2.5);
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([0, samples]);
});
