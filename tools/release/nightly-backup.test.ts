/** Tests which backups the nightly one verifies, links to and removes; small programs replace the release and the clock. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCaptured } from '../processes/child-process.ts';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const program = (name: string, text: string) =>
  writeFileSync(at('bin', name), `#!/bin/sh\n${text}`, { mode: 0o755 });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightly-'));
  mkdirSync(at('to'));
  cpSync(join(import.meta.dirname, 'product/bin/nightly-backup'), at('bin/nightly-backup'));
  program('date', 'case $2 in +%u) echo "$DAY" ;; *) echo "$NIGHT" ;; esac\n');
  program(
    'rhythmdesk',
    'echo "$@"; for last; do :; done; [ "$2" = --verify ] && { [ -e "$last/whole" ]; exit; }\n' +
      'mkdir -p "$last"; [ "$CODE" = 9 ] && exit 1; touch "$last/whole"; exit "$CODE"\n',
  );
  const fortnight = new Date(Date.now() - 20 * 86_400_000);
  mkdirSync(at('to/2026-11-01T013000Z'));
  utimesSync(at('to/2026-11-01T013000Z'), fortnight, fortnight);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a night. The installation lacks files with code 1; with 9 the backup ends half-way. */
async function night(date: string, day: number, code: number) {
  const env = {
    ...{ PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`, NIGHT: `${date}T013000Z` },
    ...{ DAY: String(day), CODE: String(code) },
  };
  const { code: ended, stdout } = await runCaptured('sh', [at('bin/nightly-backup'), at('to')], {
    cwd: '/',
    env,
  });
  const verified = existsSync(at('to/verified')) ? readlinkSync(at('to/verified')).slice(0, 10) : null;
  const kept = readdirSync(at('to')).filter((name) => name.startsWith('20'));
  return {
    ended,
    isLinked: stdout.includes('--since'),
    verified,
    kept: kept.map((name) => name.slice(0, 10)),
  };
}

test('a whole backup is the next one to link to, and old ones are removed', async () => {
  const first = { ended: 0, isLinked: false, verified: '2026-11-21', kept: ['2026-11-21'] };
  expect(await night('2026-11-21', 6, 0)).toEqual(first);
  expect(await night('2026-11-22', 7, 0)).toMatchObject({
    ended: 0,
    isLinked: false,
    verified: '2026-11-22',
  });
  expect(await night('2026-11-23', 1, 0)).toMatchObject({ ended: 0, isLinked: true, verified: '2026-11-23' });
});

test('while the installation lacks a file, the backups that have it are continued, and old ones are removed', async () => {
  await night('2026-11-20', 5, 0);
  const weekday = { ended: 1, isLinked: true, verified: '2026-11-21', kept: ['2026-11-20', '2026-11-21'] };
  expect(await night('2026-11-21', 6, 1)).toEqual(weekday);
  // One without a link lacks what only the earlier ones have.
  expect(await night('2026-11-22', 7, 1)).toMatchObject({
    ended: 1,
    isLinked: false,
    verified: '2026-11-21',
  });
  expect(await night('2026-11-23', 1, 1)).toMatchObject({ ended: 1, isLinked: true, verified: '2026-11-23' });
});

test('a backup that ended half-way is never linked to, and removes nothing', async () => {
  await night('2026-11-20', 5, 9);
  expect(await night('2026-11-21', 6, 9)).toMatchObject({ ended: 1, verified: null });
  expect(existsSync(at('to/2026-11-01T013000Z'))).toBe(true);
});
