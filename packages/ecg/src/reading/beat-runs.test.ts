import { expect, test } from 'vitest';
import { handTable } from '../rhythm/test-table.ts';
import { merge } from './beat-runs.ts';

test('placed beats are merged in one pass through the removed ones, however many they are', () => {
  const count = 10_000;
  const samples = Uint32Array.from({ length: count }, (_none, i) => 200 * i);
  const base = { ...handTable([], 'N', count), samples };
  const gone = new Uint8Array(count);
  gone[7] = 1;
  let passed = 0;
  gone.indexOf = (value: number, from = 0): number => {
    const at = Uint8Array.prototype.indexOf.call(gone, value, from);
    passed += (at < 0 ? count : at + 1) - from;
    return at;
  };
  const added = Array.from({ length: 500 }, (_none, index) => ({
    ...{ sample: 200 * index + 99, index, origin: -1 },
  }));
  const merged = merge(base, gone, added);
  expect(passed).toBe(count);
  expect(merged.samples.length).toBe(count - 1 + added.length);
  expect([...merged.samples.subarray(12, 18)]).toEqual([1200, 1299, 1499, 1600, 1699, 1800]);
});
