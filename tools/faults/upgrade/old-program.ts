/**
 * Runs an older commit of the product: extracts its files from the repository's history and links the installed
 * packages if the commit needs the same versions.
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { programSettings } from '@rhythmdesk/server/testing/test-process';
import { z } from 'zod';
import { runCaptured, runNode } from '../../processes/child-process.ts';
import { repositoryRoot } from '../../processes/repository.ts';
import { invariant } from '../fault-program.ts';

/** The last commit before the first backup command, until there is a release. */
export const oldCommit = '5062f7c';
/** The commit that first made backups. */
export const oldBackupCommit = '57a0e0c5';

const ready = z.object({ msg: z.literal('ready'), address: z.string() });

/** Links each installed package, and the workspaces of the old commit instead of the current ones. */
async function linkPackages(folder: string): Promise<void> {
  const today = path.join(repositoryRoot, 'node_modules');
  const own = path.join(folder, 'node_modules', '@rhythmdesk');
  await mkdir(own, { recursive: true });
  for (const name of await readdir(today)) {
    if (name !== '@rhythmdesk')
      await symlink(path.join(today, name), path.join(folder, 'node_modules', name));
  }
  for (const name of await readdir(path.join(folder, 'packages'))) {
    await symlink(path.join(folder, 'packages', name), path.join(own, name));
    const nested = path.join(repositoryRoot, 'packages', name, 'node_modules');
    await symlink(nested, path.join(folder, 'packages', name, 'node_modules'));
  }
  await symlink(path.join(folder, 'tools'), path.join(own, 'tools'));
}

export async function takeOut(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, 'code.tar');
  const options = { cwd: repositoryRoot };
  const git = await runCaptured(
    'git',
    ['archive', '-o', archive, commit, 'packages', 'tools', 'package.json'],
    options,
  );
  invariant(git.code === 0, `the commit ${commit} is in the history: ${git.output}`);
  const tar = await runCaptured('tar', ['-xf', archive, '-C', folder], options);
  invariant(tar.code === 0, `its files are unpacked: ${tar.output}`);
  await linkPackages(folder);
}

export type OldServer = { readonly address: string; readonly stop: () => Promise<void> };

export async function startOld(code: string, dataDir: string): Promise<OldServer> {
  const child = spawn(process.execPath, [path.join(code, 'packages/server/src/app/main.ts')], {
    env: programSettings(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  const gone = new Promise<void>((end) => child.once('exit', () => end()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = line.startsWith('{') ? ready.safeParse(JSON.parse(line)) : null;
    if (said?.success === true) resolve(said.data.address);
  });
  void gone.then(() => reject(new Error('the old server ended')));
  return {
    address: await address,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Runs one of the old commit's programs to its end. */
export function runOld(code: string, dataDir: string, program: string, args: readonly string[] = []) {
  return runNode([path.join(code, program), ...args], { cwd: code, env: programSettings(dataDir) });
}
