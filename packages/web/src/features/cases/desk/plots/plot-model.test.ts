import { expect, test } from 'vitest';
import { createWallClock } from '../../../../trace/time/wall-clock.ts';
import { couplingRows, dayPoints, isShown, plotColours, plotDays, plotModel } from './plot-model.ts';
import { plotPixels, rgbOf } from '../plots/plot-pixels.ts';
import { classesOf, keptSamples, selectionOfBeats } from './plot-selection.ts';

const hourS = 3600;
const start_ms = Date.parse('2026-11-06T21:00:00Z');
/** One beat a second for 30 hours: from 06:00 in Tokyo until noon of the next day. */
const clock = { start_ms, sampling_hz: 250, samples: 30 * hourS * 250 };
const count = 30 * hourS;
const sample = Uint32Array.from({ length: count }, (_, i) => i * 250);
const bytes = Uint8Array.from({ length: count }, (_, i) => (i === 100 ? 3 : i === 200 ? 2 : 1));
const beats = {
  sample,
  class: bytes,
  confidence: new Uint8Array(count),
  counted: Uint32Array.from(sample.keys()),
};
const episode = (kind: 'af' | 'vt', from: number, to: number) => ({
  kind,
  start_sample: from * 250,
  end_sample: to * 250,
});
const model = plotModel(
  { beats, summary: { episodes: [episode('af', 90, 110), episode('vt', 300, 310)] } },
  250,
);
const wall = createWallClock('Asia/Tokyo', 'en');
const nameOf = (i: number): string | undefined => plotColours[model.colours[i] ?? -1];

test('usual beats in fibrillation have its colour; ectopic ones keep their own', () => {
  expect([89, 90, 100, 110, 111, 200, 305].map(nameOf)).toEqual(['N', 'af', 'V', 'af', 'N', 'S', 'N']);
});

test('every beat is in the row of its class', () => {
  const row = (i: number): string | undefined => couplingRows[Math.floor(model.coupling.y[i] ?? -1)];
  expect([5, 95, 100, 200].map(row)).toEqual(['N', 'N', 'V', 'S']);
});

test('days begin at the hospital’s midnight, and contain every beat once', () => {
  const days = plotDays(clock, wall);
  expect(days.map(({ start, end }) => [start / 250 / hourS, end / 250 / hourS])).toEqual([
    [0, 18],
    [18, 30],
  ]);
  const held = days.map((day) => dayPoints(model, day, clock));
  expect(held.map(({ first, points }) => [first, points.x.length])).toEqual([
    [0, 18 * hourS],
    [18 * hourS, 12 * hourS],
  ]);
  expect([held[0]?.points.x[0], held[1]?.points.x[0]]).toEqual([6, 0]);
  expect(held[1]?.points.y[5]).toBe(1);
});

test('a chosen class hides the others; fibrillation belongs to the usual beats', () => {
  const shown = (of: Parameters<typeof isShown>[1]): string[] => plotColours.filter((_, i) => isShown(i, of));
  expect(shown('all')).toEqual([...plotColours]);
  expect(shown('N')).toEqual(['N', 'af']);
  expect(shown('V')).toEqual(['V']);
});

test('selected beats are counted by their present classes', () => {
  const taken = selectionOfBeats('poincare', [100, 200, 201], model);
  expect(taken?.samples.toSorted((a, b) => a - b)).toEqual([25_000, 50_000, 50_250]);
  expect(new Map(classesOf(taken?.samples ?? [], beats))).toEqual(
    new Map([
      ['N', 1],
      ['S', 1],
      ['V', 1],
    ]),
  );
  expect(selectionOfBeats('poincare', [], model)).toBeNull();
});

test('only beats on the wall can be excluded', () => {
  expect(keptSamples([10, 20, 30, 40], ['10', '20'], new Set(['20']))).toEqual([20, 30, 40]);
});

test('a pixel without a point is clear, more points are darker, and rare ones are visible', () => {
  const layer = (counts: readonly number[], large: boolean) => ({
    counts: Uint32Array.from(counts),
    rgb: rgbOf('#C23A0B'),
    large,
  });
  const size = { width: 4, height: 2 };
  const alphas = (pixels: Uint8ClampedArray): number[] => [...pixels].filter((_, i) => i % 4 === 3);
  const usual = alphas(plotPixels([layer([0, 1, 9, 100, 0, 0, 0, 0], false)], size));
  expect(usual[0]).toBe(0);
  expect(usual.slice(1, 4)).toEqual(usual.slice(1, 4).toSorted((a, b) => a - b));
  const rare = plotPixels([layer([1, 0, 0, 0, 0, 0, 0, 0], true)], size);
  expect(alphas(rare).map((alpha) => alpha > 200)).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect([...rare.subarray(0, 3)]).toEqual([0xc2, 0x3a, 0x0b]);
});
