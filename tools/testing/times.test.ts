import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import FileTimes from './file-times.ts';
import { readFileTimes, timeTable } from './times.ts';

test('the table has the time of each part, their sum and the ten slowest files of all parts', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ path: `u${String(at)}.test.ts`, ms: at * 100 }));
  const journeys = [
    { path: 'j.journey.ts', ms: 700 },
    { path: 'j.journey.ts', ms: 800 },
  ];
  const lines = timeTable([
    { name: 'checks', ms: 56_000, files: [] },
    { name: 'unit', ms: 720_049, files },
    { name: 'journeys', ms: 61_000, files: journeys },
  ]);
  expect(lines.slice(0, 7)).toEqual([
    '── time of each part',
    '    56.0 s  checks',
    '   720.0 s  unit',
    '    61.0 s  journeys',
    '   837.0 s  all',
    '',
    '── slowest files',
  ]);
  expect(lines[7]).toBe('     1.5 s  journeys  j.journey.ts');
  expect(lines[8]).toBe('     1.1 s  unit      u11.test.ts');
  expect(lines).toHaveLength(17);
});

test('a run without test files has no list of files', () => {
  expect(timeTable([{ name: 'docs', ms: 900, files: [] }])).toHaveLength(3);
});

test('the reporter writes the time of each test file with its imports and its set-up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-times-'));
  const report = join(folder, 'times.json');
  vi.stubEnv('FILE_TIMES', report);
  const diagnostic = () => ({
    environmentSetupDuration: 1,
    prepareDuration: 10,
    collectDuration: 100,
    setupDuration: 1000,
    duration: 10_000,
  });
  new FileTimes().onTestRunEnd([{ moduleId: '/here/tools/a.test.ts', diagnostic }]);
  vi.unstubAllEnvs();
  expect(readFileTimes(JSON.parse(readFileSync(report, 'utf8')), '/here')).toEqual([
    { path: 'tools/a.test.ts', ms: 11_111 },
  ]);
  rmSync(folder, { recursive: true });
});
