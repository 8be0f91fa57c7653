import { expect, test } from 'vitest';
import { hasLetterhead, peopleAfter, reportSections, sectionsOf } from './report-form.ts';

test('a hospital’s choice goes before its center’s, and without any everything is printed', () => {
  expect(sectionsOf(['days'], ['trend'])).toEqual(['days']);
  expect(sectionsOf([], ['trend', 'figures'])).toEqual(['trend', 'figures']);
  expect(sectionsOf([], [])).toEqual(reportSections);
});

test('a logo alone is a letterhead', () => {
  expect(hasLetterhead({ letterhead: '', logo: '' })).toBe(false);
  expect(hasLetterhead({ letterhead: '', logo: 'a'.repeat(64) })).toBe(true);
});

test('who read it stands behind what page one holds, wherever the order puts that', () => {
  expect(peopleAfter(reportSections)).toBe(3);
  expect(peopleAfter(['days', 'trend'])).toBe(0);
  expect(peopleAfter(['trend'])).toBe(1);
});
