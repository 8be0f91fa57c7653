import { byteF, byteN, byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { expect, test } from 'vitest';
import { chooseBars, falseRow } from './class-judge.ts';
import type { ClassSource } from './class-scores.ts';

const hz = 100;

/** Makes a beat per second, each with a row of its own. */
function sourceOf(set: string, truth: readonly number[], unreadSeconds: readonly number[] = []): ClassSource {
  return {
    record: { name: set, sampling_hz: hz, leads: [], gains_uv: [], annotations: [] },
    set,
    group: 0,
    leads: [0],
    peaks: Uint32Array.from(truth, (_, i) => i * hz + 50),
    truth: Uint8Array.from(truth),
    fibrillating: new Uint8Array(truth.length),
    sudden: new Uint8Array(truth.length),
    rows: Int32Array.from(truth.keys()),
    unread: unreadSeconds.map((second) => ({ start: second * hz, end: (second + 1) * hz - 1 })),
  };
}
const oddsOf = (v: readonly number[]) => ({
  v: Float32Array.from(v),
  s: new Float32Array(v.length).fill(-5),
  f: new Float32Array(v.length).fill(-5),
});

test('false beats are counted in usable time, not at the ends, and a fusion beat called V is not one', () => {
  const truth = [byteN, byteN, byteV, byteF, byteS, byteN, byteN, byteN];
  const judge = { odds: oddsOf([1, 1, 1, 1, 1, 1, -1, 1]), barsOf: () => ({ v: 0, s: 0, f: 2 }) };
  expect(falseRow('all', [sourceOf('x', truth)], judge).cells).toEqual([
    [3, 6],
    [0, 6],
  ]);
  expect(falseRow('less', [sourceOf('x', truth, [1, 4])], judge).cells).toEqual([
    [1, 4],
    [0, 4],
  ]);
});

test('the threshold nearest to the goals is chosen, even if another has the larger F1', () => {
  const [found, missed] = [86, 6];
  const odds = [
    ...new Array<number>(found).fill(1),
    ...new Array<number>(missed).fill(-0.45),
    ...new Array<number>(100 - found - missed).fill(-5),
    ...new Array<number>(8).fill(-0.45),
  ];
  const truth = odds.map((_, i) => (i < 100 ? byteV : byteN));
  const bars = chooseBars([sourceOf('mitdb', truth), sourceOf('svdb', truth)], oddsOf(odds));
  const called = odds.map((one) => one > bars.v);
  const f1 = (hits: number, of: number): number => (2 * hits) / (100 + of);
  expect(f1(found, found)).toBeGreaterThan(f1(found + missed, found + missed + 8));
  expect(called.filter(Boolean).length).toBe(found + missed + 8);
});
