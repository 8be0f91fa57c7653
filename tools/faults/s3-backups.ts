/**
 * Judges backups in a bucket over a real S3 store: they are made by command and killed at random moments, then completed,
 * verified, followed by a second one, thinned out, and restored elsewhere.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesFolder } from '@rhythmdesk/server/app/installation-folders';
import { openPlatform } from '@rhythmdesk/server/app/open-platform';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { writeBytes, type FileStore } from '@rhythmdesk/server/platform/files/file-store';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import { databaseSettings, programBasics } from '@rhythmdesk/server/testing/test-process';
import { sql } from 'drizzle-orm';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { invariant, type FaultReport } from './fault-program.ts';
import type { RunningStore } from './swift-store.ts';
import { withEmptyDatabase, type EmptyDatabase } from './throwaway-database.ts';

const mb = 1024 ** 2;
/** The last ones are sent in parts. */
const lengths = [...Array.from({ length: 200 }, () => randomInt(1, mb)), 0, 8 * mb, 20 * mb, 40 * mb];
const kills = 6;
const longestMs = 30_000;

type Place = { readonly folder: string; readonly database: EmptyDatabase };

function environment(
  { folder, database }: Place,
  { endpoint, key, secret }: RunningStore,
): NodeJS.ProcessEnv {
  return {
    ...programBasics(),
    ...databaseSettings(database),
    DATA_DIR: folder,
    BACKUP_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: key,
    AWS_SECRET_ACCESS_KEY: secret,
  };
}

async function command(
  place: Place,
  store: RunningStore,
  name: 'backup' | 'restore',
  args: readonly string[],
) {
  const { code, output, ms } = await runNode([`tools/commands/${name}.ts`, ...args], {
    cwd: repositoryRoot,
    env: environment(place, store),
  });
  return { isWell: code === 0, output, seconds: ms / 1000 };
}

async function wellDone(...given: Parameters<typeof command>) {
  const done = await command(...given);
  invariant(done.isWell, `${given[2]} ${given[3].join(' ')} ends well: ${done.output}`);
  return done;
}

async function killedBackup(place: Place, store: RunningStore, url: string): Promise<boolean> {
  const child = spawn(process.execPath, ['tools/commands/backup.ts', url], {
    cwd: repositoryRoot,
    env: environment(place, store),
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await Promise.race([sleep(1_000 + Math.random() * longestMs), ended]);
  child.kill('SIGKILL');
  return (await ended) === 0;
}

async function addFile(db: Db, files: FileStore, length: number): Promise<string> {
  const { sha256, bytes } = await writeBytes(files, randomBytes(length));
  await db.execute(sql`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', ${bytes}, ${sha256} from cases`);
  return sha256;
}

/** Makes an installation with one case that names files, and calls `work` while it is open. */
async function withFiles(
  place: Place,
  work: (addOne: () => Promise<string>, names: readonly string[]) => Promise<void>,
) {
  const config = readConfig({ DATA_DIR: place.folder, ...databaseSettings(place.database) });
  const { db, files, close } = await openPlatform(config, { log: openLog('warn'), rows: 'everything' });
  try {
    await db.execute(sql`insert into user_groups (type, name) values ('hospital', 'H')`);
    await db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
      select 'u', 'U', 'DOCTOR', id, '' from user_groups`);
    await db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
      select 'HN000001', g.id, u.id, g.id from user_groups g, users u`);
    const names: string[] = [];
    for (const length of lengths) names.push(await addFile(db, files, length));
    await work(() => addFile(db, files, mb), names);
  } finally {
    await close();
  }
}

async function killUntilComplete(place: Place, store: RunningStore, url: string): Promise<number> {
  let killed = 0;
  for (let at = 0; at < kills; at += 1) if (!(await killedBackup(place, store, url))) killed += 1;
  const { output } = await wellDone(place, store, 'backup', ['--list', url]);
  for (const line of output.split('\n').filter((each) => each.endsWith('unfinished'))) {
    const [name = ''] = line.split(' ');
    const verified = await command(place, store, 'backup', ['--verify', '--name', name, url]);
    invariant(!verified.isWell && verified.output.includes('no finished backup'), 'a killed backup is none');
  }
  return killed;
}

async function checkRestored({ folder }: Place, names: readonly string[]): Promise<void> {
  const store = await openDiskStore(filesFolder(folder), { mustExist: true });
  try {
    for (const name of names) {
      const bytes = await store.whole(name);
      invariant(createHash('sha256').update(bytes).digest('hex') === name, 'each file is restored');
    }
  } finally {
    await store.close();
  }
}

async function judge(
  from: Place,
  to: Place,
  store: RunningStore,
  url: string,
  report: FaultReport,
): Promise<void> {
  await withFiles(from, async (addOne, names) => {
    report('backups killed', await killUntilComplete(from, store, url));
    const whole = await wellDone(from, store, 'backup', [url]);
    report('seconds of the first whole backup', whole.seconds.toFixed(1));
    report(
      'of it',
      whole.output.split('\n').find((line) => line.includes('shared')) ?? 'nothing was there before',
    );
    report(
      'seconds of reading it through',
      (await wellDone(from, store, 'backup', ['--verify', url])).seconds.toFixed(1),
    );
    const added = await addOne();
    const second = await wellDone(from, store, 'backup', [url]);
    invariant(
      second.output.includes(`${String(names.length)} stored files with`),
      'the second shares all others',
    );
    report('seconds of a second backup, one file later', second.seconds.toFixed(1));
    const kept = await wellDone(from, store, 'backup', ['--keep', '1', url]);
    invariant(kept.output.includes('1 backups are kept'), 'one backup is kept');
    await wellDone(from, store, 'backup', ['--verify', url]);
    report('seconds of the restore', (await wellDone(to, store, 'restore', [url])).seconds.toFixed(1));
    await checkRestored(to, [...names, added]);
    report('files restored', names.length + 1);
  });
}

export async function judgeBackups(store: RunningStore, bucket: string, report: FaultReport): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 's3-backups-'));
  try {
    await withEmptyDatabase((first) =>
      withEmptyDatabase((second) => {
        const from = { folder: path.join(root, 'from'), database: first };
        const to = { folder: path.join(root, 'to'), database: second };
        return judge(from, to, store, `s3://${bucket}/backups`, report);
      }),
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
