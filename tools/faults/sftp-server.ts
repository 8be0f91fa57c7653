/**
 * Runs OpenSSH's server on loopback with the settings of docs/operating.md: SFTP only, and as root in a chroot that
 * contains nothing but the watch folder. Without root the user's own account is used, without a chroot.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { until } from './until.ts';

const run = promisify(execFile);
/** An account that every Linux system has and that nobody signs in to. */
const dropAccount = 'nobody';
export const sftpPrograms = ['sftp', 'ssh', 'ssh-keygen'] as const;
export const sshdPath = '/usr/sbin/sshd';

export type SftpServer = {
  /** The watch folder on this machine. */
  readonly inbox: string;
  readonly isChrooted: boolean;
  /** Runs commands of `sftp`; throws if one fails. */
  readonly sftp: (commands: readonly string[]) => Promise<string>;
  /** Tries to run a command by `ssh`. Returns what it printed. */
  readonly ssh: (command: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** The block `Match` of the documentation, for the folder of this run. */
async function matchBlock(root: string): Promise<string> {
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, block] = /Match Group rhythmdesk-drop\n([^`]+)```/.exec(page) ?? [];
  if (block === undefined) throw new Error('docs/operating.md has no block of sshd_config');
  return block.replace('/srv/sftp/%u', root).replace('/etc/ssh/drop/%u', path.join(root, '..', 'authorized'));
}

async function layOut(folder: string, isRoot: boolean): Promise<{ root: string; inbox: string }> {
  const root = path.join(folder, 'root');
  const inbox = path.join(root, 'upload');
  await mkdir(inbox, { recursive: true });
  await chmod(folder, 0o755);
  await chmod(root, 0o755);
  if (isRoot) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (which) => Number((await run('id', [which, dropAccount])).stdout)),
    );
    await chown(inbox, uid ?? 65_534, gid ?? 65_534);
  }
  for (const name of ['host', 'client'])
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path.join(folder, name)]);
  await writeFile(path.join(folder, 'authorized'), await readFile(path.join(folder, 'client.pub')));
  return { root, inbox };
}

async function settingsOf(folder: string, port: number, root: string, isRoot: boolean): Promise<string> {
  const rules = await matchBlock(root);
  const own = isRoot
    ? rules
    : rules.replace(/^.*ChrootDirectory.*\n/m, '').replace('-d /upload', `-d ${path.join(root, 'upload')}`);
  return [
    `Port ${String(port)}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${path.join(folder, 'host')}`,
    `PidFile ${path.join(folder, 'pid')}`,
    'Subsystem sftp internal-sftp',
    // The keys are in a folder of this run.
    'StrictModes no',
    'UsePAM no',
    `Match User ${isRoot ? dropAccount : userInfo().username}`,
    own,
  ].join('\n');
}

export async function startSftp(): Promise<SftpServer> {
  const isRoot = process.getuid?.() === 0;
  // Each folder above a chroot must belong to root and be closed to others, which the folder for temporary files is not.
  if (isRoot) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(path.join(isRoot ? '/run' : tmpdir(), 'rhythmdesk-sftp-'));
  const { root, inbox } = await layOut(folder, isRoot);
  const port = await freePort();
  const settings = path.join(folder, 'sshd_config');
  await writeFile(settings, await settingsOf(folder, port, root, isRoot));
  const log = path.join(folder, 'log');
  const server = spawn(sshdPath, ['-D', '-f', settings, '-E', log], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('sshd answers', () => answers(port), 30_000);
  } catch (fault) {
    const said = await readFile(log, 'utf8').catch(() => '');
    await stop();
    throw new Error(said, { cause: fault });
  }
  const options = [
    'BatchMode=yes',
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'IdentitiesOnly=yes',
  ];
  const usual = ['-i', path.join(folder, 'client'), ...options.flatMap((option) => ['-o', option])];
  const account = `${isRoot ? dropAccount : userInfo().username}@127.0.0.1`;
  return {
    ...{ inbox, isChrooted: isRoot, stop },
    sftp: async (commands) => {
      const batch = path.join(folder, 'batch');
      await writeFile(batch, `${commands.join('\n')}\n`);
      return (await run('sftp', [...usual, '-P', String(port), '-b', batch, account])).stdout;
    },
    ssh: (command) =>
      run('ssh', [...usual, '-p', String(port), account, command], { timeout: 10_000 }).then(
        ({ stdout }) => stdout,
        (fault: unknown) => String(Reflect.get(Object(fault), 'stdout') ?? ''),
      ),
  };
}
