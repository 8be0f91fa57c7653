/**
 * Tests the check of the specification's requirements: each kind of fault, planted here, is found; the page itself has
 * none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { checkCoverage, judgeCoverage } from './specification-coverage.ts';

const whole = readFileSync(join(repositoryRoot, 'docs/specification-coverage.md'), 'utf8');
const source =
  "test('it works', () => {});\ntest.each(languages)(\n  '$language: it says so',\n  async () => {},\n);";
const read = (path: string): string | undefined =>
  path === 'packages/web/src/app/a.test.ts' ? source : undefined;

/** Returns the whole page with every row open, except the given ones. */
function planted(rows: Readonly<Record<string, string>>): string {
  const open = whole.replaceAll(/^(\| \d+\.\d+ +\| .*? +\|) .* \|$/gm, '$1 later: people |');
  return Object.entries(rows).reduce(
    (text, [id, shownBy]) =>
      text.replace(
        new RegExp(`^(\\| ${id.replace('.', '\\.')} +\\| .*? +\\|) .* \\|$`, 'm'),
        `$1 ${shownBy} |`,
      ),
    open,
  );
}

test('the page has every requirement once, with existing tests', () => {
  expect(checkCoverage(repositoryRoot)).toEqual([]);
});

test('an existing test and a later part are enough', () => {
  expect(judgeCoverage(planted({}), read)).toEqual([]);
  expect(judgeCoverage(planted({ '1.01': '`web/app/a.test.ts` it works' }), read)).toEqual([]);
  const both = '`web/app/a.test.ts` it works<br>`web/app/a.test.ts` it says so';
  expect(judgeCoverage(planted({ '1.01': both }), read)).toEqual([]);
});

test.each([
  ['a missing file', '`web/app/b.test.ts` it works', '1.01: web/app/b.test.ts does not exist'],
  ['a missing title', '`web/app/a.test.ts` it worked', '1.01: web/app/a.test.ts has no test “it worked”'],
  ['half a title', '`web/app/a.test.ts` it', '1.01: web/app/a.test.ts has no test “it”'],
  ['words alone', 'shown somewhere', '1.01: “shown somewhere” names no test'],
  ['an unknown part', 'later: someday', '1.01: there is no part “someday”'],
])('%s is an error', (_what, shownBy, complaint) => {
  expect(judgeCoverage(planted({ '1.01': shownBy }), read)).toEqual([
    `docs/specification-coverage.md: ${complaint}`,
  ]);
});

test('a missing row, a repeated one and an unknown one are errors', () => {
  const rows = planted({}).split('\n');
  const row = rows.find((line) => line.startsWith('| 1.02 ')) ?? '';
  const without = rows.filter((line) => line !== row).join('\n');
  expect(judgeCoverage(without, read)).toEqual(['docs/specification-coverage.md: 1.02 has no row']);
  expect(judgeCoverage(`${planted({})}\n${row}\n`, read)).toEqual([
    'docs/specification-coverage.md: 1.02 appears twice',
  ]);
  expect(judgeCoverage(`${planted({})}\n${row.replace('1.02', '10.01')}\n`, read)).toEqual([
    'docs/specification-coverage.md: 10.01 is not a requirement',
  ]);
});
