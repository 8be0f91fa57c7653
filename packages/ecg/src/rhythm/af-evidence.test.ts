import { expect, test } from 'vitest';
import { seededRandom } from '../synth/random.ts';
import { afEvidence } from './af-evidence.ts';
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

const mean = (sums: Float64Array | Uint32Array): number => (sums.at(-1) ?? 0) / (sums.length - 1);

test('among single intervals, early beats are explained and speak against, random ones speak for fibrillation', () => {
  for (const rr of [early(600, 3, 'full'), early(600, 4, 'reset'), early(600, 7, 'full')]) {
    expect(mean(afEvidence(rr).explained)).toBeGreaterThan(0.9);
    expect(mean(afEvidence(rr).odds)).toBeLessThan(-0.2);
  }
  expect(mean(afEvidence(chaos(600)).explained)).toBeLessThan(0.5);
  expect(mean(afEvidence(chaos(600)).odds)).toBeGreaterThan(0.3);
});

test('stretching every interval changes nothing; unreadable time says nothing', () => {
  const rr = chaos(300);
  const plain = afEvidence(rr);
  const slow = afEvidence(rr.map((value) => value * 1.25));
  plain.odds.forEach((value, i) => expect(slow.odds[i]).toBeCloseTo(value, 3));
  const empty = afEvidence(new Float32Array(100));
  expect([empty.odds.at(-1), empty.explained.at(-1), empty.read.at(-1)]).toEqual([0, 0, 0]);
  const holed = rr.slice().fill(0, 100, 200);
  const { read, odds } = afEvidence(holed);
  expect(read.at(-1)).toBe(200);
  expect(odds[200]).toBe(odds[100]);
});

test('trigeminy, quadrigeminy and scattered early beats are not fibrillation', () => {
  const share = (rr: Float32Array): number => afProbabilities(rr).filter((p) => p >= 50).length / rr.length;
  for (const each of [3, 4, 5, 7, 11])
    for (const pause of ['full', 'reset'] as const) expect(share(early(800, each, pause))).toBe(0);
  expect(share(chaos(800))).toBeGreaterThan(0.95);
});
