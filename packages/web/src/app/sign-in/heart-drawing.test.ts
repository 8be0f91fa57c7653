import { expect, test } from 'vitest';
import { brightBeats, chances, drawnBeats, heightMv } from './heart-drawing.ts';

test('the same seed draws the same picture', () => {
  expect(drawnBeats(5, 12)).toEqual(drawnBeats(5, 12));
  expect(drawnBeats(5, 12)).not.toEqual(drawnBeats(6, 12));
});

test('beats move forward and keep their distance', () => {
  for (let seed = 1; seed < 40; seed += 1) {
    const at = drawnBeats(seed, 20).map((beat) => beat.atS);
    for (const [index, atS] of at.slice(1).entries()) expect(atS - (at[index] ?? 0)).toBeGreaterThan(0.25);
  }
});

test('a normal beat is highest at its R wave and flat far from it', () => {
  const beats = [{ kind: 'normal', atS: 2 }] as const;
  expect(heightMv(beats, 2)).toBeGreaterThan(1);
  expect(heightMv(beats, 4)).toBe(0);
});

test('probabilities stay between 0 and 1', () => {
  const chance = chances(1);
  for (let index = 0; index < 200; index += 1) {
    const value = chance();
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThan(1);
  }
});

test('the bright line becomes irregular where it should', () => {
  const beats = brightBeats(14, 7);
  expect(beats.filter((beat) => beat.atS < 7).every((beat) => beat.kind !== 'irregular')).toBe(true);
  expect(beats.filter((beat) => beat.atS >= 7).every((beat) => beat.kind === 'irregular')).toBe(true);
  expect(new Set(beats.map((beat) => beat.kind)).size).toBe(4);
});
