import { expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { isFrame, planChanged } from './changed-plan.ts';

const plan = (...changed: string[]) => planChanged(repositoryRoot, 'HEAD', changed);
/** Split in two, so that this file contains none of these names and is not chosen for them. */
const at = (folder: string, file: string): string => `${folder}/${file}`;

test.each([
  'package-lock.json',
  'packages/web/package.json',
  'tsconfig.base.json',
  'packages/ecg/tsconfig.pure.json',
  'vitest.config.ts',
  'tools/testing/parts.ts',
  'packages/server/src/platform/test-set-up.ts',
])('all tests are built on %s: everything runs, and the first line says why', (file) => {
  const { heading, parts } = plan('docs/map.md', file);
  expect(heading).toContain(`everything runs, since all tests are built on ${file}`);
  expect(Object.values(parts).map(({ runs, only, changed }) => [runs, only, changed])).toEqual(
    Array.from({ length: 4 }, () => [true, [], undefined]),
  );
});

test('no test is built on another test, a document or a feature', () => {
  const others = [
    'tools/testing/tally.test.ts',
    'docs/testing.md',
    'packages/web/src/main.tsx',
    'docs/openapi.json',
  ];
  expect(others.filter(isFrame)).toEqual([]);
});

test('a document needs neither a unit test nor a journey that does not read it', () => {
  const { heading, parts } = plan(at('docs', 'no-such-page.md'));
  expect(heading).toBe('1 file changed since HEAD');
  expect(Object.entries(parts).map(([name, { runs }]) => [name, runs])).toEqual([
    ['checks', true],
    ['docs', true],
    ['unit', false],
    ['journeys', false],
  ]);
  expect(parts['checks']?.why).toBe('format, names, conflicts, specification');
});

test('a component brings its tests and the journeys of its feature, each with its reason', () => {
  const changed = at('packages/web/src/features/cases/desk/queue', 'queue-panel.tsx');
  const { unit, journeys, checks } = plan(changed).parts;
  expect(unit?.only).toContain(changed.replace('.tsx', '.test.tsx'));
  expect(unit?.why).toMatch(/^\d+ of \d+ test files; \d+ import changed files$/);
  expect(journeys?.only).toEqual(['journeys/desk.journey.ts', 'journeys/whole-reading.journey.ts']);
  expect(checks?.changed).toEqual([changed]);
});

test('a handler brings the tests that call its routes', () => {
  const { unit } = plan(at('packages/server/src/features/critical', 'act-on-critical.ts')).parts;
  expect(unit?.only).toContain(at('packages/server/src/features/critical', 'critical.test.ts'));
  expect(unit?.only.length).toBeLessThan(20);
});

test('a text brings the tests of the components that show its namespace', () => {
  const { unit } = plan(at('packages/web/src/platform/texts/en', 'desk.ts')).parts;
  expect(unit?.only).toContain(at('packages/web/src/features/cases/desk/queue', 'queue-panel.test.tsx'));
  expect(unit?.only).not.toContain(at('packages/web/src/app', 'footer.test.tsx'));
});

test('a template brings the tests that need it when they run', () => {
  const { unit } = plan(at('packages/server/src/features/reports', 'report-document.typ')).parts;
  expect(unit?.only).toContain(at('packages/server/src/features/reports', 'report-document.test.ts'));
});
