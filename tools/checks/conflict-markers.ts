/**
 * Finds conflict markers that a merge left in a text file: in code they break the compiler, in documents and data nothing
 * else finds them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCaptured } from '../processes/child-process.ts';
import { ownFiles } from '../processes/repository.ts';

/** The lines that git writes around both sides of a conflict, and with `diff3` around their common ancestor. */
const marker = /^(?:(?:<{7}|\|{7}|>{7})(?: .*)?|={7})\r?$/gm;

/** Git, too, takes a file with a zero in its first bytes for a binary one. */
const headBytes = 8_000;

/** Returns the tracked files and the new ones that git does not ignore; outside of git those that people wrote. */
async function textPaths(root: string): Promise<string[]> {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'];
  const { code, stdout } = await runCaptured('git', listed, { cwd: root });
  return code === 0 ? stdout.split('\0').filter((path) => path !== '') : ownFiles(root);
}

/** Returns the content of a text file; empty for a binary file, a folder, and a file that was deleted. */
function textOf(file: string): string {
  try {
    const bytes = readFileSync(file);
    return bytes.subarray(0, headBytes).includes(0) ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}

/** Returns the numbers of the lines that are markers. */
export function markerLines(text: string): number[] {
  return [...text.matchAll(marker)].map(({ index }) => text.slice(0, index).split('\n').length);
}

export async function checkConflictMarkers(root: string): Promise<string[]> {
  return (await textPaths(root)).flatMap((path) =>
    markerLines(textOf(join(root, path))).map(
      (line) => `${path}:${String(line)}: a marker of an unfinished merge`,
    ),
  );
}
