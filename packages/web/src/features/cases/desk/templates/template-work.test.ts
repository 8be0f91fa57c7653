import { expect, test } from 'vitest';
import { chosenAfter, pickedBeats, type Picked } from './template-work.ts';

const tiles = [5, 3, 8, 1];
const none: ReadonlySet<number> = new Set();

test('Ctrl selects a tile beside the current one, and deselects it again', () => {
  const two = chosenAfter(none, tiles, { on: 8, from: 5, extend: false });
  expect([...two]).toEqual([5, 8]);
  expect([...chosenAfter(two, tiles, { on: 8, from: 5, extend: false })]).toEqual([5]);
});

test('Shift selects all tiles between, in either direction', () => {
  expect([...chosenAfter(none, tiles, { on: 8, from: 5, extend: true })]).toEqual([5, 3, 8]);
  expect([...chosenAfter(none, tiles, { on: 5, from: 8, extend: true })].sort()).toEqual([3, 5, 8]);
});

const likeness = {
  samples: Uint32Array.of(10, 20, 30),
  like: Uint8Array.of(250, 90, 240),
  main: Uint8Array.of(10, 200, 20),
};
const picked: Picked = { template: 1, pressed: 10, likeness, fault: null, cut: 200 };

test('beats like the clicked one are split off, or beats unlike the mean; nothing before the comparison is ready', () => {
  expect(pickedBeats(picked)).toEqual([10, 30]);
  expect(pickedBeats({ ...picked, pressed: null })).toEqual([20]);
  expect(pickedBeats({ ...picked, likeness: null })).toEqual([]);
  expect(pickedBeats(null)).toEqual([]);
});
