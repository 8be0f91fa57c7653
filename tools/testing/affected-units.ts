/**
 * Chooses the unit and server tests that a change can affect, from what each test needs at run time.
 *
 * The search from a changed file to the tests stops at two kinds of files that would lead to every test: those that put
 * the server together, and those that prepare the data of tests. A test that uses the first kind is chosen by the
 * routes that it calls.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { reach, reversed, type Edges, type ImportGraph } from '../checks/import-graph.ts';
import { isLongTest } from './long-tests.ts';
import { answeredWith, importedFrom, readRouteCalls, type Route } from './route-calls.ts';

const server = 'packages/server/src';
/** The files that import all features. */
export const meetingPlaces: readonly string[] = [
  `${server}/app/compose.ts`,
  `${server}/app/jobs.ts`,
  `${server}/app/serve.ts`,
  'packages/contract/src/routes.ts',
];

const isUnitTest = (file: string): boolean => /^(?:packages|tools)\/.*\.test\.(?:tsx?|mjs)$/.test(file);
const isTestSupport = (file: string): boolean => /\/test-[a-z0-9-]+\.tsx?$/.test(file);

export type AffectedUnits = {
  /** Tests that import a changed file, directly or indirectly, or read its text. */
  readonly importing: readonly string[];
  /** Tests that call a route which a changed file handles. */
  readonly calling: readonly string[];
  /** Affected tests that run for minutes; they are left to the complete run. */
  readonly long: readonly string[];
  readonly count: number;
};

const featureOf = (file: string): string | undefined =>
  /^packages\/server\/src\/features\/[a-z]+\//.exec(file)?.[0];

/** Returns the tests of the whole server for the changed files of features. */
function callingTests(root: string, graph: ImportGraph, importers: Edges, changed: readonly string[]) {
  const files = [...graph.hashes.keys()];
  const tests = files.filter(isUnitTest);
  const meets = (file: string): boolean => meetingPlaces.some((place) => importers.get(file)?.has(place));
  const { routes, testsOf } = readRouteCalls(root, files);
  /** Returns the tests of a feature's folder that start the whole server. */
  const wholeTestsOf = (feature: string): string[] =>
    tests.filter((test) => {
      const imported = [...(graph.runs.get(test) ?? [])];
      return test.startsWith(feature) && imported.some((file) => file.startsWith(`${server}/testing/`));
    });
  /** Returns the routes of `handlers` that use something from `within`; all routes if `handlers` itself changed. */
  const routesBehind = (handlers: string, within: ReadonlySet<string>): Route[] => {
    const text = readFileSync(join(root, handlers), 'utf8');
    const isWithin = (module: string): boolean => within.has(posix.join(posix.dirname(handlers), module));
    const changes = changed.includes(handlers);
    return answeredWith(text, routes, changes ? 'any' : importedFrom(text, isWithin));
  };
  return changed.flatMap((file) => {
    const feature = featureOf(file);
    if (feature === undefined || isUnitTest(file) || isTestSupport(file)) return [];
    const within = reach(importers, [file], (each) => !each.startsWith(feature));
    const handlers = [...within].filter((each) => each.startsWith(feature) && meets(each));
    const found = testsOf(
      handlers.flatMap((each) => routesBehind(each, within)),
      feature,
    );
    // The feature's own tests may call its routes through a helper, where no address is found.
    const hasOwn = found.some((test) => test.startsWith(feature));
    return handlers.length > 0 && !hasOwn ? [...found, ...wholeTestsOf(feature)] : found;
  });
}

export function affectedUnits(root: string, graph: ImportGraph, changed: readonly string[]): AffectedUnits {
  const importers = reversed(graph.runs);
  const starts = new Set(changed);
  // Migrations are found by their folder, and the code that reads it prepares the database of the tests.
  const isMigration = changed.some((file) => file.startsWith(`${server}/migrations/`));
  const ends = (file: string): boolean =>
    !starts.has(file) && (meetingPlaces.includes(file) || (isTestSupport(file) && !isMigration));
  const isPresent = (file: string): boolean => isUnitTest(file) && graph.hashes.has(file);
  const isLeftOut = (file: string): boolean =>
    isLongTest(file) && !starts.has(file) && !changed.some((each) => each.startsWith('tools/faults/'));
  const readers = reversed(graph.reads);
  const reading = changed.flatMap((file) => [...(readers.get(file) ?? [])]);
  const importing = [...new Set([...reach(importers, changed, ends), ...reading])].filter(isPresent).sort();
  const calling = [...new Set(callingTests(root, graph, importers, changed))]
    .filter((file) => !importing.includes(file))
    .sort();
  return {
    importing: importing.filter((file) => !isLeftOut(file)),
    calling: calling.filter((file) => !isLeftOut(file)),
    long: [...importing, ...calling].filter(isLeftOut),
    count: [...graph.hashes.keys()].filter(isUnitTest).length,
  };
}
