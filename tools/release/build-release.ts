/** Makes the archives of a release from a checkout without changes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { releases } from '@rhythmdesk/domain/releases/releases';
import { copyFonts } from '../build/copy-fonts.ts';
import { ensureWebBuilt } from '../build/web-build.ts';
import { runCaptured } from '../processes/child-process.ts';
import { buildTree } from './build-tree.ts';
import { digestOf, packTree, sizeOf } from './pack-tree.ts';
import type { Platform } from './platforms.ts';

export type Archive = { readonly file: string; readonly sha256: string; readonly bytes: number };

async function git(root: string, ...args: string[]): Promise<string> {
  const { code, output, stdout } = await runCaptured('git', args, { cwd: root });
  if (code !== 0) throw new Error(`A release is made from a checkout with git.\n${output}`);
  return stdout.trim();
}

/** Returns the commit and its time; throws if files differ from it, unless `allowsChanges`. */
async function commitOf(root: string, allowsChanges: boolean): Promise<{ commit: string; at: Date }> {
  const changed = await git(root, 'status', '--porcelain');
  if (changed !== '' && !allowsChanges)
    throw new Error(`A release is made from a commit, and these files are changed:\n${changed}`);
  const [commit = '', seconds = ''] = (await git(root, 'log', '-1', '--format=%H %ct')).split(' ');
  return { commit: changed === '' ? commit : `${commit} with changes`, at: new Date(Number(seconds) * 1000) };
}

export type ReleaseOptions = {
  readonly root: string;
  /** The folder for the archives. */
  readonly to: string;
  readonly platforms: readonly Platform[];
  readonly allowsChanges: boolean;
  readonly say: (line: string) => void;
};

/** Returns the archives, and writes their checksums beside them. */
export async function buildRelease({
  root,
  to,
  platforms,
  allowsChanges,
  say,
}: ReleaseOptions): Promise<Archive[]> {
  const { commit, at } = await commitOf(root, allowsChanges);
  const { version } = releases[0];
  await ensureWebBuilt(root, say);
  copyFonts();
  mkdirSync(to, { recursive: true });
  const made: Archive[] = [];
  for (const platform of platforms) {
    const work = mkdtempSync(join(to, '.work-'));
    try {
      const tree = join(work, `rhythmdesk-${version}-${platform}`);
      say(`Installing the packages for ${platform} …`);
      await buildTree(root, tree, { work: join(work, 'packages'), platform, mark: { version, commit } });
      const file = join(to, `${basename(tree)}.tar.gz`);
      say(`Packing ${basename(file)} …`);
      await packTree(tree, file, at);
      made.push({ file, sha256: await digestOf(file), bytes: sizeOf(file) });
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const sums = made.map(({ sha256, file }) => `${sha256}  ${basename(file)}\n`);
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''));
  return made;
}
