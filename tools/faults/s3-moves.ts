/**
 * Judges the move of a store to a bucket and back over a real S3 store: `npm run files -- move` is killed at random moments
 * and begun again. After each kill every file is readable, on the disk or in the bucket.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { invariant, type FaultReport } from './fault-program.ts';
import { checkOnDisk, killedCommand, wellDone, withFiles, type Place } from './s3-installation.ts';
import type { RunningStore } from './swift-store.ts';
import { withEmptyDatabase } from './throwaway-database.ts';

const kills = 6;

async function moveWithKills(
  place: Place,
  store: RunningStore,
  where: 'bucket' | 'disk',
  report: FaultReport,
): Promise<void> {
  let killed = 0;
  for (let at = 0; at < kills; at += 1) {
    if (!(await killedCommand(place, store, 'files', ['move', where]))) continue;
    killed += 1;
    const { output } = await wellDone(place, store, 'files', ['verify']);
    invariant(output.includes('missing 0, damaged 0'), `no file is lost by a kill: ${output}`);
  }
  invariant(killed > 0, 'some moves are killed before they end');
  report(`moves to the ${where} killed`, killed);
  const done = await wellDone(place, store, 'files', ['move', where]);
  report(`seconds of the last move to the ${where}`, done.seconds.toFixed(1));
}

async function judge(place: Place, store: RunningStore, report: FaultReport): Promise<void> {
  const kept: string[] = [];
  await withFiles({ ...place, settings: {} }, async (_addOne, names) => void kept.push(...names));
  await moveWithKills(place, store, 'bucket', report);
  const { output } = await wellDone(place, store, 'files', ['verify']);
  invariant(output.includes(`${String(kept.length)} files`), `every file is readable: ${output}`);
  await moveWithKills(place, store, 'disk', report);
  await checkOnDisk(place, kept);
  report('files moved there and back', kept.length);
}

export async function judgeMoves(store: RunningStore, bucket: string, report: FaultReport): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 's3-moves-'));
  const settings = {
    FILES_URL: `s3://${bucket}/moves`,
    FILES_ENDPOINT: store.endpoint,
    FILES_REGION: 'us-east-1',
    // Nothing stays on the disk once it is in the bucket.
    FILES_CACHE_BYTES: '0',
  };
  try {
    await withEmptyDatabase((database) =>
      judge({ folder: path.join(root, 'moved'), database, settings }, store, report),
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
