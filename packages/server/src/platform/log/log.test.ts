import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = [];
  write(openLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('a line is JSON with level, time, request id and text', () => {
  const line: unknown = JSON.parse(
    linesOf((log) => log.info({ request_id: 'r-1', case_id: 7 }, 'case opened')),
  );
  expect(line).toMatchObject({ level: 'info', request_id: 'r-1', case_id: 7, msg: 'case opened' });
  expect(line).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
});

test('patient fields, passwords and tokens are removed at any depth, also in child logs', () => {
  const text = linesOf((log) => {
    log.child({ request_id: 'r-2', email: 'secret-0' }).info(
      {
        token: 'secret-1',
        headers: { authorization: 'secret-2' },
        rows: [{ patient_name: 'secret-3', n: 5 }],
      },
      'x',
    );
    log.info({ a: { b: { phone_number: 'secret-4', birth_date: 'secret-5' } } }, 'y');
  });
  expect(text).not.toContain('secret');
  expect(text).toContain('"n":5');
  expect(text).toContain('r-2');
});

test('a database error leaves neither the row nor the statement in the log', () => {
  const inner = Object.assign(new Error('duplicate key value violates unique constraint "cases_hn_id"'), {
    code: '23505',
    constraint: 'cases_hn_id',
    detail: 'Key (hn_id)=(secret-1) already exists.',
  });
  const outer = Object.assign(new Error('Failed query: insert … params: secret-2', { cause: inner }), {
    query: 'insert into cases values ($1)',
    params: ['secret-2'],
  });
  const text = linesOf((log) => {
    log.error({ err: outer }, 'request failed');
    log.error(outer);
    log.error({ err: outer }, outer.message);
  });
  expect(text).not.toContain('secret');
  expect(text).toContain('23505');
  expect(text).toContain('cases_hn_id');
  expect(text).toContain('log.test.ts');
});

test('a level below the chosen one writes nothing', () => {
  expect(linesOf((log) => log.debug('quiet'))).toBe('');
});

test.runIf(existsSync('/dev/full'))(
  'a log for which the disk has no room ends neither its program nor a line of it',
  async () => {
    const program = `
    import { openLog } from '${join(import.meta.dirname, 'log.ts')}';
    process.on('uncaughtException', () => process.stderr.write('uncaught'));
    const log = openLog('info');
    for (let line = 0; line < 3; line += 1) log.info({ line }, 'a line');
    process.stderr.write('went on');`;
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let said = '';
    child.stderr?.on('data', (words: Buffer) => (said += words.toString()));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).toBe('went on');
  },
);
