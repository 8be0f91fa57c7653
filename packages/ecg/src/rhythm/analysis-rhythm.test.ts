import { expect, test } from 'vitest';
import { byteP, byteV } from '../beats/beat-class.ts';
import { beatFigures, compareBeats, percent } from '../scoring/beat-by-beat.ts';
import { afProbabilities } from './af-probability.ts';
import { seededRandom } from '../synth/random.ts';
import { mendIntervals } from './mend-intervals.ts';
import { analysed, detection, knownSignal, tachycardiaSignal } from './test-signal.ts';

test.each(['supraventricular', 'ventricular', 'permanent_af', 'pauses', 'paced'] as const)(
  '%s: beats are found',
  (key) => {
    const known = knownSignal(key, 300);
    const { found, right } = detection(known, analysed(known.frames, known.hz));
    expect(found).toBeGreaterThan(98);
    expect(right).toBeGreaterThan(98);
  },
);

test('permanent fibrillation fills the recording; a healthy heart and one with ectopic beats have none', () => {
  const burden = (key: 'permanent_af' | 'healthy' | 'ventricular' | 'supraventricular'): number => {
    const known = knownSignal(key, 600);
    return analysed(known.frames, known.hz).summary.af.burden;
  };
  expect(burden('permanent_af')).toBeGreaterThan(0.9);
  expect(burden('healthy')).toBe(0);
  expect(burden('ventricular')).toBe(0);
  expect(burden('supraventricular')).toBe(0);
});

test('pauses of a synthetic patient are found at their positions, no others', () => {
  const known = knownSignal('pauses', 3600);
  const truth = known.samples.filter(
    (sample, i) => i > 0 && sample - (known.samples[i - 1] ?? 0) >= 2 * known.hz,
  ).length;
  expect(truth).toBeGreaterThan(0);
  expect(analysed(known.frames, known.hz).summary.pauses).toBe(truth);
});

test('ventricular beats of a synthetic patient are distinguished from the others', () => {
  const known = knownSignal('ventricular', 900);
  expect(known.classes.filter((byte) => byte === byteV).length).toBeGreaterThan(5);
  const result = analysed(known.frames, known.hz);
  const figures = beatFigures(
    compareBeats({ reference: known, test: result.beats, sampling_hz: 250, skip_s: 30 }),
  );
  expect(percent(figures.v_sensitivity)).toBeGreaterThan(85);
  expect(percent(figures.v_predictivity)).toBeGreaterThan(85);
  expect(result.beats.classes.includes(byteP)).toBe(false);
});

/** Returns for each sequence of three or more ventricular beats the sample of its first beat, and its length. */
function runLengths({
  samples,
  classes,
}: {
  samples: ArrayLike<number>;
  classes: ArrayLike<number>;
}): Map<number, number> {
  const runs = new Map<number, number>();
  for (let i = 0; i < samples.length; i++) {
    if (classes[i] !== byteV) continue;
    let count = 1;
    while (classes[i + count] === byteV) count++;
    if (count >= 3) runs.set(samples[i] ?? 0, count);
    i += count;
  }
  return runs;
}

test.each([3, 22, 23])('ventricular runs are found from their first beat to their last: heart %i', (seed) => {
  const known = tachycardiaSignal(600, seed);
  const truth = [...runLengths(known)];
  expect(truth.length).toBeGreaterThan(5);
  const found = [...runLengths(analysed(known.frames, known.hz).beats)];
  for (const [start, count] of truth) {
    const own = found.filter(([at]) => Math.abs(at - start) < 0.15 * known.hz);
    expect(own.map(([, length]) => length)).toEqual([count]);
  }
});

const chaotic = (n: number): Float32Array => {
  let state = 12345;
  return Float32Array.from({ length: n }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return 0.45 + (0.5 * (state >>> 8)) / 2 ** 24;
  });
};

test('irregular intervals are fibrillation, regular ones at any rate, bigeminy and breathing are not', () => {
  const share = (rr: Float32Array): number => afProbabilities(rr).filter((p) => p >= 50).length / rr.length;
  expect(share(chaotic(600))).toBeGreaterThan(0.95);
  for (const rate of [0.4, 0.6, 1, 1.4]) expect(share(new Float32Array(600).fill(rate))).toBe(0);
  expect(share(Float32Array.from({ length: 600 }, (_, i) => (i % 2 ? 0.55 : 1.05)))).toBe(0);
  expect(share(Float32Array.from({ length: 600 }, (_, i) => 0.85 + 0.06 * Math.sin(i / 2.2)))).toBe(0);
});

test('ventricular bigeminy and trigeminy are not fibrillation, even with missed beats and a breathing sinus node', () => {
  const random = seededRandom(8);
  for (const period of [2, 3]) {
    const rr = Float32Array.from({ length: 900 }, (_, i) => {
      const sinus = 0.85 * (1 + 0.05 * Math.sin(i / 3.1) + 0.02 * (random() - 0.5));
      const early = 0.58 + 0.04 * random();
      return i % period === 1 ? early * sinus : i % period === 2 % period ? (2 - early) * sinus : sinus;
    });
    // Beats known as ventricular leave nothing to read; here one in three is taken for another class.
    const part = rr.map((value, i) => (i % period < 2 && i % 9 > 2 ? 0 : value));
    for (const intervals of [rr, part])
      expect(afProbabilities(intervals).filter((p) => p >= 50).length).toBeLessThan(9);
  }
});

test('an episode within a regular rhythm is found approximately at its position', () => {
  const rr = new Float32Array(1200).fill(0.8);
  rr.set(chaotic(400), 400);
  const percent = afProbabilities(rr);
  const on = [...percent.keys()].filter((i) => (percent[i] ?? 0) >= 50);
  expect(Math.abs((on[0] ?? 0) - 400)).toBeLessThan(50);
  expect(Math.abs((on.at(-1) ?? 0) - 800)).toBeLessThan(50);
});

test('an extra beat is removed, true irregularity is left unchanged', () => {
  const rr = new Float32Array(40).fill(0.8);
  rr[20] = 0.3;
  rr[21] = 0.5;
  mendIntervals(rr);
  expect(rr[20]).toBe(0);
  expect(rr[21]).toBeCloseTo(0.8);
  const wild = chaotic(200);
  const before = wild.filter((v) => v > 0).length;
  mendIntervals(wild);
  expect(wild.filter((v) => v > 0).length).toBeGreaterThan(0.95 * before);
});
