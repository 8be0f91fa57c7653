/** Plans which tests to run after a change: for each part, the tests and the reason. */
import { affectedChecks } from '../checks/run-checks.ts';
import { readImportGraph, type ImportGraph } from '../checks/import-graph.ts';
import { affectedJourneys, journeyFile } from './affected-journeys.ts';
import { affectedUnits } from './affected-units.ts';

type PartPlan = {
  readonly runs: boolean;
  /** The test files whose path contains one of these texts; all files if there is none. */
  readonly only: readonly string[];
  /** For the checks: only those that these files can affect. */
  readonly changed?: readonly string[];
  /** What runs and why, in one line. */
  readonly why: string;
};
export type ChangedPlan = {
  readonly heading: string;
  /** Plans by the name of the part. */
  readonly parts: Readonly<Record<string, PartPlan>>;
};

const frame = [
  /^(?:\.npmrc|vitest\.config\.ts)$/,
  /^(?:.+\/)?(?:package(?:-lock)?|tsconfig[\w.-]*)\.json$/,
  /^packages\/(?:server|web)\/src\/platform\/(?:test-set-up|test-after-file|db\/test-run|db\/test-cluster)\.ts$/,
  /^tools\/(?:run\.mjs|commands\/test\.ts|(?:setup|processes|testing)\/.+)$/,
];

/** True for a file that all tests depend on: packages, compiler settings, and what runs the tests. */
export const isFrame = (file: string): boolean =>
  frame.some((each) => each.test(file)) && !/\.test\.[a-z]+$/.test(file);

const some = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

const all: PartPlan = { runs: true, only: [], why: 'all' };

function unitPart(root: string, graph: ImportGraph, changed: readonly string[]): PartPlan {
  const { importing, calling, long, count } = affectedUnits(root, graph, changed);
  const only = [...importing, ...calling];
  const why = [
    `${only.length} of ${count} test files`,
    ...(importing.length > 0 ? [`${importing.length} import changed files`] : []),
    ...(calling.length > 0 ? [`${calling.length} call one of their routes`] : []),
    ...(long.length > 0 ? [`left out, since they run for minutes: ${some(long)}`] : []),
  ];
  return { runs: only.length > 0, only, why: why.join('; ') };
}

function journeyPart(graph: ImportGraph, changed: readonly string[]): PartPlan {
  const names = affectedJourneys(graph, changed);
  const why = names.length === 0 ? 'none covers the change' : `${names.join(', ')}; by the changed folders`;
  return { runs: names.length > 0, only: names.map(journeyFile), why };
}

/** Plans everything if such a file has changed, otherwise what the change can affect. */
export function planChanged(root: string, ref: string, changed: readonly string[]): ChangedPlan {
  const heading = `${changed.length} ${changed.length === 1 ? 'file' : 'files'} changed since ${ref}`;
  const built = changed.filter(isFrame);
  if (built.length > 0) {
    const parts = { checks: all, docs: all, unit: all, journeys: all };
    return { heading: `${heading}; everything runs, since all tests are built on ${some(built)}`, parts };
  }
  const graph = readImportGraph(root, changed);
  const checks = affectedChecks(graph, changed).join(', ');
  return {
    heading,
    parts: {
      checks: { ...all, changed, why: checks },
      docs: { ...all, why: 'all; it takes a second' },
      unit: unitPart(root, graph, changed),
      journeys: journeyPart(graph, changed),
    },
  };
}
