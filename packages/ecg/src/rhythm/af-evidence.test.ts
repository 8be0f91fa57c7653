import { expect, test } from 'vitest';
import { seededRandom } from '../synth/random.ts';
import { AfEvidence } from './af-evidence.ts';
import type { WindowEvidence } from './af-evidence.ts';
import { afProbabilities } from './af-probability.ts';

const random = seededRandom(11);
const jitter = (width: number): number => (random() - 0.5) * width;
const chaos = (n: number): Float32Array => Float32Array.from({ length: n }, () => 0.45 + 0.5 * random());
const early = (n: number, each: number, pause: 'full' | 'reset'): Float32Array =>
  Float32Array.from({ length: n }, (_, i) => {
    const at = i % each;
    const usual = 0.8 + jitter(0.03);
    if (at === 0) return 0.5 + jitter(0.08);
    return at === 1 ? (pause === 'full' ? 1.1 : 0.86) + jitter(0.04) : usual;
  });

const part = 50;
/** Returns what each fifty intervals say. */
const parts = (rr: Float32Array): WindowEvidence[] => {
  const evidence = new AfEvidence(rr);
  return Array.from({ length: rr.length / part }, (_, k) => evidence.over(k * part, (k + 1) * part));
};
const mean = (rr: Float32Array, of: keyof WindowEvidence): number =>
  parts(rr).reduce((sum, one) => sum + one[of], 0) / rr.length;

test('among single intervals, early beats are explained and speak against, random ones speak for fibrillation', () => {
  for (const rr of [early(600, 3, 'full'), early(600, 4, 'reset'), early(600, 7, 'full')]) {
    expect(mean(rr, 'explained')).toBeGreaterThan(0.9);
    expect(mean(rr, 'odds')).toBeLessThan(-0.2);
  }
  expect(mean(chaos(600), 'explained')).toBeLessThan(0.5);
  expect(mean(chaos(600), 'odds')).toBeGreaterThan(0.3);
});

test('stretching every interval changes nothing; unreadable time says nothing', () => {
  const rr = chaos(300);
  const slow = parts(rr.map((value) => value * 1.25));
  parts(rr).forEach(({ odds }, k) => expect(slow[k]?.odds).toBeCloseTo(odds, 3));
  const none = { odds: 0, explained: 0, read: 0 };
  expect(parts(new Float32Array(100))).toEqual([none, none]);
  const holed = parts(rr.slice().fill(0, 100, 200));
  expect(holed.map(({ read }) => read)).toEqual([50, 50, 0, 0, 50, 50]);
  expect(holed[2]).toEqual(none);
});

test('trigeminy, quadrigeminy and scattered early beats are not fibrillation', () => {
  const share = (rr: Float32Array): number => afProbabilities(rr).filter((p) => p >= 50).length / rr.length;
  for (const each of [3, 4, 5, 7, 11])
    for (const pause of ['full', 'reset'] as const) expect(share(early(800, each, pause))).toBe(0);
  expect(share(chaos(800))).toBeGreaterThan(0.95);
});
