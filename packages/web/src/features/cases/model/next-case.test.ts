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

test('the next is the first that waits for the user: not the current case, not one that waits for others', () => {
  const rows = [
    exampleRow({ case_id: 1, actions: ['complete'] }),
    exampleRow({ case_id: 2, actions: ['unassign', 'reassign'] }),
    exampleRow({ case_id: 3, actions: ['verify', 'return'] }),
    exampleRow({ case_id: 4, actions: ['start'] }),
  ];
  expect(firstWaiting(rows, 1)?.case_id).toBe(3);
  expect(firstWaiting(rows, 3)?.case_id).toBe(1);
  expect(firstWaiting(rows.slice(1, 2), 1)).toBeUndefined();
});
