import { expect, test } from 'vitest';
import { refusedFirst, refusedLast } from './load-classes.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const rows: [string, Route][] = Object.entries(routes);

test('every spreadsheet and every figure of the statistics is refused first', () => {
  const costly = rows.filter(
    ([name, row]) =>
      row.path.startsWith('statistics/') ||
      (name !== 'exportFile' && 'binary' in row.output && row.output.binary.includes('spreadsheet')),
  );
  expect(costly.map(([name]) => name).filter((name) => !refusedFirst.has(name))).toEqual([]);
  expect(costly.length).toBeGreaterThan(10);
});

test('every list names routes, and no route is in both', () => {
  const names = new Set(rows.map(([name]) => name));
  expect([...refusedFirst, ...refusedLast].filter((name) => !names.has(name))).toEqual([]);
  expect([...refusedFirst].filter((name) => refusedLast.has(name))).toEqual([]);
});

test('whoever may sign in without a session by password, passkey or provider is refused last', () => {
  const open = rows.filter(([, row]) => /^auth\/(login|second-step|passkey|provider)/.test(row.path));
  expect(open.map(([name]) => name).filter((name) => !refusedLast.has(name))).toEqual([]);
});
