import type { DayCase } from '@rhythmdesk/contract/work';
import { caseActions } from '@rhythmdesk/domain/case/lifecycle';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { expect, test } from 'vitest';
import { exampleRow } from '../list/test-rows.ts';
import { endsOwnWork, firstWaiting } from './next-case.ts';

const as = (role_key: (typeof roleKeys)[number]) => ({
  user_role: { id: 1, role_key, group_type: 'tech_center' as const, level: 2 },
});

test('only users who take cases are offered the next, after an action that hands the case on or ends it', () => {
  for (const role_key of roleKeys) {
    const ended = caseActions.filter((action) => endsOwnWork(action, as(role_key)));
    const takes = role_key === 'TECHNICIAN' || role_key === 'CHIEF';
    expect(ended.includes('complete'), role_key).toBe(takes);
    expect(ended.includes('return'), role_key).toBe(takes);
    expect(ended.includes('start'), role_key).toBe(false);
    expect(ended.includes('assign-to-me'), role_key).toBe(false);
  }
});

const dayCase = (case_id: number, next_step: DayCase['next_step']): DayCase => ({
  ...exampleRow({ case_id }),
  ...{ next_step, handback: null, group: 'due' },
});

test('the next is the first that waits for the user, also a begun reading: not the current, not one of others', () => {
  const items = [
    dayCase(1, { kind: 'act', action: 'complete' }),
    dayCase(2, { kind: 'wait', action: 'verify', on: 'confirmer' }),
    dayCase(3, { kind: 'owed', action: 'complete', guard: 'agreement' }),
    dayCase(4, { kind: 'owed', action: 'review-request', guard: 'report' }),
    dayCase(5, { kind: 'act', action: 'start' }),
    dayCase(6, { kind: 'finished' }),
  ];
  expect(firstWaiting(items, 1)?.case_id).toBe(4);
  expect(firstWaiting(items, 4)?.case_id).toBe(1);
  expect(firstWaiting(items.slice(1, 3), 1)).toBeUndefined();
});
