/** Checks that waves with a fixed distance to the beat before are U waves, and that dropped P waves are none. */
import { expect, test } from 'vitest';
import { normal, seededRandom } from '../synth/random.ts';
import type { PInterval } from './p-sequence.ts';
import { areUWaves } from './u-waves.ts';

/** Returns intervals of about 1.2 s with a wave `growth` of the interval after their beat, and a P wave. */
function intervals(count: number, growth: number, spread_s: number): PInterval[] {
  const random = seededRandom(3);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [10 * i, 10 * i + 1.2 + spread_s * normal(random)];
    const wave = from + 0.45 + growth * (to - from - 1.2) + 0.005 * normal(random);
    const conducted = to - 0.17;
    return { beat: i, from, to, places: [wave, conducted], dropped: [wave], likes: [0.9], conducted };
  });
}

test.each([
  ['follow the beat', 0.05, 0.04, true],
  ['follow the atria', 0.5, 0.04, false],
  ['cannot be told in a rhythm without variation', 0.05, 0.002, false],
])('waves that %s', (_, growth, spread_s, isU) => {
  expect(areUWaves(intervals(12, growth, spread_s))).toBe(isU);
});

test('three intervals tell nothing', () => {
  expect(areUWaves(intervals(3, 0, 0.04))).toBe(false);
});
