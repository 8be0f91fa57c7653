import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import { add, believe, isGreen, lastLine, noTests, readPlaywright, readVitest } from './tally.ts';

test('a test file that does not load is a failure of its own', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'passed', assertionResults: [{}] },
    ],
  };
  expect(readVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('a journey that passes only when repeated, and an error outside any, are failures', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 3 };
  expect(readPlaywright({ stats, errors: [{}] })).toEqual({ passed: 7, failed: 3, skipped: 3 });
});

test('a bad end without a failed test is one failure', () => {
  const passed = { passed: 3, failed: 0, skipped: 0 };
  expect(believe(passed, 1)).toEqual({ ...passed, failed: 1 });
  expect(believe({ ...passed, failed: 2 }, 1).failed).toBe(2);
  expect(believe(passed, 0)).toEqual(passed);
});

test('sums, the last line, and when it is green', () => {
  const sum = add({ passed: 2, failed: 0, skipped: 1 }, { passed: 3, failed: 1, skipped: 0 });
  expect(sum).toEqual({ passed: 5, failed: 1, skipped: 1 });
  expect(lastLine(sum)).toBe('5 passed, 1 failed');
  expect(isGreen(sum)).toBe(false);
  expect(isGreen({ ...sum, failed: 0 })).toBe(true);
  expect(isGreen(noTests)).toBe(false);
});

test('a run of nothing ends with its sum and a bad code', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/commands/test.ts', 'no-such-part'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout.endsWith('\n0 passed, 0 failed\n')).toBe(true);
});
