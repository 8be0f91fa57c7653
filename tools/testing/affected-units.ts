/**
 * Chooses the unit and server tests that a change can affect, by what each test needs when it runs.
 *
 * The way from a changed file to the tests ends at two kinds of files, which would lead to every test: where the server
 * is put together, and what prepares the data of tests. A test behind the first is chosen by the routes that it calls.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { reach, reversed, type Edges, type ImportGraph } from '../checks/import-graph.ts';
import { isLongTest } from './long-tests.ts';
import { answeredWith, importedFrom, readRouteCalls, type Route } from './route-calls.ts';

const server = 'packages/server/src';
/** Where all features meet. */
export const meetingPlaces: readonly string[] = [
  `${server}/app/compose.ts`,
  `${server}/app/jobs.ts`,
  `${server}/app/serve.ts`,
  'packages/contract/src/routes.ts',
];

const isUnitTest = (file: string): boolean => /^(?:packages|tools)\/.*\.test\.(?:tsx?|mjs)$/.test(file);
const isTestSupport = (file: string): boolean =>
  /\/(?:test|testing|trial)-[a-z0-9-]+\.tsx?$|-laws\.tsx?$/.test(file);

export type AffectedUnits = {
  /** Their imports lead to a changed file, or they read its text. */
  readonly importing: readonly string[];
  /** They call a route that a changed file answers. */
  readonly calling: readonly string[];
  /** What a change can affect too, but runs for minutes; it is left to the whole run. */
  readonly long: readonly string[];
  readonly count: number;
};

const featureOf = (file: string): string | undefined =>
  /^packages\/server\/src\/features\/[a-z]+\//.exec(file)?.[0];

/** The tests of the whole server for the changed files of features. */
function callingTests(root: string, graph: ImportGraph, importers: Edges, changed: readonly string[]) {
  const files = [...graph.hashes.keys()];
  const tests = files.filter(isUnitTest);
  const meets = (file: string): boolean => meetingPlaces.some((place) => importers.get(file)?.has(place));
  const { routes, testsOf } = readRouteCalls(root, files);
  /** The tests beside a feature that start the whole server. */
  const wholeTestsOf = (feature: string): string[] =>
    tests.filter((test) => {
      const imported = [...(graph.runs.get(test) ?? [])];
      return test.startsWith(feature) && imported.some((file) => file.startsWith(`${server}/testing/`));
    });
  /** The routes that `handlers` answers with something from `within`; a changed file of handlers, all of them. */
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
    return handlers.length > 0 && found.length === 0 ? wholeTestsOf(feature) : found;
  });
}

export function affectedUnits(root: string, graph: ImportGraph, changed: readonly string[]): AffectedUnits {
  const importers = reversed(graph.runs);
  const starts = new Set(changed);
  // A migration is named by its folder, and what reads it prepares the database of the tests.
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
