import { expect, test } from 'vitest';
import { criteriaFault, criteriaKeys, defaultCriteria } from './criteria.ts';

test('the defaults are within their own limits', () => {
  expect(criteriaFault(defaultCriteria)).toBeNull();
  expect([...criteriaKeys].sort()).toEqual(Object.keys(defaultCriteria).sort());
});

test.each(criteriaKeys.map((key) => [key] as const))('%s outside its limits is named', (key) => {
  expect(criteriaFault({ ...defaultCriteria, [key]: -1 })).toBe(key);
  expect(criteriaFault({ ...defaultCriteria, [key]: 1e9 })).toBe(key);
  expect(criteriaFault({ ...defaultCriteria, [key]: NaN })).toBe(key);
});
