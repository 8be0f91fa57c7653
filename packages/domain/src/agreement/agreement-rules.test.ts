import { expect, test } from 'vitest';
import { agreeTypes, givingFault, isNameOf, withdrawingFault } from './agreement-rules.ts';

const open = { required: 'SCREEN', given: false, closed: false, confirmed: false } as const;

test('a consent is given in the way that the institution requires, once, while the case is open', () => {
  expect(givingFault(open, 'SCREEN')).toBeNull();
  expect(givingFault({ ...open, required: 'NONE' }, 'NONE')).toBe('agreement/not-asked');
  expect(givingFault({ ...open, given: true }, 'SCREEN')).toBe('agreement/given-already');
  expect(givingFault({ ...open, closed: true }, 'SCREEN')).toBe('case/closed');
  expect(givingFault({ ...open, confirmed: true }, 'SCREEN')).toBe('case/wrong-state');
  for (const way of agreeTypes.filter((one) => one !== 'SCREEN')) {
    expect(givingFault(open, way)).toBe('agreement/method');
  }
});

test('a consent is withdrawn only before completion', () => {
  const given = { given: true, closed: false, confirmed: false };
  expect(withdrawingFault(given)).toBeNull();
  expect(withdrawingFault({ ...given, given: false })).toBe('agreement/withdrawn');
  expect(withdrawingFault({ ...given, confirmed: true })).toBe('agreement/case-complete');
  expect(withdrawingFault({ ...given, closed: true })).toBe('case/closed');
});

test.each([
  [{ patient_first_name: '민수', patient_last_name: '김' }, '김민수', true],
  [{ patient_first_name: 'Min-su', patient_last_name: 'Kim' }, 'kim minsu', true],
  [{ patient_first_name: 'Min-su', patient_last_name: 'Kim' }, 'Min Su Kim', true],
  [{ patient_first_name: '花子', patient_last_name: '田中' }, '田中　花子', true],
  [{ patient_first_name: '花子', patient_last_name: '田中' }, '田中', false],
  [{ patient_first_name: null, patient_last_name: null }, ' ', false],
])('%o is called %s: %s', (patient, name, expected) => {
  expect(isNameOf(patient, name)).toBe(expected);
});
