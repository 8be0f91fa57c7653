// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { deskTools } from '../desk-tools.ts';
import { actionRowsOf } from './desk-commands.tsx';

test('with one key for both, Del removes selected beats before it rejects a finding', () => {
  const ids = actionRowsOf(deskTools, 'findings').map(({ id }) => id);
  expect(ids.indexOf('remove')).toBeGreaterThanOrEqual(0);
  expect(ids.indexOf('remove')).toBeLessThan(ids.indexOf('reject'));
});

test('a command that applies only to a subject goes before every command without one, in every tab', () => {
  for (const view of ['findings', 'templates', 'plots', 'changes'] as const) {
    const narrow = actionRowsOf(deskTools, view).map(({ row }) => row.subjects !== undefined);
    expect(narrow).toEqual([...narrow].sort((a, b) => Number(b) - Number(a)));
    expect(narrow).toContain(true);
  }
});
