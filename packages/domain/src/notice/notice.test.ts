import { expect, test } from 'vitest';
import { caseActions, transitionOf } from '../case/lifecycle.ts';
import { people } from '../people/test-people.ts';
import { groupTypes, roleKeys } from '../people/roles.ts';
import {
  audiences,
  isNotificationCode,
  messagesOf,
  notificationCodes,
  notificationTable,
} from './notifications.ts';
import type { AudienceName } from './notifications.ts';
import { may } from '../people/can.ts';
import {
  audiencesFor,
  judgeWindow,
  noticeAudiences,
  noticeStateOf,
  reachOf,
  writableAudiences,
} from './windows.ts';

test('every notification of the lifecycle is in the table, and no text may name a patient', () => {
  expect([...notificationCodes].sort()).toEqual(Object.keys(notificationTable).sort());
  for (const code of notificationCodes) {
    expect(notificationTable[code].message).toBe(`notification.${code}`);
    for (const parameter of notificationTable[code].parameters)
      expect(parameter).not.toMatch(/patient|birth/);
  }
  for (const action of caseActions) {
    for (const { recipients, code } of transitionOf(action).notify) {
      expect(Object.hasOwn(audiences, recipients)).toBe(true);
      expect(isNotificationCode(code)).toBe(true);
    }
  }
});

test('the hospital and the technician get the notifications of the specification', () => {
  const recipientsOf = (action: Parameters<typeof transitionOf>[0]) =>
    transitionOf(action).notify.map(({ recipients, code }) => `${recipients} ${code}`);
  expect(recipientsOf('request')).toEqual(['center-technicians new-request', 'center-chiefs new-request']);
  expect(recipientsOf('assign-to-me')).toEqual(['hospital technician-assigned']);
  expect(recipientsOf('start')).toEqual(['hospital started']);
  expect(recipientsOf('complete')).toEqual(['hospital completed']);
  expect(recipientsOf('return')).toEqual(['assignee modification-requested']);
  expect(recipientsOf('request-editing')).toEqual(['assignee edit-requested', 'confirmer edit-requested']);
  expect(recipientsOf('review-request')).toEqual([]);
});

test('a user in several audiences is notified once, and the acting user not at all', () => {
  const members: Partial<Record<AudienceName, readonly number[]>> = {
    'old-assignee': [3],
    assignee: [4],
    'center-chiefs': [4, 5, 6],
  };
  const messages = messagesOf(
    [
      { recipients: 'old-assignee', code: 'reassigned-from-you' },
      { recipients: 'assignee', code: 'reassigned-to-you' },
      { recipients: 'center-chiefs', code: 'new-request' },
    ],
    (recipients) => members[recipients] ?? [],
    5,
  );
  expect(messages).toEqual([
    { user_id: 3, code: 'reassigned-from-you' },
    { user_id: 4, code: 'reassigned-to-you' },
    { user_id: 6, code: 'new-request' },
  ]);
});

test('a notice is planned, shown from its first instant, ended at its last; a draft stays a draft', () => {
  const window = { from_ms: 10, to_ms: 20 };
  const stateAt = (ms: number, draft = false) => noticeStateOf({ ...window, draft }, ms);
  expect([9, 10, 19, 20].map((ms) => stateAt(ms))).toEqual(['planned', 'shown', 'shown', 'ended']);
  expect([9, 10, 20].map((ms) => stateAt(ms, true))).toEqual(['draft', 'draft', 'draft']);
  expect(judgeWindow(window).ok).toBe(true);
  expect(judgeWindow({ from_ms: 10, to_ms: 10 })).toMatchObject({ code: 'notice/window' });
});

test('notices reach the side of their audience', () => {
  const readersOf = (audience: 'hospital' | 'tech_center' | 'all') =>
    groupTypes.filter((type) => audiencesFor(type).includes(audience));
  expect(readersOf('hospital')).toEqual(['hospital']);
  expect(readersOf('tech_center')).toEqual(['tech_center', 'team']);
  expect(readersOf('all')).toEqual(groupTypes);
});

test('a center writes to its own users, a distributer to its network, an administrator to everybody', () => {
  expect(roleKeys.filter((role) => writableAudiences(people[role]).length > 0)).toEqual([
    'CENTER',
    'DISTRIBUTER',
    'ADMIN',
  ]);
  expect(writableAudiences(people.CENTER)).toEqual(['tech_center']);
  expect(writableAudiences(people.ADMIN)).toEqual(['hospital', 'tech_center', 'all']);
  for (const actor of Object.values(people)) {
    const { user_group_id, tech_center_id } = actor;
    const allowed = noticeAudiences.filter((group_type) =>
      may('notice', actor, 'notice.write', { user_group_id, tech_center_id, group_type }),
    );
    expect(writableAudiences(actor)).toEqual(allowed);
  }
  expect([people.CENTER, people.DISTRIBUTER, people.ADMIN].map((actor) => reachOf(actor))).toEqual([
    'center',
    'network',
    'everybody',
  ]);
});
