/**
 * Creates and locates the embedded cluster on disk: its folders, its passwords, and the first initialisation.
 *
 *   <DATA_DIR>/postgres/owner-*.lock  the current owner of the directory
 *   <DATA_DIR>/postgres/secrets.json  passwords, readable by the owner only
 *   <DATA_DIR>/postgres/data/         PostgreSQL's own
 *   <DATA_DIR>/postgres/socket/       the Unix socket, if the path is short enough for one
 *   <DATA_DIR>/postgres/log/          PostgreSQL's log, seven rotating files
 *
 * There are three roles: `postgres` only for the supervisor, `rhythmdesk_owner` for migrations, `rhythmdesk_app` for
 * the application. The last two are not superusers.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DatabaseFault } from './database-fault.ts';
import type { Binaries } from './binaries.ts';
import { commandAs, giveTo, wantedOwner, type RunAs } from './run-as.ts';

const run = promisify(execFile);
/** `sun_path` has 108 bytes including the final zero on Linux, 104 on macOS. */
const socketPathBytes = process.platform === 'linux' ? 107 : 103;
const socketName = '/.s.PGSQL.5432';

export interface Layout {
  folder: string;
  data: string;
  log: string;
  secretsFile: string;
  startLog: string;
}

const secretsShape = z.object({ superuser: z.string(), owner: z.string(), app: z.string() });
export type Secrets = z.infer<typeof secretsShape>;

/** Creates the folders. Folders with the product's other data stay closed to all other users. */
export async function makeLayout(dataDir: string): Promise<Layout> {
  // Entering is allowed so that a service user can reach its own folder; listing is not.
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true, mode: 0o711 });
  const folder = await realpath(path.join(dataDir, 'postgres'));
  const at = (name: string) => path.join(folder, name);
  await mkdir(at('log'), { recursive: true, mode: 0o700 });
  return {
    folder,
    data: at('data'),
    log: at('log'),
    secretsFile: at('secrets.json'),
    startLog: at('start.log'),
  };
}

async function writeDurably(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
}

export async function readSecrets(layout: Layout): Promise<Secrets> {
  const text = await readFile(layout.secretsFile, 'utf8');
  return secretsShape.parse(JSON.parse(text));
}

async function makeSecrets(layout: Layout): Promise<Secrets> {
  const word = () => randomBytes(24).toString('base64url');
  const secrets: Secrets = { superuser: word(), owner: word(), app: word() };
  await writeDurably(layout.secretsFile, JSON.stringify(secrets));
  return secrets;
}

const fits = (folder: string) => Buffer.byteLength(folder + socketName) <= socketPathBytes;

/** Returns the folder of the socket: next to the data, else a private one in the system's temporary folder. */
export function socketFolderFor(layout: Layout, temporary: string = tmpdir()): string {
  const beside = path.join(layout.folder, 'socket');
  if (fits(beside)) return beside;
  const name = `rhythmdesk-${createHash('sha256').update(layout.folder).digest('hex').slice(0, 16)}`;
  const short = [path.join(temporary, name), path.join('/tmp', name)].find(fits);
  if (short === undefined)
    throw new DatabaseFault(`No folder for the database socket has a short enough path.`);
  return short;
}

/** Creates the socket folder. In a folder that everyone may write to, it refuses one that somebody else created. */
export async function makeSocketFolder(layout: Layout, folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((fault: unknown) => {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
  });
  const found = await lstat(folder);
  const mine = [process.getuid?.(), wantedOwner(runAs)?.uid];
  const beside = path.dirname(folder) === layout.folder;
  if (!found.isDirectory() || !(beside || mine.includes(found.uid))) {
    throw new DatabaseFault(`The folder of the database socket, ${folder}, belongs to somebody else.`);
  }
  await chmod(folder, 0o700);
  const owner = wantedOwner(runAs);
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
}

/**
 * Removes the socket of a server that has ended, and its lock. The owner of the data directory owns both if it found no
 * server.
 */
export async function removeStaleSocket(folder: string): Promise<void> {
  for (const name of [socketName, `${socketName}.lock`]) await rm(path.join(folder, name), { force: true });
}

/** Removes a socket folder that is not next to the data. */
export async function removeSocketFolder(layout: Layout, folder: string): Promise<void> {
  if (path.dirname(folder) !== layout.folder) await rm(folder, { recursive: true, force: true });
}

async function runInitdb(
  binaries: Binaries,
  runAs: RunAs,
  fresh: string,
  passwordFile: string,
): Promise<void> {
  const args = ['-D', fresh, '-U', 'postgres', `--pwfile=${passwordFile}`];
  const ways = ['-E', 'UTF8', '--locale=C.UTF-8', '--auth-local=scram-sha-256', '--auth-host=scram-sha-256'];
  const { file, args: all, ...identity } = commandAs(runAs, binaries.initdb, [...args, ...ways]);
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
  await run(file, all, { ...identity, cwd: '/', env }).catch((cause: unknown) => {
    const words = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).slice(-2000) : '';
    throw new DatabaseFault(`The database could not be made in ${fresh}. ${words.trim()}`, { cause });
  });
}

/** Creates the cluster under another name and then moves it into place, so that a kill leaves nothing incomplete. */
async function makeCluster(binaries: Binaries, runAs: RunAs, layout: Layout): Promise<void> {
  const fresh = `${layout.data}.new`;
  const passwordFile = path.join(layout.folder, 'initdb.password');
  await rm(fresh, { recursive: true, force: true });
  const { superuser } = await makeSecrets(layout);
  await mkdir(fresh, { mode: 0o700 });
  await giveTo(runAs, fresh);
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, superuser, { mode: 0o600, flag: 'wx' });
  try {
    const owner = wantedOwner(runAs);
    if (owner !== null) await chown(passwordFile, owner.uid, owner.gid);
    await runInitdb(binaries, runAs, fresh, passwordFile);
  } finally {
    await unlink(passwordFile);
  }
  await rename(fresh, layout.data);
}

async function versionOf(binaries: Binaries): Promise<string> {
  const answer = await run(binaries.postgres, ['--version'], { cwd: '/' });
  return /\) (\d+)/.exec(answer.stdout)?.[1] ?? answer.stdout.trim();
}

/** Creates the cluster if there is none; otherwise checks its version and adjusts its owner. */
export async function ensureCluster(binaries: Binaries, runAs: RunAs, layout: Layout): Promise<Secrets> {
  const written = await readFile(path.join(layout.data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (written === null) {
    if ((await lstat(layout.data).catch(() => null)) !== null) {
      throw new DatabaseFault(
        `${layout.data} exists and is not a readable database. Restore it from a backup or move it away.`,
      );
    }
    await makeCluster(binaries, runAs, layout);
  } else {
    const [found, ours] = [written.trim(), await versionOf(binaries)];
    if (found !== ours) {
      throw new DatabaseFault(
        `The database in ${layout.data} was made by PostgreSQL ${found} and this program brings ${ours}. ` +
          'Make a backup with the old release (npm run backup) and restore it with this one (npm run restore).',
      );
    }
  }
  await giveTo(runAs, layout.data);
  await giveTo(runAs, layout.log);
  return readSecrets(layout);
}
