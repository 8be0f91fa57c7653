import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import {
  add,
  believe,
  isGreen,
  lastLine,
  noTests,
  readPlaywright,
  readVitest,
  skippedLines,
} from './tally.ts';

test('a test file that does not load is a failure of its own', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed', fullName: 'breaks' }] },
      {
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'holds' },
          { status: 'skipped', fullName: 'needs a recording' },
          { status: 'todo', fullName: 'is planned' },
        ],
      },
    ],
  };
  const skipped = ['needs a recording', 'is planned'];
  expect(readVitest(report)).toEqual({ passed: 5, failed: 2, skipped });
});

test('a journey that passes only when repeated, and an error outside any, are failures', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1 };
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const inner = { specs: [spec('needs a file', 'skipped'), spec('works', 'expected')] };
  const report = { stats, suites: [{ specs: [], suites: [inner] }], errors: [{}] };
  expect(readPlaywright(report)).toEqual({ passed: 7, failed: 3, skipped: ['needs a file'] });
});

test('a bad end without a failed test is one failure', () => {
  const passed = { passed: 3, failed: 0, skipped: [] };
  expect(believe(passed, 1)).toEqual({ ...passed, failed: 1 });
  expect(believe({ ...passed, failed: 2 }, 1).failed).toBe(2);
  expect(believe(passed, 0)).toEqual(passed);
});

test('sums, the last line, and when it is green', () => {
  const sum = add({ passed: 2, failed: 0, skipped: ['a'] }, { passed: 3, failed: 1, skipped: ['b'] });
  expect(sum).toEqual({ passed: 5, failed: 1, skipped: ['a', 'b'] });
  expect(skippedLines(sum)).toEqual(['SKIPPED a', 'SKIPPED b']);
  expect(lastLine(sum)).toBe('5 passed, 1 failed');
  expect(isGreen(sum, false)).toBe(false);
  expect(isGreen({ ...sum, failed: 0 }, false)).toBe(true);
  expect(isGreen({ ...sum, failed: 0 }, true)).toBe(false);
  expect(isGreen({ ...sum, failed: 0, skipped: [] }, true)).toBe(true);
  expect(isGreen(noTests, false)).toBe(false);
});

test('a run of nothing ends with its sum and a bad code', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/commands/test.ts', 'no-such-part'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout.endsWith('\n0 passed, 0 failed\n')).toBe(true);
});
