/** Lists the files that differ from a commit: changed, new and removed files of the working tree. */
import { runCaptured } from '../processes/child-process.ts';

async function git(root: string, args: readonly string[]): Promise<string> {
  const { code, output, stdout } = await runCaptured('git', args, { cwd: root });
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed: ${output.trim()}`);
  return stdout;
}

/**
 * Returns paths from the root, sorted. With a branch as `ref`, returns the changes of the current branch since it left
 * that branch.
 */
export async function changedFiles(root: string, ref: string): Promise<string[]> {
  const base = (await git(root, ['merge-base', ref, 'HEAD'])).trim();
  const differing = await git(root, ['diff', '--name-only', '--no-renames', '-z', base]);
  const untracked = await git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  return [...new Set(`${differing}${untracked}`.split('\0'))].filter((path) => path !== '').sort();
}
