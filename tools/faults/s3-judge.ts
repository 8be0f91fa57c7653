/**
 * Judges the store of files over a real S3 store that others wrote, on loopback: Swift, or Ceph’s gateway. Files of every length that
 * matters are received, moved, read whole and in parts, removed, restored and listed.
 */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { diskNode } from '@rhythmdesk/server/platform/files/disk-node';
import { moveOnce } from '@rhythmdesk/server/platform/files/file-mover';
import { writeBytes, type FileStore } from '@rhythmdesk/server/platform/files/file-store';
import { evictCopy, localCopies } from '@rhythmdesk/server/platform/files/local-copies';
import { openParts } from '@rhythmdesk/server/platform/files/open-store';
import { tieredStore } from '@rhythmdesk/server/platform/files/tiered-store';
import { waitingRows, waitingSums } from '@rhythmdesk/server/platform/files/waiting-rows';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { missingOfRadosgw, startRadosgw } from './radosgw-store.ts';
import { judgeBackups } from './s3-backups.ts';
import { judgeMoves } from './s3-moves.ts';
import { createBucket, isSwiftHere, startSwift, type RunningStore } from './swift-store.ts';
import { withDatabase, type ThrowawayDatabase } from './throwaway-database.ts';

const mb = 1024 ** 2;
const lengths = [0, 1, 65_535, 65_536, 65_537, mb, 5 * mb, 8 * mb - 1, 8 * mb, 8 * mb + 1, 20 * mb];
const partsEach = 20;
const receivedMb = 128;
const tileBytes = 65_536;

async function openJudged(
  { db }: ThrowawayDatabase,
  folder: string,
  { endpoint }: RunningStore,
  bucket: string,
) {
  mkdirSync(join(folder, 'unfinished'), { recursive: true });
  writeFileSync(join(folder, 'installation.json'), JSON.stringify({ installation_id: randomUUID() }));
  const rows = waitingRows(db, await diskNode(folder));
  const place = { bucket, prefix: 'judged/', endpoint, region: 'us-east-1', cache_bytes: 0 };
  const parts = { ...(await openParts(folder, place, { rows })), rows, youngMs: 0 };
  const store = tieredStore(parts);
  const log = openLog('warn');
  const evictAll = async (): Promise<void> => {
    for await (const { sha256 } of localCopies(folder)) await evictCopy(parts, sha256);
  };
  return { parts, store, evictAll, move: () => moveOnce({ log, store, parts }) };
}
type Judged = Awaited<ReturnType<typeof openJudged>>;

async function judgeReads({ store }: Judged, sha256: string, bytes: Buffer): Promise<void> {
  const words = `of ${String(bytes.length)} bytes`;
  invariant((await store.prove(sha256)) === 'whole', `a file ${words} is whole in the bucket`);
  invariant((await store.whole(sha256)).equals(bytes), `a file ${words} is read back`);
  for (let at = 0; at < partsEach; at += 1) {
    const start = randomInt(bytes.length + 1);
    const length = randomInt(Math.min(bytes.length - start, 300_000) + 1);
    const part = await store.read(sha256, { start, length });
    invariant(part.equals(bytes.subarray(start, start + length)), `a part ${words} is read back`);
  }
}

async function judgeKeeping({ store }: Judged, names: readonly string[]): Promise<void> {
  const listed = new Set<string>();
  for await (const sha256 of store.listOlderThan(-60_000)) listed.add(sha256);
  invariant(listed.size === names.length && names.every((name) => listed.has(name)), 'every file is listed');
  for (const sha256 of names) {
    invariant(await store.remove(sha256), 'a file is removed');
    invariant((await store.size(sha256)) === null, 'a removed file is gone');
    invariant(await store.putBack(sha256), 'a removed file is restored');
    invariant((await store.prove(sha256)) === 'whole', 'a restored file is whole');
  }
  const [first = ''] = names;
  await store.remove(first);
  invariant((await store.sweepRemoved(-2 * 86_400_000)) === 1, 'a removed file is deleted by age');
  invariant(!(await store.putBack(first)), 'a deleted file is not restored');
}

