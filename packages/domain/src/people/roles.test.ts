import { expect, test } from 'vitest';
import { hasPage, pages, topMenuOf } from './pages.ts';
import type { PagePath } from './pages.ts';
import { groupTypes, isGroupType, isRoleKey, redirectOf, roleFitsGroup, roleKeys, roles } from './roles.ts';

test('every role’s first page follows the navigation rules', () => {
  expect(Object.fromEntries(roleKeys.map((role) => [role, redirectOf(role, '/login')]))).toEqual({
    LOGISTICS: '/upload',
    DOCTOR: '/institution/list',
    TECHNICIAN: '/',
    CHIEF: '/',
    MANAGER: '/admin',
    CENTER: '/admin',
    DISTRIBUTER: '/admin',
    ADMIN: '/admin',
  });
  for (const role of roleKeys) {
    expect(redirectOf(role, roles[role].landing)).toBeNull();
    expect(hasPage(role, roles[role].landing)).toBe(true);
  }
});

test('only a distributer is redirected from the upload page', () => {
  expect(roleKeys.filter((role) => redirectOf(role, '/upload') !== null)).toEqual(['DISTRIBUTER']);
  expect(redirectOf('DISTRIBUTER', '/upload')).toBe('/admin');
});

test('the side menu leads only to pages that the role has', () => {
  expect(roleKeys.filter((role) => roles[role].side_menu.length > 0)).toEqual([
    'MANAGER',
    'CENTER',
    'DISTRIBUTER',
    'ADMIN',
  ]);
  expect(roles.DISTRIBUTER.side_menu).toContain('invoice');
  expect(roles.ADMIN.side_menu).not.toContain('invoice');
});

test('the top menu has the pages that the role may open', () => {
  expect(topMenuOf('DOCTOR').map(({ entry }) => entry)).toEqual(['patches', 'statistics']);
  expect(topMenuOf('LOGISTICS')).toEqual([{ entry: 'patches', path: '/institution/list' }]);
  expect(topMenuOf('ADMIN').map(({ entry }) => entry)).toEqual([
    'patches',
    'users',
    'institutions',
    'statistics',
    'invoice',
  ]);
});

test('pages are divided as decided', () => {
  const rolesOf = (path: PagePath) => roleKeys.filter((role) => hasPage(role, path));
  expect(rolesOf('/')).toEqual(['TECHNICIAN', 'CHIEF']);
  expect(rolesOf('/upload')).toEqual(['LOGISTICS', 'DOCTOR', 'MANAGER', 'ADMIN']);
  expect(rolesOf('/review/{case_id}')).toEqual(['TECHNICIAN', 'CHIEF']);
  expect(rolesOf('/admin/invoice')).toEqual(['DISTRIBUTER', 'ADMIN']);
  expect(Object.keys(pages)).toContain('/agreement/{case_id}');
});

test('roles fit their types of group; a manager fits any', () => {
  expect(groupTypes.filter((type) => roleFitsGroup('TECHNICIAN', type))).toEqual(['tech_center', 'team']);
  expect(groupTypes.every((type) => roleFitsGroup('MANAGER', type))).toBe(true);
  expect(isRoleKey('constructor')).toBe(false);
  expect(isGroupType('team')).toBe(true);
  expect(isGroupType('toString')).toBe(false);
});
