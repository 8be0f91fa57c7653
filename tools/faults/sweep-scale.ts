/**
 * Runs the nightly sweep over a large store in which every recording has nine names. A tenth of a percent of the names
 * are in no row. Meanwhile uploads commit names, each with the lock that the sweep needs as well.
 */
import { createHash } from 'node:crypto';
import { sweepFiles } from '@rhythmdesk/server/features/uploads/file-sweep';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import type { FileStore } from '@rhythmdesk/server/platform/files/file-store';
import { holdNames } from '@rhythmdesk/server/platform/files/store-lock';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { invariant, type FaultProgram } from './fault-program.ts';
import { withDatabase, type ThrowawayDatabase } from './throwaway-database.ts';

const namesEach = 9;
const mostWaitMs = 2_000;

/** Returns the name of a file of a recording, as the statements below compute it. */
const nameOf = (recording: number, kind: number): string =>
  createHash('sha256')
    .update(`${String(recording)}:${String(kind)}`)
    .digest('hex');

async function fill({ owner }: ThrowawayDatabase, recordings: number): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  const name = (kind: number) => `encode(sha256((n || ':${String(kind)}')::bytea), 'hex')`;
  try {
    await client.query(`insert into user_groups (type, name) values ('hospital', 'H')`);
    await client.query(`insert into users (user_id, name, role_key, user_group_id, password_hash)
      select 'u', 'U', 'DOCTOR', id, '' from user_groups`);
    await client.query(
      `insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
       select 'HN' || lpad(n::text, 9, '0'), g.id, u.id, g.id
       from generate_series(1, $1::int) n, user_groups g, users u`,
      [recordings],
    );
    await client.query(`insert into recordings (case_id, start_ms, sampling_hz, samples, leads, pyramid, trace_sha256,
        gaps, events, hours, sparkline, analysable_share, view_mismatches)
      select n, 0, 250, 1, '[]', jsonb_build_object('level_sha256',
          jsonb_build_array(${[1, 2, 3, 4, 5].map(name).join(', ')})), ${name(0)},
        '[]', '[]', '[]', decode(repeat('ff', 324), 'hex'), 1, 0 from (select case_id as n from cases) c`);
    await client.query(`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
      select n, 'report', 'request', 'f', 'x/y', 1, encode(sha256((n || ':' || k)::bytea), 'hex')
      from (select case_id as n from cases) c, unnest(array[0, 6, 7, 8]) k`);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

type SweptStore = Pick<FileStore, 'remove' | 'listOlderThan' | 'sweepUnfinished' | 'sweepRemoved'>;

/**
 * Makes a store that lists the names of the recordings and of the orphans; it has only the functions that the sweep
 * uses.
 */
function listedStore(recordings: number, orphans: readonly string[]) {
  const removed: string[] = [];
  async function* names(): AsyncGenerator<string, undefined> {
    for (let recording = 1; recording <= recordings; recording += 1) {
      for (let kind = 0; kind < namesEach; kind += 1) yield nameOf(recording, kind);
      if (recording % 500 === 0) await sleep(0);
    }
    yield* orphans;
  }
  const never = (): never => {
    throw new Error('the sweep has no business here');
  };
  const kept: SweptStore = {
    listOlderThan: names,
    remove: (sha256) => Promise.resolve(removed.push(sha256) > 0),
    sweepUnfinished: () => Promise.resolve(0),
    sweepRemoved: () => Promise.resolve(0),
  };
  const files: FileStore = {
    ...kept,
    create: never,
    read: never,
    lend: never,
    stream: never,
    whole: never,
    check: never,
    prove: never,
    size: never,
    listRemoved: never,
    putBack: never,
    freeBytes: never,
    announce: never,
    close: never,
  };
  return { files, removed };
}

/** Takes the lock that an upload takes before it names files, repeatedly; returns the longest wait. */
async function longestWait({ db }: ThrowawayDatabase, isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const started = performance.now();
    await transact(db, holdNames);
    longest = Math.max(longest, performance.now() - started);
    await sleep(5);
  }
  return longest;
}

export const sweepScale: FaultProgram = {
  name: 'sweep-scale',
  says: 'the nightly sweep of many names finds exactly the orphans and delays no upload',
  run: (size, report) =>
    withDatabase(async (database) => {
      const recordings = size === 'long' ? 112_000 : 1_000;
      const orphans = Array.from({ length: Math.max(10, recordings / 100) }, (_, at) => nameOf(-1, at));
      await fill(database, recordings);
      const { files, removed } = listedStore(recordings, orphans);
      let over = false;
      const waiting = longestWait(database, () => over);
      const started = performance.now();
      await sweepFiles({ db: database.db, files }).finally(() => (over = true));
      const seconds = (performance.now() - started) / 1000;
      const waitMs = await waiting;
      report('names', recordings * namesEach + orphans.length);
      report('seconds', seconds.toFixed(1));
      report('set aside', removed.length);
      report('longest wait of an upload, ms', waitMs.toFixed(1));
      invariant(
        [...removed].sort().join() === [...orphans].sort().join(),
        'exactly the orphans are set aside',
      );
      // On a machine that is busy with the other tests, times mean nothing, and so few names take less time anyway.
      if (size === 'long')
        invariant(waitMs < mostWaitMs, `an upload waits less than ${String(mostWaitMs)} ms`);
    }),
};
