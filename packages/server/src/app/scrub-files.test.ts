/**
 * Tests the nightly verification of files as its job: its rate, its reports of damage, and the next slice that it
 * queues until the night is over.
 */
import { writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock/clock.ts';
import { storedFiles } from '../platform/files/test-stored-files.ts';
import { openLog } from '../platform/log/log.ts';
import { scrubProgress } from '../platform/files/scrub-store.ts';
import { beginFirstScrub, scrubFiles } from './scrub-files.ts';

const signal = new AbortController().signal;

async function night() {
  const store = await storedFiles();
  const names = [await store.write('the first file'), await store.write('the second file')];
  for (const name of names) await store.hold(name);
  const run = (SCRUB_BYTES_PER_SECOND: number, until?: string, sliceBytes?: number) =>
    scrubFiles(
      {
        ...store,
        clock: systemClock,
        log: openLog('silent'),
        config: { SCRUB_BYTES_PER_SECOND, SCRUB_HOURS: 4 },
      },
      until === undefined ? {} : { until },
      { signal },
      sliceBytes,
    );
  const queued = async (): Promise<unknown[]> =>
    (
      await store.db.execute(
        sql`select j.task_identifier as job, j.priority, p.payload from graphile_worker.jobs j
          join graphile_worker._private_jobs p on p.id = j.id`,
      )
    ).rows;
  const ended = () => store.db.execute(sql`update file_scrub set ended_at = now()`);
  const start = (SCRUB_BYTES_PER_SECOND: number) =>
    beginFirstScrub({
      db: store.db,
      log: openLog('silent'),
      config: { SCRUB_BYTES_PER_SECOND, SCRUB_HOURS: 4 },
    });
  return { ...store, names, run, queued, ended, start };
}

test('users of level 5 are notified of damage that no request has found yet', async () => {
  const { db, names, placeOf, run, queued } = await night();
  const [damaged = ''] = names;
  await writeFile(placeOf(damaged), 'the firsT file');
  await run(1_000_000);
  const notified =
    await db.execute(sql`select u.role_key, n.parameters->>'hn_id' as hn_id from notifications n
    join users u on u.id = n.user_id where n.code = 'file-damaged'`);
  expect(notified.rows).toEqual([{ role_key: 'ADMIN', hn_id: 'HN000001' }]);
  expect(await queued()).toEqual([]);
});

test('a slice queues the next behind all other work until the night is over', async () => {
  const { run, queued } = await night();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await run(1_000_000, until, 10);
  expect(await queued()).toEqual([{ job: 'scrub-files', priority: 1_000, payload: { until } }]);
});

test('after the night, or if it is switched off, nothing is read', async () => {
  const { db, run, ended } = await night();
  await ended();
  await run(1_000_000, new Date(Date.now() - 1).toISOString());
  await run(0);
  expect((await db.execute(sql`select files::int from file_scrub`)).rows).toEqual([{ files: 0 }]);
});

test('a start begins the verification of all files once, at any hour, until all have been read', async () => {
  const { db, run, queued, start } = await night();
  const over = new Date(Date.now() - 1).toISOString();
  await start(0);
  expect(await queued()).toEqual([]);
  await start(1_000_000);
  await start(1_000_000);
  expect(await queued()).toEqual([{ job: 'scrub-files', priority: 1_000, payload: {} }]);
  expect(await scrubProgress(db)).toBe(0);
  await run(1_000_000, over, 10);
  const half = await scrubProgress(db);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(100);
  await run(1_000_000, over);
  expect(await scrubProgress(db)).toBeNull();
  await db.execute(sql`select graphile_worker.remove_job('scrub-files:next')`);
  await start(1_000_000);
  expect(await queued()).toEqual([]);
});
