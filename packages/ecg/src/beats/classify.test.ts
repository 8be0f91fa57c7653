import { expect, test } from 'vitest';
import { byteF, byteN, byteS, byteV } from './beat-class.ts';
import { decideClass, marginOf } from './classify.ts';

const bars = { v: -1, s: -0.5, f: 2 };

test.each([
  ['nothing above its bar', { v: -1.1, s: -0.6, f: 1.9 }, byteN],
  ['the one farther above its bar', { v: -0.9, s: 0.5, f: 0 }, byteS],
  ['a beat surely ventricular is no fusion beat, however like one it is', { v: 0.5, s: -3, f: 5 }, byteV],
  ['a fusion beat is none of the others', { v: -2, s: 1, f: 2.5 }, byteF],
])('%s', (_, odds, called) => {
  expect(decideClass(odds, bars)).toBe(called);
  expect(marginOf(called, odds, bars)).toBeGreaterThan(0);
});
