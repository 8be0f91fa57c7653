/**
 * Tests the limits of what is stored with a strip, and that edits from before these fields existed can still be read.
 */
import { expect, test } from 'vitest';
import { mostStripMarks, readingEdit, stripTextLength } from './reading.ts';
import { reportFigures } from './report-document.ts';

const strip = { kind: 'add_strip', start_sample: 0, end_sample: 2500, caption: '', order: 1 };
const words = { of: 'text', lead: 0, sample: 100, uv: -500, text: 'P wave' };
const arrow = { ...words, of: 'arrow', to_sample: 200, to_uv: 0 };
const caliper = { of: 'caliper', lead: 11, sample: 100, to_sample: 300 };
const withMarks = (...marks: unknown[]) => readingEdit.safeParse({ ...strip, marks }).success;

test('edits without scale and drawing are unchanged', () => {
  expect(readingEdit.parse(strip)).toEqual(strip);
  const change = { ...strip, kind: 'change_strip', strip: 4, step: 3 };
  expect(readingEdit.parse(change)).toEqual(change);
});

test('a scale is one of the paper’s scales', () => {
  const of = (mm_per_s: number, mm_per_mv: number) =>
    readingEdit.safeParse({ ...strip, scale: { mm_per_s, mm_per_mv } }).success;
  expect([of(12.5, 2.5), of(50, 20), of(25, 15), of(100, 10)]).toEqual([true, true, false, false]);
});

test('arrows, texts and calipers are accepted; too many, too long, outside the signal or with other fields are not', () => {
  expect(withMarks(words, arrow, { ...arrow, text: '' }, caliper)).toBe(true);
  expect(withMarks(...Array.from({ length: mostStripMarks }, () => caliper))).toBe(true);
  expect(withMarks(...Array.from({ length: mostStripMarks + 1 }, () => caliper))).toBe(false);
  expect(withMarks({ ...words, text: 'x'.repeat(stripTextLength) })).toBe(true);
  expect(withMarks({ ...words, text: 'x'.repeat(stripTextLength + 1) })).toBe(false);
  for (const bad of [
    { ...words, text: '' },
    { ...words, text: 'two\nlines' },
    { ...words, text: 'nul \0' },
    { ...words, text: 'turned \u202e' },
    { ...words, uv: 2_000_000 },
    { ...words, uv: 0.5 },
    { ...words, sample: -1 },
    { ...words, lead: 64 },
    { ...words, colour: 'red' },
    { ...caliper, to_sample: 2 ** 32 },
    { of: 'circle', lead: 0, sample: 1 },
  ])
    expect(withMarks(bad)).toBe(false);
});

test('the extreme of a strip is one of the known extremes, with its figure', () => {
  const of = (shows: unknown) => readingEdit.safeParse({ ...strip, shows }).success;
  expect(of({ extreme: 'longest_rr', sample: 9, value: 2840 })).toBe(true);
  expect(of({ extreme: 'mean_rate', sample: 9, value: 70 })).toBe(false);
  expect(of({ extreme: 'max_rate', sample: 9, value: -1 })).toBe(false);
});

test('a strip of an older report has the default scale and no drawing', () => {
  const rest = { kinds: [], bpm: null, s: 0, v: 0, beats: [], episodes: [] };
  const old = { strip: 1, start_sample: 0, end_sample: 9, caption: '', ...rest };
  expect(reportFigures.shape.strips.parse([old])).toMatchObject([
    { scale: { mm_per_s: 25, mm_per_mv: 10 }, marks: [], shows: null },
  ]);
});
