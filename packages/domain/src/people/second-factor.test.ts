import { expect, test } from 'vitest';
import { factorStanding, plainRecoveryCode, type FactorFacts } from './second-factor.ts';

const day = 86_400_000;
const facts: FactorFacts = {
  rule: 'required',
  has_factor: false,
  required_since_ms: 100 * day,
  account_since_ms: 10 * day,
};

test('required gives seven days from the rule, or from a later account, and then needs the second step', () => {
  expect(factorStanding(facts, 107 * day - 1)).toEqual({ due_ms: 107 * day, must_enrol: false });
  expect(factorStanding(facts, 107 * day)).toEqual({ due_ms: 107 * day, must_enrol: true });
  const later = { ...facts, account_since_ms: 200 * day };
  expect(factorStanding(later, 206 * day)).toEqual({ due_ms: 207 * day, must_enrol: false });
});

test('nothing is due if it is not required, or exists', () => {
  for (const part of [{ rule: 'off' }, { rule: 'offered' }, { has_factor: true }] as const) {
    expect(factorStanding({ ...facts, ...part }, 900 * day)).toEqual({ due_ms: null, must_enrol: false });
  }
});

test('a recovery code is read in any spelling', () => {
  expect(plainRecoveryCode(' abcde-0oil1 ')).toBe('ABCDE00111');
  expect(plainRecoveryCode('ＡＢｃ－１')).toBe('ABC1');
  expect(plainRecoveryCode('아베')).toBe('');
});
