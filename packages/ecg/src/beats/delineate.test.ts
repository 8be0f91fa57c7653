import { expect, test } from 'vitest';
import { delineate } from './delineate.ts';

/**
 * Returns a beat per second: P of 100 ms, 180 ms before the QRS, a triangular QRS of 80 ms, T of 200 ms, 280 ms after
 * it.
 */
function drawn(hz: number, seconds: number, withP = true): { signal: Float32Array; peaks: number[] } {
  const signal = new Float32Array(hz * seconds);
  const peaks: number[] = [];
  const bump = (centre: number, width: number, height: number): void => {
    for (let i = Math.ceil(centre - width / 2); i <= centre + width / 2; i++) {
      if (i >= 0 && i < signal.length)
        signal[i] = (signal[i] ?? 0) + (height * (1 + Math.cos((2 * Math.PI * (i - centre)) / width))) / 2;
    }
  };
  for (let s = 1; s < seconds; s++) {
    const at = s * hz;
    peaks.push(at);
    if (withP) bump(at - 0.18 * hz, 0.1 * hz, 150);
    bump(at, 0.08 * hz, 1200);
    bump(at + 0.28 * hz, 0.2 * hz, 300);
  }
  return { signal, peaks };
}

test.each([250, 360, 500, 1000])('finds the synthetic waves at %i Hz', (hz) => {
  const { signal, peaks } = drawn(hz, 6);
  const waves = delineate(signal, hz, peaks)[2];
  const at = peaks[2] ?? 0;
  const ms = (sample: number | undefined): number => (1000 * ((sample ?? NaN) - at)) / hz;
  expect(Math.abs(ms(waves?.p?.peak) + 180)).toBeLessThan(12);
  expect(Math.abs(ms(waves?.t?.peak) - 280)).toBeLessThan(15);
  expect(Math.abs(ms(waves?.qrs.onset) + 40)).toBeLessThan(16);
  expect(Math.abs(ms(waves?.qrs.offset) - 40)).toBeLessThan(16);
  expect(Math.abs(ms(waves?.t?.offset) - 365)).toBeLessThan(30);
});

test('no P wave is invented, and the bounds are in order', () => {
  const { signal, peaks } = drawn(500, 6, false);
  const [, , waves] = delineate(signal, 500, peaks);
  expect(waves?.p).toBeNull();
  expect(waves && waves.qrs.onset < waves.qrs.peak && waves.qrs.peak < waves.qrs.offset).toBe(true);
});

test('gain, polarity, offset and position change only positions', () => {
  const { signal, peaks } = drawn(250, 6);
  const plain = delineate(signal, 250, peaks);
  expect(
    delineate(
      signal.map((v) => -v),
      250,
      peaks,
    ),
  ).toEqual(plain);
  expect(
    delineate(
      signal.map((v) => 2 * v),
      250,
      peaks,
    ),
  ).toEqual(plain);
  const moved = new Float32Array(signal.length + 500);
  moved.set(signal, 500);
  const [, , later] = delineate(
    moved,
    250,
    peaks.map((p) => p + 500),
  );
  expect((later?.qrs.onset ?? 0) - 500).toBe(plain[2]?.qrs.onset);
});

test('beats too near the ends get null, an empty list gives nothing', () => {
  expect(delineate(new Float32Array(100), 250, [50])).toEqual([null]);
  expect(delineate(new Float32Array(100), 250, [])).toEqual([]);
});

test('a gap hides the waves in it and no others', () => {
  const { signal, peaks } = drawn(250, 8);
  const whole = delineate(signal, 250, peaks);
  const broken = signal.slice().fill(NaN, 3.59 * 250, 3.63 * 250);
  expect(delineate(broken, 250, peaks)).toEqual(whole);
  broken.fill(NaN, 4.2 * 250, 4.4 * 250);
  const [third, fourth, fifth] = delineate(broken, 250, peaks).slice(2, 5);
  expect([third, fifth]).toEqual([whole[2], whole[4]]);
  expect(fourth).toEqual({ ...whole[3], t: null });
});
