/**
 * Builds one commit in two fresh copies of the repository, in folders with names of different lengths, and compares the
 * archives. The packages of development are linked, because the lock file fixes their bytes.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCaptured, runNode } from '../processes/child-process.ts';
import { walkTree } from './walk-tree.ts';
import { digestOf } from './pack-tree.ts';
import type { Platform } from './platforms.ts';

const copies = ['one', 'another-with-a-longer-name'] as const;

async function run(words: string, work: Promise<{ code: number; output: string }>): Promise<void> {
  const { code, output } = await work;
  if (code !== 0) throw new Error(`${words} failed.\n${output}`);
}

/** Returns the folders `node_modules` of the root and of the workspaces: npm puts a second version of a package there. */
const packageFolders = (root: string): string[] =>
  ['.', 'e2e', 'tools', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)]
    .map((workspace) => join(workspace, 'node_modules'))
    .filter((folder) => existsSync(join(root, folder)));

/** Returns the digests of the archives by their names. */
async function buildIn(
  root: string,
  copy: string,
  platforms: readonly Platform[],
): Promise<Map<string, string>> {
  await run(
    'git clone',
    runCaptured('git', ['clone', '--quiet', '--no-hardlinks', root, copy], { cwd: root }),
  );
  for (const folder of packageFolders(root)) {
    const args = ['-a', '--link', join(root, folder), join(copy, folder)];
    await run('copying the packages', runCaptured('cp', args, { cwd: root }));
  }
  const to = join(copy, 'dist-release');
  for (const platform of platforms) {
    const args = ['tools/commands/release.ts', `--platform=${platform}`, `--to=${join(to, platform)}`];
    await run(`the build in ${copy}`, runNode(args, { cwd: copy }));
  }
  const files = walkTree(to).filter(({ path }) => path.endsWith('.tar.gz'));
  return new Map(
    await Promise.all(files.map(async ({ path }) => [path, await digestOf(join(to, path))] as const)),
  );
}

/** Returns whether both builds have the same bytes; `say` gets each digest. */
export async function compareBuilds(
  root: string,
  platforms: readonly Platform[],
  say: (line: string) => void,
): Promise<boolean> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/release-'));
  try {
    const digests: Map<string, string>[] = [];
    for (const name of copies) digests.push(await buildIn(root, join(folder, name), platforms));
    const [first = new Map<string, string>(), second = new Map<string, string>()] = digests;
    for (const [name, sha256] of first)
      say(
        `${sha256}  ${name}: ${second.get(name) === sha256 ? 'equal in both builds' : `but ${second.get(name) ?? 'missing'}`}`,
      );
    return first.size > 0 && [...first].every(([name, sha256]) => second.get(name) === sha256);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
