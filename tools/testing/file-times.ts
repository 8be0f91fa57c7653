/**
 * Writes, as a vitest reporter, the time of each test file to the file named by `FILE_TIMES`: its process, imports,
 * set-up and tests. vitest's `json` report contains only the tests.
 */
import { writeFileSync } from 'node:fs';
import type { ModuleDiagnostic, Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './times.ts';

const spans = [
  'environmentSetupDuration',
  'prepareDuration',
  'collectDuration',
  'setupDuration',
  'duration',
] as const;
type Timed = Pick<TestModule, 'moduleId'> & {
  readonly diagnostic: () => Pick<ModuleDiagnostic, (typeof spans)[number]>;
};

function timeOf(module: Timed): FileTime {
  const times = module.diagnostic();
  return { path: module.moduleId, ms: spans.reduce((sum, span) => sum + times[span], 0) };
}

export default class FileTimes implements Reporter {
  onTestRunEnd(modules: readonly Timed[]): void {
    const file = process.env['FILE_TIMES'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(modules.map(timeOf)));
  }
}