const rateOf = (megabytes: number, ms: number): string => (megabytes / (ms / 1000)).toFixed(1);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function receive(store: FileStore): Promise<string> {
  const files = Array.from({ length: receivedMb / 16 }, () => randomBytes(16 * mb));
  const ms = await timed(async () => {
    for (const bytes of files) await writeBytes(store, bytes);
  });
  return rateOf(receivedMb, ms);
}

async function reportReads(store: FileStore, sha256: string, name: string, report: FaultReport) {
  const times: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    times.push(await timed(() => store.read(sha256, { start: at * tileBytes, length: tileBytes })));
  }
  times.sort((one, other) => one - other);
  report(`${name}, median and p95 ms`, [50, 95].map((at) => (times[at] ?? 0).toFixed(2)).join(', '));
}

async function reportFigures(judged: Judged, folder: string, report: FaultReport): Promise<void> {
  const { store, parts, move, evictAll } = judged;
  const plain = await openDiskStore(join(folder, 'plain'));
  report('received on a disk alone, MB/s', await receive(plain));
  report('received with the bucket behind, MB/s', await receive(store));
  report('moved and read back, MB/s', rateOf(receivedMb, await timed(move)));
  const { sha256 } = await writeBytes(store, randomBytes(20 * mb));
  await move();
  await evictAll();
  const cold = tieredStore(parts);
  const range = { start: 10 * mb, length: tileBytes };
  report('first 64 kB of a file in the bucket, ms', (await timed(() => cold.read(sha256, range))).toFixed(1));
  await reportReads(cold, sha256, 'further 64 kB from the bucket', report);
  await tieredStore({ ...parts, cacheBytes: Number.MAX_SAFE_INTEGER }).fetch(sha256);
  await reportReads(cold, sha256, '64 kB from the local copy', report);
  await plain.close();
}

async function judge(
  database: ThrowawayDatabase,
  running: RunningStore,
  bucket: string,
  report: FaultReport,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 's3-judge-'));
  const judged = await openJudged(database, join(folder, 'node'), running, bucket);
  const { store, move, evictAll } = judged;
  try {
    const files = new Map<string, Buffer>();
    for (const length of lengths) {
      const bytes = randomBytes(length);
      files.set(createHash('sha256').update(bytes).digest('hex'), bytes);
      await writeBytes(store, bytes);
    }
    invariant((await move()) === 0, 'every file is moved');
    invariant((await waitingSums(database.db)).length === 0, 'nothing waits any more');
    await evictAll();
    for (const [sha256, bytes] of files) await judgeReads(judged, sha256, bytes);
    await judgeKeeping(judged, [...files.keys()]);
    report('files judged', files.size);
    await reportFigures(judged, folder, report);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const stores: Readonly<
  Record<string, { missing: () => string | undefined; start: () => Promise<RunningStore> }>
> = {
  swift: { missing: () => (isSwiftHere() ? undefined : 'swift-ring-builder'), start: startSwift },
  radosgw: { missing: missingOfRadosgw, start: startRadosgw },
};

export const s3Judge: FaultProgram = {
  name: 's3',
  says: 'files are received, moved to an S3 store, and read, removed and restored there; moves and backups survive kills',
  run: async (_size, report, _count, name = 'swift') => {
    const store = stores[name];
    if (store === undefined) throw new Error(`There are: ${Object.keys(stores).join(', ')}`);
    const lacking = store.missing();
    if (lacking !== undefined) return report('NOT RUN', `${lacking} is missing`);
    const running = await store.start();
    try {
      const bucket = await createBucket(running);
      await withDatabase((database) => judge(database, running, bucket, report));
      await judgeMoves(running, bucket, report);
      await judgeBackups(running, bucket, report);
    } finally {
      await running.stop();
    }
  },
};
