/**
 * Decides as which user PostgreSQL runs. It refuses to run as root, so:
 *
 * - a plain user runs it directly;
 * - root switches to a service user (`rhythmdesk`, else `postgres`) if that user can reach the programs and the data;
 * - otherwise root runs it in a user namespace in which root's own files belong to `nobody`. This works below folders
 *   that only root may read, where no other user could;
 * - where namespaces are forbidden (many containers), root switches to `nobody`.
 */
import { execFile } from 'node:child_process';
import { chown, lchown, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { DatabaseFault } from './database-fault.ts';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);
const namespaceArgs = ['--user', '--map-user=65534', '--map-group=65534'];

export interface ProcessUser {
  uid: number;
  gid: number;
}

export type RunAs =
  | { kind: 'direct' }
  | ({ kind: 'user'; name: string } & ProcessUser)
  | { kind: 'namespace'; unshare: string };

export interface ProcessCommand {
  file: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/** Returns the command that runs `file` as decided. The pid of the started process is always PostgreSQL's own. */
export function commandAs(runAs: RunAs, file: string, args: string[]): ProcessCommand {
  if (runAs.kind === 'namespace') return { file: runAs.unshare, args: [...namespaceArgs, file, ...args] };
  if (runAs.kind === 'user') return { file, args, uid: runAs.uid, gid: runAs.gid };
  return { file, args };
}

/** Returns the owner that the data must have for PostgreSQL to accept it; null if it is this process's own user. */
export function wantedOwner(runAs: RunAs): ProcessUser | null {
  if (runAs.kind === 'user') return { uid: runAs.uid, gid: runAs.gid };
  return runAs.kind === 'namespace' ? { uid: 0, gid: 0 } : null;
}

async function succeeds(command: ProcessCommand): Promise<boolean> {
  const { file, args, ...identity } = command;
  return run(file, args, { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function lookUpUser(name: string): Promise<RunAs | null> {
  const ask = async (flag: string) => Number((await run('id', [flag, name])).stdout);
  try {
    const [uid, gid] = await Promise.all([ask('-u'), ask('-g')]);
    return uid > 0 && Number.isInteger(gid) ? { kind: 'user', name, uid, gid } : null;
  } catch {
    return null;
  }
}

/** Checks whether that identity can start the server, read its catalogue source and enter the folder of the data. */
async function canReach(runAs: RunAs, binaries: Binaries, folder: string): Promise<boolean> {
  const script = '"$1" --version && test -r "$2" && cd "$3"';
  return succeeds(
    commandAs(runAs, '/bin/sh', ['-c', script, 'sh', binaries.postgres, binaries.catalogSource, folder]),
  );
}

/** Chooses the identity. `folder` is the existing folder that will contain the data, `uid` is this process's own. */
export async function chooseRunAs(
  binaries: Binaries,
  folder: string,
  uid: number = process.getuid?.() ?? 1,
): Promise<RunAs> {
  if (uid !== 0) return { kind: 'direct' };
  const named = async (name: string) => {
    const user = await lookUpUser(name);
    return user !== null && (await canReach(user, binaries, folder)) ? user : null;
  };
  const namespace = async () => {
    const inside: RunAs = { kind: 'namespace', unshare: 'unshare' };
    return (await canReach(inside, binaries, folder)) ? inside : null;
  };
  const chosen =
    (await named('rhythmdesk')) ??
    (await named('postgres')) ??
    (await namespace()) ??
    (await named('nobody'));
  if (chosen !== null) return chosen;
  throw new DatabaseFault(
    `PostgreSQL does not run as root, and no other user can reach ${folder} and ${binaries.postgres}. ` +
      'Run as a service user, or set DATABASE_URL.',
  );
}

/**
 * Gives a folder and all its contents to the owner that `runAs` needs. The folder itself is changed last, so that an
 * interrupted run is repeated. Only root may change owners; a plain user who does not own the data gets a clear error.
 */
export async function giveTo(runAs: RunAs, folder: string): Promise<void> {
  const owner = wantedOwner(runAs);
  const found = await lstat(folder);
  if (owner === null) {
    if (found.uid === process.getuid?.()) return;
    throw new DatabaseFault(
      `The database in ${folder} belongs to another user (uid ${found.uid}). Start as that user.`,
    );
  }
  if (found.uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(path.join(folder, entry), owner.uid, owner.gid);
  }
  await chown(folder, owner.uid, owner.gid);
}
