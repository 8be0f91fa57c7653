/**
 * Packs a folder so that the same content gives the same bytes on every machine: entries are sorted, owners left out,
 * modes reduced to “may be run” or not, and every time is that of the commit.
 *
 * The format is `.tar.gz`: every Debian can unpack it without a further package, while `xz` and `zstd` are missing from
 * its smallest installation.
 */
import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { walkTree } from './walk-tree.ts';

const sumsFile = 'SHA256SUMS';

/** Sets the mode of every file and folder to one of two, whatever the umask of this machine is. */
export function evenModes(root: string): void {
  for (const { path, kind } of walkTree(root)) {
    if (kind === 'link') continue;
    const file = join(root, path);
    const runs = kind === 'folder' || (lstatSync(file).mode & 0o100) !== 0;
    chmodSync(file, runs ? 0o755 : 0o644);
  }
  chmodSync(root, 0o755);
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Writes the checksums of every file, in the form that `sha256sum --check` reads. */
export function writeSums(root: string): void {
  const files = walkTree(root).filter(({ path, kind }) => kind === 'file' && path !== sumsFile);
  writeFileSync(
    join(root, sumsFile),
    files.map(({ path }) => `${hashOf(join(root, path))}  ${path}\n`).join(''),
  );
}

/** Packs the folder into `archive`; its name is the first part of every path. `at` is the time of every entry. */
export async function packTree(root: string, archive: string, at: Date): Promise<void> {
  const top = basename(root);
  const paths = [top, ...walkTree(root).map(({ path }) => `${top}/${path}`)];
  await create(
    {
      cwd: dirname(root),
      file: archive,
      gzip: { level: 9 },
      portable: true,
      mtime: at,
      noDirRecurse: true,
      strict: true,
    },
    paths,
  );
}

/** Returns the SHA-256 of a large file as hex. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export const sizeOf = (file: string): number => statSync(file).size;
