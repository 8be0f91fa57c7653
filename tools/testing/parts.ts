/** Runs the parts of `npm test`, each to its end, and sums up their results; a failed part does not stop the others. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureWebBuilt } from '../build/web-build.ts';
import { describeResult, runChecks } from '../checks/run-checks.ts';
import { runNode } from '../processes/child-process.ts';
import { ensureBrowser } from './browser.ts';
import {
  add,
  believe,
  failure,
  lostFiles,
  noTests,
  readPlaywright,
  readUnhandledErrors,
  readVitest,
  type Tally,
} from './tally.ts';
import { readFileTimes } from './times.ts';

/**
 * `only` selects test files by parts of their paths; nothing means all. `changed` leaves out the checks that these
 * files cannot affect.
 */
type Wanted = {
  readonly root: string;
  readonly only: readonly string[];
  readonly changed?: readonly string[] | undefined;
};
export type Part = { readonly name: string; readonly run: (wanted: Wanted) => Promise<Tally> };

type Ended = { readonly code: number; readonly output: string };

const show = (text: string): void => void process.stdout.write(text);

const readJson = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** Runs `work` with the path of a report file, and reads the report. */
async function withReport(
  work: (file: string) => Promise<Ended>,
  read: (report: unknown, file: string) => Tally,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-report-'));
  const file = join(folder, 'report.json');
  try {
    const ended = await work(file);
    const report = readJson(file);
    return believe(report === undefined ? noTests : read(report, file), ended);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checks({ root, changed }: Wanted): Promise<Tally> {
  const results = await runChecks(root, {
    fresh: false,
    changed,
    onResult: (result) => show(`${describeResult(result)}\n`),
  });
  const failures = results
    .filter(({ passed }) => !passed)
    .map(({ name, output }) => failure(`check ${name}`, output));
  return { ...noTests, passed: results.length - failures.length, failed: failures.length, failures };
}

async function documents({ root }: Wanted): Promise<Tally> {
  const ended = await runNode(['tools/commands/docs.ts', '--check'], { cwd: root, onOutput: show });
  return believe({ ...noTests, passed: ended.code === 0 ? 1 : 0 }, ended);
}

/**
 * Runs vitest once over the files in `only`. `repeats`: files of a crashed process will run again, so they count then.
 */
async function runUnits(root: string, only: readonly string[], repeats: boolean) {
  let lost: readonly string[] = [];
  const errorsOf = (file: string): string => join(dirname(file), 'unhandled-errors.json');
  const timesOf = (file: string): string => join(dirname(file), 'file-times.json');
  const run = async (file: string): Promise<Ended> => {
    const own = ['unhandled-errors', 'file-times'].map((name) => `./tools/testing/${name}.ts`);
    const reporters = ['dot', 'json', ...own].map((name) => `--reporter=${name}`);
    const flags = ['--no-color', '--allowOnly=false', ...reporters, `--outputFile.json=${file}`];
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...only, ...flags];
    const env = { ...process.env, UNHANDLED_ERRORS: errorsOf(file), FILE_TIMES: timesOf(file) };
    const ended = await runNode(args, { cwd: root, env, onOutput: show });
    lost = repeats ? lostFiles(readJson(errorsOf(file)) ?? []) : [];
    return lost.length === 0 ? ended : { ...ended, code: 0 };
  };
  const tally = await withReport(run, (report, file) => ({
    ...add(readVitest(report, lost), readUnhandledErrors(readJson(errorsOf(file)) ?? [], repeats)),
    files: readFileTimes(readJson(timesOf(file)) ?? [], root),
  }));
  return { tally, lost };
}

/**
 * Runs the unit tests. A process that crashes (out of memory, a runtime fault) loses results, so its files run once
 * more. The page, which one test weighs, is built before: beside the tests of a busy machine its build took 196 s
 * instead of 12.
 */
async function units({ root, only }: Wanted): Promise<Tally> {
  if (only.length === 0) await ensureWebBuilt(root, (line) => show(`${line}\n`));
  const { tally, lost } = await runUnits(root, only, true);
  if (lost.length === 0) return tally;
  show(`A process crashed; its tests run again: ${lost.join(', ')}\n`);
  return add(tally, (await runUnits(root, lost, false)).tally);
}

async function journeys({ root, only }: Wanted): Promise<Tally> {
  if (globSync('journeys/**/*.journey.ts', { cwd: join(root, 'e2e') }).length === 0) {
    show('There are no journeys in e2e/journeys.\n');
    return { ...noTests, failed: 1, failures: ['there are no journeys'] };
  }
  const E2E_TRACE = only.length > 0 ? 'on' : 'off';
  const env = { ...process.env, E2E_TRACE, E2E_BROWSER: await ensureBrowser(root, 'light') };
  const run = (file: string): Promise<Ended> => {
    const flags = ['--forbid-only', '--reporter=list,json'];
    const args = ['../node_modules/@playwright/test/cli.js', 'test', ...only, ...flags];
    const reportEnv = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    return runNode(args, { cwd: join(root, 'e2e'), env: reportEnv, onOutput: show });
  };
  return withReport(run, readPlaywright);
}

export const parts: readonly Part[] = [
  { name: 'checks', run: checks },
  { name: 'docs', run: documents },
  { name: 'unit', run: units },
  { name: 'journeys', run: journeys },
];
