/** Checks that docs/security.md names existing tests, and every number of the standard once. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';

const text = readFileSync(path.join(repositoryRoot, 'docs/security.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('every test that the page names exists', () => {
  const files = globSync(
    ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'e2e/journeys/*.journey.ts'],
    {
      cwd: repositoryRoot,
      exclude: (name) => name === 'node_modules',
    },
  );
  const known = new Set(files.map((file) => path.basename(file)));
  const named = [...text.matchAll(/`([a-z0-9-]+\.(?:test\.tsx?|journey\.ts))`/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

test('every number appears once with its evidence, the reason why not, or the later work', () => {
  const numbers = rows.flatMap(([given = '']) => given.split(', '));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  expect(numbers.length).toBeGreaterThan(200);
  for (const cells of rows) expect([cells, cells.includes('')]).toEqual([cells, false]);
});

test('every linked decision and page exists', () => {
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
  for (const link of links) expect(() => readFileSync(path.join(repositoryRoot, 'docs', link))).not.toThrow();
});
