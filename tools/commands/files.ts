/**
 * `npm run files -- adopt`: declares that the folders of DATA_DIR belong to the given database, after a restore or a
 * move with which the server refused to start. Refused while a server or worker runs.
 * `npm run files -- verify`: reads every stored file and compares the store with the database, both ways. Works beside
 * a running server; exit code 1 if a file is missing or damaged.
 * `npm run files -- put-back`: restores the removed files that rows name, after the database was set back to an earlier
 * moment. Works beside a running server.
 * `npm run files -- move bucket` and `-- move disk`: moves all files to the bucket of FILES_URL, or back, beside a running
 * server; exit code 1 if some are left.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedFolders } from '@rhythmdesk/server/app/installation-folders';
import type { Tiers } from '@rhythmdesk/server/app/open-files';
import { openPlatform, type Platform } from '@rhythmdesk/server/app/open-platform';
import { requireInstallation } from '@rhythmdesk/server/app/require-installation';
import { readConfig, type Config } from '@rhythmdesk/server/platform/config/config';
import { putBackFiles } from '@rhythmdesk/server/features/uploads/put-back-files';
import { adoptFolders } from '@rhythmdesk/server/platform/files/installation';
import { fetchAll, leaveBucket, markUnmoved } from '@rhythmdesk/server/platform/files/move-store';
import { waitingSums } from '@rhythmdesk/server/platform/files/waiting-rows';
import { readNodes } from '@rhythmdesk/server/platform/nodes/nodes';
import { forOperator } from '../processes/for-operator.ts';
import { verifyStore, type StoreFault } from '@rhythmdesk/server/platform/files/verify-store';

async function readSettings(): Promise<Config> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  await requireInstallation(config);
  return config;
}

const show = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Tells whether servers or workers may be using the folders, and names them. One that was killed counts for a minute.
 * With a bucket each machine may have folders of its own.
 */
async function areInUse({ db, config }: Platform): Promise<boolean> {
  const running = (await readNodes(db)).filter(
    ({ silent, host }) => !silent && (config.FILES_URL === undefined || host === hostname()),
  );
  for (const { program, host, pid } of running)
    process.stderr.write(
      `The ${program} on ${host} (process ${String(pid)}) uses this database. Stop it first.\n`,
    );
  return running.length > 0;
}

async function adopt(): Promise<number> {
  const config = await readSettings();
  const platform = await openPlatform(config, { database: 'join', rows: 'everything', folders: 'any' });
  try {
    if (await areInUse(platform)) return 1;
    const folders = sharedFolders(config.DATA_DIR).map(({ path }) => path);
    const id = await adoptFolders(platform.db, folders);
    show(`${folders.join(' and ')} now belong to the database with the ID ${id}.`);
    return 0;
  } finally {
    await platform.close();
  }
}

async function verify(): Promise<number> {
  const platform = await openPlatform(await readSettings(), { database: 'join', rows: 'everything' });
  try {
    const { files, bytes, elsewhere, faults } = await verifyStore(platform);
    for (const { sha256, fault, case_id } of faults) {
      show(`${fault}  ${sha256}${case_id === null ? '' : `  case ${String(case_id)}`}`);
    }
    if (elsewhere > 0) show(`${String(elsewhere)} files are still on other servers and were not read.`);
    const count = (fault: StoreFault['fault']) =>
      String(faults.filter((each) => each.fault === fault).length);
    show(`${String(files)} files, ${String(bytes)} bytes read.`);
    show(`missing ${count('missing')}, damaged ${count('damaged')}, not referenced ${count('orphan')}`);
    return faults.every(({ fault }) => fault === 'orphan') ? 0 : 1;
  } finally {
    await platform.close();
  }
}

const progressMs = 5_000;

async function putBack(): Promise<number> {
  const platform = await openPlatform(await readSettings(), { database: 'join', rows: 'everything' });
  const shown = { ms: Date.now() };
  try {
    const { removed, put_back } = await putBackFiles(platform, (done) => {
      if (Date.now() - shown.ms < progressMs) return;
      shown.ms = Date.now();
      show(`${String(done.put_back)} of ${String(done.removed)} removed files`);
    });
    show(`${String(put_back)} of ${String(removed)} removed files are named by rows and are restored.`);
    return 0;
  } finally {
    await platform.close();
  }
}

/** Moves what waits on this disk, or watches a server do it. Returns once nothing waits. */
async function moveToBucket({ db, locks }: Platform, { parts, start }: Tiers): Promise<number> {
  show(`${String(await markUnmoved(parts))} files of this disk are not in the bucket.`);
  const mover = start(locks);
  try {
    for (;;) {
      const waiting = (await waitingSums(db)).find(({ node }) => node === parts.rows.node);
      if (waiting === undefined && (await parts.marks.names()).length === 0) return 0;
      if (waiting !== undefined)
        show(`waiting ${String(waiting.files)}, ${String(waiting.bytes)} bytes  ${waiting.last_fault}`);
      await sleep(progressMs);
    }
  } finally {
    await mover.stop();
  }
}

async function moveToDisk({ db, locks }: Platform, { parts }: Tiers): Promise<number> {
  const shown = { ms: 0 };
  const { files, faults } = await fetchAll(parts, (done, all) => {
    if (done < all && Date.now() - shown.ms < progressMs) return;
    shown.ms = Date.now();
    show(`${String(done)} of ${String(all)} files`);
  });
  for (const { sha256, words } of faults) show(`not moved  ${sha256}  ${words}`);
  show(`${String(files)} files of the bucket are on this disk.`);
  if (faults.length > 0) return 1;
  const others = (await waitingSums(db)).filter(({ node }) => node !== parts.rows.node);
  for (const { node_name, files: left } of others)
    show(
      `${String(left)} files are on the disk of ${node_name} only. Run there: npm run files -- move bucket`,
    );
  const lock = await locks.take(`files of ${parts.rows.node}`, () => undefined);
  if (lock === null) show('Stop the servers and workers of this disk, then run this command once more.');
  if (lock === null || others.length > 0) return 1;
  await leaveBucket(parts);
  show('All files are on this disk. Start the server without FILES_URL.');
  return 0;
}

async function move(): Promise<number> {
  const moves = { bucket: moveToBucket, disk: moveToDisk };
  const [, where] = process.argv.slice(2);
  const platform = await openPlatform(await readSettings(), { database: 'join', rows: 'everything' });
  try {
    if ((where !== 'bucket' && where !== 'disk') || platform.tiers === null) {
      process.stderr.write('npm run files -- move bucket | disk, with FILES_URL set\n');
      return 1;
    }
    return await moves[where](platform, platform.tiers);
  } finally {
    await platform.close();
  }
}

const commands: Readonly<Record<string, () => Promise<number>>> = {
  adopt,
  verify,
  move,
  'put-back': putBack,
};
const [name = ''] = process.argv.slice(2);
const command = commands[name];
const usage = `npm run files -- ${Object.keys(commands).join(' | ')}\n`;
if (command === undefined) process.stderr.write(usage);
process.exitCode = command === undefined ? 1 : await forOperator(command, usage);
