import { expect, test } from 'vitest';
import { caseId, isRowId } from './brand.ts';
import { isRefusalCode, kindOf, messageKeyOf, refusalKinds, refusals } from './refusal.ts';
import { accept, refuse } from './result.ts';

test('a row id is a positive whole number, anything else throws', () => {
  expect(caseId(7)).toBe(7);
  for (const wrong of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
    expect(isRowId(wrong)).toBe(false);
    expect(() => caseId(wrong)).toThrow('CaseId');
  }
});

test('every refusal has its own text, named after its code', () => {
  const codes = Object.keys(refusals);
  for (const code of codes) {
    if (!isRefusalCode(code)) throw new Error(code);
    expect(code).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
    expect(messageKeyOf(code)).toBe(`refusal.${code.replace('/', '.')}`);
    expect(refusalKinds).toContain(kindOf(code));
  }
  expect(new Set(codes.map((code) => code.toLowerCase())).size).toBe(codes.length);
});

test('the decided codes have their kinds', () => {
  expect(kindOf('auth/login-failed')).toBe('unauthenticated');
  expect(kindOf('auth/role-never')).toBe('forbidden');
  expect(kindOf('auth/throttled')).toBe('refused');
  expect(kindOf('auth/wrong-password')).toBe('refused');
  expect(kindOf('case/stale-version')).toBe('conflict');
  expect(kindOf('case/wrong-state')).toBe('refused');
  expect(kindOf('case/hn-id-taken')).toBe('conflict');
  expect(kindOf('report/none')).toBe('no-report');
  expect(kindOf('recording/purged')).toBe('gone');
  expect(kindOf('input/idempotency-key-reused')).toBe('invalid');
  expect(kindOf('user/last-top-level')).toBe('refused');
  expect(isRefusalCode('toString')).toBe(false);
});

test('a fault inside a zip is an input fault', () => {
  const fileFaults = Object.keys(refusals).filter((code) =>
    /^upload\/(zip|entry|trace|view|summary|events|pdf)-/.test(code),
  );
  expect(fileFaults.length).toBeGreaterThan(40);
  for (const code of fileFaults) expect(isRefusalCode(code) && kindOf(code)).toBe('invalid');
});

test('a result is a value or a code', () => {
  expect(accept(3)).toEqual({ ok: true, value: 3 });
  expect(refuse('case/closed')).toEqual({ ok: false, code: 'case/closed' });
  expect(refuse('input/date', { a: 'b' })).toEqual({ ok: false, code: 'input/date', fields: { a: 'b' } });
});
