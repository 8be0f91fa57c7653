import { expect, test } from 'vitest';
import { hasLetterhead, peopleAfter, reportSections, sectionsOf } from './report-form.ts';

test('a hospital’s choice has priority over its center’s, and without any everything is printed', () => {
  expect(sectionsOf(['days'], ['trend'])).toEqual(['days']);
  expect(sectionsOf([], ['trend', 'figures'])).toEqual(['trend', 'figures']);
  expect(sectionsOf([], [])).toEqual(reportSections);
});

test('a logo alone is a letterhead', () => {
  expect(hasLetterhead({ letterhead: '', logo: '' })).toBe(false);
  expect(hasLetterhead({ letterhead: '', logo: 'a'.repeat(64) })).toBe(true);
});

test('the reader is printed after the sections of page one, in any order', () => {
  expect(peopleAfter(reportSections)).toBe(3);
  expect(peopleAfter(['days', 'trend'])).toBe(0);
  expect(peopleAfter(['trend'])).toBe(1);
});
