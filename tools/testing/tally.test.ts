import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { repositoryRoot } from '../processes/repository.ts';
import {
  add,
  believe,
  failureLines,
  isGreen,
  lastLine,
  lostFiles,
  noTests,
  readPlaywright,
  readUnhandledErrors,
  readVitest,
  repeatedLines,
  skippedLines,
} from './tally.ts';
import UnhandledErrors from './unhandled-errors.ts';

test('a test file that fails outside its tests is a failure of its own', () => {
  const passing = { status: 'passed', fullName: 'holds' };
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: 'Error: no such module', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          {
            status: 'failed',
            fullName: 'breaks',
            failureMessages: ['\u001b[31mexpected 1\u001b[0m\n\n  to be 2'],
          },
        ],
      },
      {
        name: 'c.test.ts',
        status: 'passed',
        assertionResults: [
          passing,
          { status: 'skipped', fullName: 'needs a recording' },
          { status: 'todo', fullName: 'is planned' },
        ],
      },
      {
        name: 'd.test.ts',
        status: 'failed',
        message: 'Error: no database',
        assertionResults: [passing, { status: 'skipped', fullName: 'never began' }],
      },
    ],
  };
  const skipped = ['needs a recording', 'is planned', 'never began'];
  const failures = [
    'a.test.ts\n    Error: no such module',
    'd.test.ts\n    Error: no database',
    'b.test.ts › breaks\n    expected 1\n    to be 2',
  ];
  expect(readVitest(report)).toEqual({ ...noTests, passed: 2, failed: 3, failures, skipped });
});

test('a journey that passes only when repeated, and an error outside any, are failures', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1 };
  const spec = (title: string, status: string, ...messages: string[]) => {
    const results = messages.map((message) => ({ duration: 1500, errors: [{ message }] }));
    return { title, file: 'desk.journey.ts', tests: [{ status, results }] };
  };
  const specs = [spec('needs a file', 'skipped'), spec('works', 'expected'), spec('sways', 'flaky', 'late')];
  const inner = { specs: [...specs, spec('breaks', 'unexpected', 'gone', 'gone again')] };
  const report = { stats, suites: [{ specs: [], suites: [inner] }], errors: [{ message: 'no server' }] };
  expect(readPlaywright(report)).toEqual({
    ...noTests,
    passed: 7,
    failed: 3,
    failures: ['sways\n    late', 'breaks\n    gone\n    gone again', 'outside any journey\n    no server'],
    skipped: ['needs a file'],
    files: [0, 0, 1500, 3000].map((ms) => ({ path: 'e2e/journeys/desk.journey.ts', ms })),
  });
});

test('an error outside any test is a failure by the name of its file', () => {
  const file = mkdtempSync(join(tmpdir(), 'rhythmdesk-unhandled-'));
  const errorsFile = join(file, 'errors.json');
  vi.stubEnv('UNHANDLED_ERRORS', errorsFile);
  const late = {
    name: 'Error',
    message: 'late',
    stack: 'Error: late\n    at font',
    VITEST_TEST_PATH: 'a.test.ts',
  };
  const exit = 'Worker exited unexpectedly with signal SIGSEGV while running test files /b.ts, /c.ts';
  const cause = { name: 'Error', message: exit, cause: { name: 'Error', message: 'a defect' } };
  const stack = 'Error: a worker ended\n    at pool';
  const ended = { name: 'Error', message: 'a worker ended', stack, cause };
  const bare = { name: 'Error', message: 'gone' };
  new UnhandledErrors().onTestRunEnd([], [late, ended, bare], 'failed');
  const written: unknown = JSON.parse(readFileSync(errorsFile, 'utf8'));
  const inFile = 'a.test.ts › outside its tests\n    Error: late\n    at font';
  const gone = 'outside any test file\n    gone';
  const causes = `a worker ended\n    caused by: ${exit}`;
  const end = `outside any test file\n    ${causes}\n    caused by: a defect\n    Error: a worker ended\n    at pool`;
  expect(readUnhandledErrors(written, false)).toEqual({
    ...noTests,
    failed: 3,
    failures: [inFile, end, gone],
  });
  expect(lostFiles(written)).toEqual(['/b.ts', '/c.ts']);
  const again = `/b.ts, /c.ts\n    ${causes}`;
  const once = { ...noTests, failed: 2, failures: [inFile, gone], repeated: [again] };
  expect(readUnhandledErrors(written, true)).toEqual(once);
  expect(repeatedLines(once)).toEqual([`REPEATED ${again}`]);
  vi.unstubAllEnvs();
  rmSync(file, { recursive: true });
});

test('of a repeated file only the failed tests count', () => {
  const passed = { status: 'passed', fullName: 'holds' };
  const failed = { status: 'failed', fullName: 'breaks', failureMessages: ['no'] };
  const pending = { status: 'pending', fullName: 'was running' };
  const testResults = [
    { name: '/b.ts', status: 'failed', assertionResults: [passed, failed, pending] },
    { name: '/c.ts', status: 'failed', assertionResults: [passed, pending] },
    { name: '/d.ts', status: 'passed', assertionResults: [passed] },
  ];
  const failures = ['/b.ts › breaks\n    no'];
  expect(readVitest({ testResults }, ['/b.ts', '/c.ts'])).toEqual({
    ...noTests,
    passed: 1,
    failed: 1,
    failures,
  });
});

test('a failed exit without a failed test is one failure', () => {
  const passed = { ...noTests, passed: 3 };
  const ended = { code: 1, output: 'RUN\nError: EACCES: permission denied\n    at setUp\n' };
  const failures = [
    'the runner ended with code 1 and named no failed test\n    Error: EACCES: permission denied',
  ];
  expect(believe(passed, ended)).toEqual({ ...passed, failed: 1, failures });
  expect(believe({ ...passed, failed: 2 }, ended).failed).toBe(2);
  expect(believe(passed, { ...ended, code: 0 })).toEqual(passed);
});

test('the last line has the sums, and says when the run is green', () => {
  const sum = add(
    { passed: 2, failed: 0, failures: [], skipped: ['a'], repeated: ['d'], files: [{ path: 'a.ts', ms: 1 }] },
    { passed: 3, failed: 1, failures: ['c'], skipped: ['b'], repeated: [], files: [{ path: 'b.ts', ms: 2 }] },
  );
  const files = [
    { path: 'a.ts', ms: 1 },
    { path: 'b.ts', ms: 2 },
  ];
  expect(sum).toEqual({ passed: 5, failed: 1, failures: ['c'], skipped: ['a', 'b'], repeated: ['d'], files });
  expect(failureLines(sum)).toEqual(['FAILED c']);
  expect(skippedLines(sum)).toEqual(['SKIPPED a', 'SKIPPED b']);
  expect(lastLine(sum)).toBe('5 passed, 1 failed');
  expect(isGreen(sum, false)).toBe(false);
  expect(isGreen({ ...sum, failed: 0 }, false)).toBe(true);
  expect(isGreen({ ...sum, failed: 0 }, true)).toBe(false);
  expect(isGreen({ ...sum, failed: 0, skipped: [] }, true)).toBe(true);
  expect(isGreen(noTests, false)).toBe(false);
});

test('an empty run ends with its sum and a failed exit code', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/commands/test.ts', 'no-such-part'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout.endsWith('\n0 passed, 0 failed\n')).toBe(true);
});
