import { expect, test } from 'vitest';
import { isHandedOn, workStep, type WorkFacts } from './work-step.ts';

const owed = (guard: 'report' | 'coverage' | 'new-report' | 'agreement'): WorkFacts['next_step'] => ({
  kind: 'owed',
  action: 'review-request',
  guard,
});
const facts: WorkFacts = {
  next_step: owed('report'),
  reads: true,
  open_items: 3,
  conclusion: '',
  report_old: false,
};

test('reading, viewing, conclusion and report follow one another, then the action of the case', () => {
  expect(workStep(facts)).toBe('read');
  expect(workStep({ ...facts, next_step: owed('coverage') })).toBe('read');
  const judged = { ...facts, open_items: 0 };
  expect(workStep({ ...judged, next_step: owed('coverage') })).toBe('look');
  expect(workStep(judged)).toBe('conclude');
  expect(workStep({ ...judged, conclusion: ' \n ' })).toBe('conclude');
  expect(workStep({ ...judged, conclusion: 'Sinus rhythm.' })).toBe('report');
  expect(workStep({ ...judged, conclusion: 'x', next_step: owed('new-report') })).toBe('report');
  expect(workStep({ ...judged, next_step: { kind: 'act', action: 'review-request' } })).toEqual({
    action: 'review-request',
  });
});

test('a report that does not say what was read is made again before its review', () => {
  const act = (action: 'review-request' | 'complete') => ({ kind: 'act' as const, action });
  const old = { ...facts, open_items: 0, report_old: true, next_step: act('review-request') };
  expect(workStep(old)).toBe('conclude');
  expect(workStep({ ...old, conclusion: 'Sinus rhythm.' })).toBe('report');
  const review = { action: 'review-request' };
  expect(workStep({ ...old, report_old: false })).toEqual(review);
  expect(workStep({ ...old, open_items: 2 })).toEqual(review);
  expect(workStep({ ...old, reads: false })).toEqual(review);
  expect(workStep({ ...old, next_step: act('complete') })).toEqual({ action: 'complete' });
});

test('nothing is offered to users who do not read, without a reading, and while others act', () => {
  expect(workStep({ ...facts, reads: false })).toBeNull();
  expect(workStep({ ...facts, open_items: null })).toBeNull();
  expect(workStep({ ...facts, next_step: owed('agreement') })).toBeNull();
  expect(workStep({ ...facts, next_step: { kind: 'wait', action: 'verify', on: 'confirmer' } })).toBeNull();
});

test('a case is handed on once its user has nothing to do on it', () => {
  expect(isHandedOn({ kind: 'wait', action: 'verify', on: 'confirmer' })).toBe(true);
  expect(isHandedOn({ kind: 'finished' })).toBe(true);
  expect(isHandedOn({ kind: 'act', action: 'request-verification' })).toBe(false);
  expect(isHandedOn(owed('report'))).toBe(false);
});
