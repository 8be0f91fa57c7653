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

test('the top bar has the patches for every role, completes the rail and repeats nothing else', () => {
  expect(names(topEntries('DISTRIBUTER', all))).toEqual(['patches', 'statistics', 'billing', 'notices']);
  expect(names(topEntries('ADMIN', all))).toEqual([
    'patches',
    'statistics',
    'invoice',
    'billing',
    'jobs',
    'audit',
    'notices',
  ]);
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
    'statistics',
    'notices',
  ]);
  for (const role of roleKeys) {
    const top = names(topEntries(role, all));
    expect(top[0]).toBe('patches');
    const both = [...names(railEntries(role, all)).filter((name) => name !== 'patches'), ...top];
    expect(new Set(both).size).toBe(both.length);
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
