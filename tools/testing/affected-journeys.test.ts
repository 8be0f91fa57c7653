import { expect, test } from 'vitest';
import { readImportGraph } from '../checks/import-graph.ts';
import { ownFiles, repositoryRoot } from '../processes/repository.ts';
import { affectedJourneys, journeysFor, journeysOfPaths } from './affected-journeys.ts';

const files = ownFiles(repositoryRoot);
const journeys = files.flatMap((file) => /^e2e\/journeys\/(.+)\.journey\.ts$/.exec(file)?.slice(1, 2) ?? []);

test('every path in the table exists, and every journey that it names', () => {
  const stale = Object.keys(journeysOfPaths).filter((path) => !files.some((file) => file.startsWith(path)));
  const gone = Object.values(journeysOfPaths)
    .flat()
    .filter((name) => !journeys.includes(name));
  expect({ stale, gone }).toEqual({ stale: [], gone: [] });
});

test('every journey is chosen for some path', () => {
  const chosen = new Set(Object.values(journeysOfPaths).flat());
  expect(journeys.filter((name) => !chosen.has(name))).toEqual([]);
});

test('every feature of the page has its own line', () => {
  const features = files.flatMap((file) => /^packages\/web\/src\/features\/[\w-]+\//.exec(file)?.[0] ?? []);
  const lines = Object.keys(journeysOfPaths);
  const without = [...new Set(features)].filter((folder) => !lines.some((path) => path.startsWith(folder)));
  expect(without).toEqual([]);
});

test('the longest matching path counts; tests, tools and documents have none', () => {
  expect(journeysFor('packages/web/src/features/cases/desk/desk-page.tsx')).toEqual(['desk']);
  expect(journeysFor('packages/web/src/features/cases/desk/measure/measure-dialog.tsx')).toEqual(['measure']);
  expect(journeysFor('packages/web/src/features/cases/desk/measure/measure-dialog.test.tsx')).toBeUndefined();
  expect(journeysFor('packages/server/src/migrations/0001-first.sql')).toEqual(['main-job']);
  expect(journeysFor('packages/server/src/testing/test-web.ts')).toBeUndefined();
  expect(journeysFor('tools/bench/bench.ts')).toBeUndefined();
});

test('a changed journey runs, a changed step runs its journeys, and changed settings run all', () => {
  const graph = readImportGraph(repositoryRoot);
  const [first = '', ...more] = journeys;
  expect(affectedJourneys(graph, [`e2e/journeys/${first}.journey.ts`])).toEqual([first]);
  expect(affectedJourneys(graph, ['e2e/journeys/removed.journey.ts', 'docs/map.md'])).toEqual([]);
  expect(affectedJourneys(graph, ['e2e/playwright.config.ts'])).toEqual([first, ...more].sort());
  const steps = affectedJourneys(graph, ['e2e/expect-accessible.ts']);
  expect(steps).toContain('pages-accessible');
  expect(steps.length).toBeLessThan(journeys.length);
});
