import { pages } from '@rhythmdesk/domain/people/pages';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { expect, test } from 'vitest';
import { activeEntry, railEntries, topEntries } from './nav-entries.ts';

const all = new Set(Object.keys(pages));
const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);

test('the rail is the specification’s side menu', () => {
  expect(names(railEntries('DISTRIBUTER', all))).toEqual(['patches', 'users', 'institutions', 'invoice']);
  expect(names(railEntries('ADMIN', all))).toEqual(['patches', 'users', 'institutions']);
  expect(names(railEntries('CENTER', all))).toEqual(['patches', 'users', 'institutions']);
  expect(names(railEntries('MANAGER', all))).toEqual(['patches', 'users']);
  for (const role of ['TECHNICIAN', 'CHIEF', 'DOCTOR', 'LOGISTICS'] as const)
    expect(railEntries(role, all)).toEqual([]);
});

test('the top bar of administrators and distributers has their offices', () => {
  expect(names(topEntries('DISTRIBUTER', all))).toEqual([
    'patches',
    'users',
    'institutions',
    'statistics',
    'invoice',
    'billing',
    'notices',
  ]);
  expect(names(topEntries('ADMIN', all))).toEqual([
    'patches',
    'users',
    'institutions',
    'statistics',
    'invoice',
    'billing',
    'messages',
    'ledger',
    'operations',
    'jobs',
    'audit',
    'privacy',
    'notices',
  ]);
});

test('the top bar has every entry of a role once, those of the rail too', () => {
  expect(names(topEntries('TECHNICIAN', all))).toEqual([
    'patches',
    'critical',
    'day',
    'second',
    'statistics',
    'notices',
  ]);
  expect(names(topEntries('CHIEF', all))).toEqual([
    'patches',
    'critical',
    'day',
    'board',
    'second',
    'statistics',
    'notices',
  ]);
  expect(names(topEntries('CENTER', all))).toEqual([
    'patches',
    'critical',
    'board',
    'second',
    'users',
    'institutions',
    'statistics',
    'messages',
    'ledger',
    'notices',
  ]);
});

test('the top bar repeats nothing and leaves out nothing of the rail', () => {
  for (const role of roleKeys) {
    const top = names(topEntries(role, all));
    expect(top[0]).toBe('patches');
    expect(new Set(top).size).toBe(top.length);
    for (const name of names(railEntries(role, all))) expect(top).toContain(name);
  }
});

test('pages that do not exist are not offered', () => {
  expect(names(topEntries('TECHNICIAN', new Set(['/'])))).toEqual(['patches']);
  expect(railEntries('ADMIN', new Set())).toEqual([]);
});

test('the longest path is the active entry', () => {
  const entries = railEntries('DISTRIBUTER', all);
  expect(activeEntry(entries, '/admin/user')).toBe('users');
  expect(activeEntry(entries, '/admin')).toBe('patches');
  expect(activeEntry(entries, '/admin/institution/list')).toBe('institutions');
  expect(activeEntry(entries, '/detail/3')).toBeUndefined();
});
