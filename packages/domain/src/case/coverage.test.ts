import fc from 'fast-check';
import { expect, test } from 'vitest';
import { people } from '../people/test-people.ts';
import { coverageShort } from './coverage.ts';
import { caseIn, fittingInput } from './test-cases.ts';
import { nextStep } from './next-step.ts';
import { actionsFor, step } from './step.ts';

const { TECHNICIAN, CHIEF } = people;
const coverage_short = { seen_percent: 79, asked_percent: 80 };

test('coverage is short below the minimum, not at it, and never without a minimum', () => {
  expect(coverageShort({ seen: 7, minutes: 10 }, 80)).toEqual({ seen_percent: 70, asked_percent: 80 });
  expect(coverageShort({ seen: 8, minutes: 10 }, 80)).toBeNull();
  expect(coverageShort({ seen: 0, minutes: 10 }, null)).toBeNull();
  expect(coverageShort({ seen: 20_159, minutes: 20_160 }, 100)).toEqual({
    seen_percent: 99,
    asked_percent: 100,
  });
});

test('the shown share is below the required one whenever coverage is short', () => {
  const minutes = fc.integer({ min: 1, max: 43_200 });
  fc.assert(
    fc.property(minutes, fc.nat(), fc.integer({ min: 1, max: 100 }), (all, any, required) => {
      const short = coverageShort({ seen: any % (all + 1), minutes: all }, required);
      if (short !== null) expect(short.seen_percent).toBeLessThan(required);
    }),
  );
});

test.each([
  ['start', 'review-request'],
  ['review', 'request-verification'],
  ['edit', 'request-verification'],
] as const)('in %s short coverage refuses %s with both shares', (status, action) => {
  const facts = caseIn(status, { coverage_short });
  expect(actionsFor(facts, TECHNICIAN)).not.toContain(action);
  expect(step(facts, action, TECHNICIAN, fittingInput(facts, TECHNICIAN, CHIEF))).toEqual({
    ok: false,
    code: 'case/coverage-short',
    figures: coverage_short,
  });
});

test('the assignee sees both shares first; the others wait for the assignee', () => {
  const facts = { ...caseIn('start', { coverage_short, has_report: false }), returned_since_asked: false };
  expect(nextStep(facts, TECHNICIAN)).toEqual({
    kind: 'owed',
    action: 'review-request',
    guard: 'coverage',
    coverage_short,
  });
  expect(nextStep(facts, CHIEF)).toEqual({ kind: 'wait', action: 'review-request', on: 'assignee' });
  const review = { ...facts, status: 'review' as const, verification_required: true };
  expect(nextStep(review, TECHNICIAN)).toMatchObject({ kind: 'owed', guard: 'coverage' });
  const seen = { ...facts, coverage_short: null };
  expect(nextStep(seen, TECHNICIAN)).toMatchObject({ kind: 'owed', guard: 'report' });
});
