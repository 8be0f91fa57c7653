/**
 * A small installation with files beside a real S3 store, for the programs that run and kill its commands. A command can be
 * killed at a random moment.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
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
import { invariant } from './fault-program.ts';
import type { RunningStore } from './swift-store.ts';
import type { EmptyDatabase } from './throwaway-database.ts';

const mb = 1024 ** 2;
/** The last ones are sent in parts. */
const lengths = [...Array.from({ length: 200 }, () => randomInt(1, mb)), 0, 8 * mb, 20 * mb, 40 * mb];
/** A command needs about this long to start and to read what is there; an earlier kill would break nothing. */
const startMs = 1_500;
/** On a quiet machine a command has sent most files after this long. */
const longestMs = 4_000;

/** `settings` are set in addition to those of the store's access. */
export type Place = {
  readonly folder: string;
  readonly database: EmptyDatabase;
  readonly settings?: Readonly<Record<string, string>>;
};
type Name = 'backup' | 'files' | 'restore';

const program = (name: Name, args: readonly string[]): string[] => [`tools/commands/${name}.ts`, ...args];

function environment({ folder, database, settings }: Place, store: RunningStore): NodeJS.ProcessEnv {
  return {
    ...programBasics(),
    ...databaseSettings(database),
    DATA_DIR: folder,
    BACKUP_ENDPOINT: store.endpoint,
    AWS_ACCESS_KEY_ID: store.key,
    AWS_SECRET_ACCESS_KEY: store.secret,
    ...settings,
  };
}

export async function command(place: Place, store: RunningStore, name: Name, args: readonly string[]) {
  const { code, output, ms } = await runNode(program(name, args), {
    cwd: repositoryRoot,
    env: environment(place, store),
  });
  return { isWell: code === 0, output, seconds: ms / 1000 };
}

export async function wellDone(...given: Parameters<typeof command>) {
  const done = await command(...given);
  invariant(done.isWell, `${given[2]} ${given[3].join(' ')} ends well: ${done.output}`);
  return done;
}

/** Kills the command at a random moment, unless it ended before. Returns whether it was killed. */
export async function killedCommand(
  place: Place,
  store: RunningStore,
  name: Name,
  args: readonly string[],
): Promise<boolean> {
  const child = spawn(process.execPath, program(name, args), {
    cwd: repositoryRoot,
    env: environment(place, store),
    stdio: 'ignore',
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  await Promise.race([sleep(startMs + Math.random() * (longestMs - startMs)), ended]);
  child.kill('SIGKILL');
  return (await ended) === 'SIGKILL';
}

async function addFile(db: Db, files: FileStore, length: number): Promise<string> {
  const { sha256, bytes } = await writeBytes(files, randomBytes(length));
  await db.execute(sql`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', ${bytes}, ${sha256} from cases`);
  return sha256;
}

/** Makes an installation with one case that names files, and calls `work` while it is open. */
export async function withFiles(
  place: Place,
  work: (addOne: () => Promise<string>, names: readonly string[]) => Promise<void>,
): Promise<void> {
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

/** Every named file is on the disk of `place`, byte by byte. */
export async function checkOnDisk({ folder }: Place, names: readonly string[]): Promise<void> {
  const store = await openDiskStore(filesFolder(folder), { mustExist: true });
  try {
    for (const name of names) {
      const bytes = await store.whole(name);
      invariant(createHash('sha256').update(bytes).digest('hex') === name, 'each file is on the disk');
    }
  } finally {
    await store.close();
  }
}
