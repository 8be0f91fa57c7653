import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from './log.ts';
import { terminalLog } from './terminal-log.ts';

test('a terminal shows steps, warnings and errors in words; the file has every line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'new', 'server.log');
  let shown = '';
  const log = openLog(
    'info',
    terminalLog(file, (text) => void (shown += text)),
  );
  log.info({ pid: 1 }, 'database started');
  log.info({ applied: ['a', 'b'] }, 'tables brought up to date');
  log.info({ route: '/readyz' }, 'request');
  log.info({ address: 'http://127.0.0.1:9' }, 'ready');
  log.info({ percent: 42 }, 'stored files verified');
  log.warn({ why: 'away' }, 'waiting for the database');
  log.error({ err: new Error('no room') }, 'did not stop cleanly');
  log.info({ why: 'SIGTERM' }, 'stopping');
  expect(shown.split('\n')).toEqual([
    'Database started',
    'Tables brought up to date',
    'Rhythmdesk is running at http://127.0.0.1:9',
    `  Log   ${file}`,
    '  Stop  Ctrl+C',
    'Stored files verified: 42 %',
    'Warning: waiting for the database (why "away")',
    'Fault: did not stop cleanly (no room)',
    'Stopping …',
    '',
  ]);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(8);
  expect(lines.every((line) => line.startsWith('{'))).toBe(true);
});

test.runIf(existsSync('/dev/full'))(
  'a file without room is named once in the terminal, and nothing fails',
  () => {
    let shown = '';
    const log = openLog(
      'info',
      terminalLog('/dev/full', (text) => void (shown += text)),
    );
    for (const percent of [1, 2]) log.info({ percent }, 'stored files verified');
    expect(shown.split('\n')).toEqual([
      'Warning: /dev/full takes no lines (ENOSPC)',
      'Stored files verified: 1 %',
      'Stored files verified: 2 %',
      '',
    ]);
  },
);
