import { expect, test } from 'vitest';
import { eventOfAction, eventOfCritical, webhookPauseAfter } from './webhook-events.ts';

test('events follow from actions on cases and acts on critical findings', () => {
  expect(eventOfAction('complete')).toBe('report.released');
  expect(eventOfAction('complete-editing')).toBe('report.corrected');
  expect(eventOfAction('assign')).toBeNull();
  expect(eventOfCritical('acknowledge')).toBe('critical.acknowledged');
  expect(eventOfCritical('refute')).toBeNull();
});

test('a webhook that is not accepted waits longer after each attempt, up to a day', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => webhookPauseAfter(index + 1));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect([pauses[0], pauses[11]]).toEqual([5_000, 86_400_000]);
});
