import { expect, test } from 'vitest';
import { people } from './test-people.ts';
import { grantFault, removalFault, touchFault } from './levels.ts';
import { levelOf, roleKeys } from './roles.ts';

test('only level 5 edits a user of the own level or above', () => {
  for (const actor of roleKeys) {
    for (const target of roleKeys) {
      const may = touchFault(people[actor], { id: 99, role_key: target }) === null;
      expect(may).toBe(actor === 'ADMIN' || levelOf(target) < levelOf(actor));
    }
  }
});

test('only level 5 grants a role of the own level or above', () => {
  expect(grantFault(people.CENTER, null, 'CHIEF', 'tech_center')).toBeNull();
  expect(grantFault(people.CENTER, null, 'CENTER', 'tech_center')).toBe('user/grant-too-high');
  expect(grantFault(people.ADMIN, null, 'ADMIN', 'admin')).toBeNull();
  expect(grantFault(people.MANAGER, null, 'CHIEF', 'tech_center')).toBe('user/grant-too-high');
  expect(grantFault(people.CENTER, null, 'DOCTOR', 'team')).toBe('user/role-unfit-for-group');
});

test('nobody changes their own role, not even level 5', () => {
  expect(grantFault(people.ADMIN, people.ADMIN, 'CENTER', 'tech_center')).toBe('user/own-role');
});

test('the last active user of level 5 cannot be removed', () => {
  expect(removalFault(people.ADMIN, 1)).toBe('user/last-top-level');
  expect(removalFault(people.ADMIN, 2)).toBeNull();
  expect(removalFault(people.DISTRIBUTER, 0)).toBeNull();
});
