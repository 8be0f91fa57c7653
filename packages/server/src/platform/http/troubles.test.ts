import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { FolderState } from '../files/folder-state.ts';
import { serveOperations } from './operations.ts';
import { storageTroubles, type Trouble } from './troubles.ts';

const mb = 1024 ** 2;

test.each<readonly [Trouble[], number, string]>([
  [[], 200, 'ready'],
  [['disk-low'], 200, 'ready'],
  [['clock-off'], 200, 'ready'],
  [['overloaded'], 200, 'ready'],
  [['bucket-away'], 200, 'ready'],
  [['files-read-only'], 200, 'ready'],
  [['files-away'], 500, 'not ready'],
  [['disk-full'], 500, 'not ready'],
  [['database-down', 'disk-full'], 500, 'not ready'],
  [['database-away'], 500, 'not ready'],
  [['stopping'], 500, 'not ready'],
])('with %j it is alive, says why, and is ready by %i', async (troubles, code, status) => {
  const app = Fastify();
  const state = {
    troublesOf: () => Promise.resolve(troubles),
    verifiedPercent: () => Promise.resolve(null),
    waitingFiles: () => Promise.resolve(null),
    replica: () => null,
  };
  serveOperations(app, {}, state, null);
  const alive = await app.inject('/healthz');
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'ok', troubles }]);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([code, { status, troubles }]);
});

test('while stored files are verified, wait for the bucket, or a replica is read, it is ready and shows how many', async () => {
  const app = Fastify();
  const replica = { state: 'behind', reads: 5, reads_on_primary: 2 } as const;
  const waiting = { files: 3, uploads: 1, bytes: 900, since: '2026-11-28T01:02:03.000Z' };
  const state = {
    troublesOf: () => Promise.resolve([]),
    verifiedPercent: () => Promise.resolve(42),
    waitingFiles: () => Promise.resolve(waiting),
    replica: () => replica,
  };
  serveOperations(app, {}, state, null);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', troubles: [], stored_files_verified_percent: 42, files_waiting: waiting, replica },
  ]);
});

test('a disk is low below its floor, and full without space for the database’s log, or if nobody can say', async () => {
  const there = () => Promise.resolve('there' as const);
  const at = (free: number) => storageTroubles(there, () => Promise.resolve(free), 100 * mb);
  expect(await at(100 * mb)).toEqual([]);
  expect(await at(100 * mb - 1)).toEqual(['disk-low']);
  expect(await at(31 * mb)).toEqual(['disk-full']);
  const gone = () => Promise.reject(new Error('gone'));
  expect(await storageTroubles(there, gone, mb)).toEqual(['disk-full']);
});

test('an unavailable folder is not a full disk, and a read-only one may be on one', async () => {
  const at = (state: FolderState, free: number) =>
    storageTroubles(
      () => Promise.resolve(state),
      () => Promise.resolve(free),
      100 * mb,
    );
  expect(await at('away', 0)).toEqual(['files-away']);
  expect(await at('read-only', 200 * mb)).toEqual(['files-read-only']);
  expect(await at('read-only', 50 * mb)).toEqual(['files-read-only', 'disk-low']);
});
