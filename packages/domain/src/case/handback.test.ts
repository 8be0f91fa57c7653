import { expect, test } from 'vitest';
import { isReturnedSinceRequest, openHandback, shownHandback } from './handback.ts';

const rows = (...actions: string[]) => actions.map((action, index) => ({ action, version: index + 1 }));

test('a returned case stays returned until work on it continues', () => {
  const returned = rows('create', 'request', 'assign', 'start', 'review-request', 'return');
  expect(openHandback(returned)?.version).toBe(6);
  expect(openHandback([...returned, ...rows('reassign', 'edit-patient')])?.version).toBe(6);
  for (const work of ['edit-reading', 'add-report', 'adopt-report', 'review-request', 'reanalyse']) {
    expect(openHandback([...returned, { action: work, version: 7 }])).toBeUndefined();
  }
});

test('a requested correction is a return too', () => {
  expect(openHandback(rows('complete', 'request-editing'))?.action).toBe('request-editing');
  expect(openHandback(rows('complete', 'request-editing', 'cancel-editing'))).toBeUndefined();
  expect(openHandback(rows('create', 'request'))).toBeUndefined();
  expect(openHandback([])).toBeUndefined();
});

test('verification is requested again after a return', () => {
  expect(isReturnedSinceRequest(rows('review-request', 'request-verification'))).toBe(false);
  expect(isReturnedSinceRequest(rows('request-verification', 'return', 'add-report'))).toBe(true);
  expect(isReturnedSinceRequest(rows('request-verification', 'return', 'request-verification'))).toBe(false);
  expect(isReturnedSinceRequest(rows('create'))).toBe(false);
});

test('the request of a correction is shown until the correction ends', () => {
  const requested = rows('complete', 'request-editing');
  const working = rows('complete', 'request-editing', 'edit-beats', 'request-verification');
  for (const open of [requested, working]) expect(shownHandback(open)?.version).toBe(2);
  const returned = [...working, { action: 'return', version: 5 }];
  expect(shownHandback(returned)?.version).toBe(5);
  expect(shownHandback([...returned, { action: 'adopt-report', version: 6 }])?.version).toBe(2);
  for (const end of ['complete-editing', 'cancel-editing'])
    expect(shownHandback([...working, { action: end, version: 5 }])).toBeUndefined();
});
