import {
  criteriaFault,
  criteriaKeys,
  criteriaLimits,
  defaultCriteria,
} from '@rhythmdesk/ecg/criteria/criteria';
import { expect, test } from 'vitest';
import {
  changedKeys,
  criteriaOf,
  criterionFault,
  criteriaDraftOf,
  isDefault,
  typedNumber,
} from './criteria-draft.ts';

test('criteria are restored unchanged from their draft', () => {
  expect(criteriaOf(criteriaDraftOf(defaultCriteria))).toEqual(defaultCriteria);
  expect(criteriaKeys.every((key) => isDefault(key, criteriaDraftOf(defaultCriteria)[key]))).toBe(true);
});

test('numbers are read in common spellings', () => {
  expect(typedNumber(' 2,5 ')).toBe(2.5);
  expect(typedNumber('２．５')).toBe(2.5);
  expect(typedNumber('')).toBeNaN();
  expect(typedNumber('two')).toBeNaN();
});

test.each(criteriaKeys.map((key) => [key] as const))(
  '%s: values at the limits are accepted, values outside are not',
  (key) => {
    const [low, high] = criteriaLimits[key];
    for (const value of [low, high]) {
      const criteria = criteriaOf({ ...criteriaDraftOf(defaultCriteria), [key]: String(value) });
      expect(criteria && criteriaFault(criteria)).toBeNull();
    }
    expect(criterionFault(key, String(low - 1))).toBe('range');
    expect(criterionFault(key, String(high + 1))).toBe('range');
    expect(criteriaOf({ ...criteriaDraftOf(defaultCriteria), [key]: '' })).toBeNull();
  },
);

test('a count of beats is whole, a time need not be', () => {
  expect(criterionFault('run_beats', '3.5')).toBe('whole');
  expect(criterionFault('pause_s', '2.5')).toBeNull();
});

test('differences are named', () => {
  expect(changedKeys(defaultCriteria, { ...defaultCriteria, pause_s: 3 })).toEqual(['pause_s']);
});
