import { expect, test } from 'vitest';
import { unclassEdges, unclassInFibrillation } from './edge-beats.ts';
import { every, handQuality, handTable } from './test-table.ts';

const letters = '0NSVFPQ';
const word = (classes: Uint8Array): string => [...classes].map((byte) => letters[byte] ?? '?').join('');

test('an ectopic beat without both neighbours is unknown: at either end and at either side of a gap', () => {
  const beats = handTable([1, 2, 3, 4, 12, 13, 14, 15, 16], 'VVNVSVNNV', 18);
  const before = word(beats.classes);
  unclassEdges(beats, handQuality(18, [6, 7, 8, 9], 4));
  const [first, last] = ['Q', 'Q'].map((unknown) => letters.indexOf(unknown));
  expect(before).toBe(word(handTable([1, 2, 3, 4, 12, 13, 14, 15, 16], 'VVNVSVNNV', 18).classes));
  expect([...beats.classes].map((byte) => byte === first || byte === last)).toEqual([
    ...[true, false, false, true],
    ...[true, false, false, false, true],
  ]);
});

test('noise is no edge, and a normal beat stays normal', () => {
  const beats = handTable(every(10, 1), 'NNNVVNNNNN', 11);
  const before = beats.classes.slice();
  unclassEdges(beats, handQuality(11, [4], 1));
  expect(beats.classes).toEqual(before);
});

test('there is no supraventricular beat within fibrillation or within three beats of it; ventricular ones stay', () => {
  const beats = handTable(every(12, 0.8), 'SNSNVSSNSNSS', 11);
  const classes = beats.classes.slice();
  const af = Uint8Array.from(classes, (_, i) => (i >= 4 && i < 6 ? 90 : 10));
  unclassInFibrillation(classes, af, 50);
  const isS = [...classes].map((byte) => byte === beats.classes[0]);
  expect(isS).toEqual([true, ...Array<boolean>(8).fill(false), false, true, true]);
  expect(classes[4]).toBe(beats.classes[4]);
});
