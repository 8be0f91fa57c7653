/** Hashes the sources of a build, so that a build runs if they have changed and not after a mere clone. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles } from '../processes/repository.ts';

const isTest = /\.(test|bench)\.tsx?$/;

/** Returns one SHA-256, as hex, over the lock file and every file of these folders below `root` that is not a test. */
export function sourcesHash(root: string, folders: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const name of folders) {
    const folder = join(root, name);
    for (const path of ownFiles(folder).filter((file) => !isTest.test(file))) {
      hash.update(`\0${name}/${path}\0`).update(readFileSync(join(folder, path)));
    }
  }
  return hash.digest('hex');
}

/** Returns whether the stamp contains this hash. */
export const hasStamp = (stamp: string, hash: string): boolean =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

export const unbuildable = (what: string): string =>
  `The ${what} is not built from these sources, and the packages that build it are not installed. ` +
  'Run “npm ci” and “npm run build”, or copy packages/web/dist and packages/server/dist from another machine: see docs/operating.md, “Size”.';
