/**
 * Builds the page when its sources have changed since the last build, told by a hash over everything that goes in:
 * the page's own package, the packages it imports and the lock file. Times of files say nothing after a clone.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../processes/child-process.ts';
import { ownFiles } from '../processes/repository.ts';

const rooms = ['ecg', 'domain', 'contract', 'web'];
const isTest = /\.(test|bench)\.tsx?$/;

/** One hash for all that the built page is made of. */
export function sourcesHash(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const room of rooms) {
    const folder = join(root, 'packages', room);
    for (const path of ownFiles(folder).filter((file) => !isTest.test(file))) {
      hash.update(`\0${room}/${path}\0`).update(readFileSync(join(folder, path)));
    }
  }
  return hash.digest('hex');
}

/** Inside what was built, so that a copy of the folder carries it; the server serves no file with a dot before its name. */
const stampOf = (root: string): string => join(root, 'packages/web/dist', '.built-from');

export function isBuilt(root: string): boolean {
  const stamp = stampOf(root);
  if (!existsSync(join(root, 'packages/web/dist/index.html')) || !existsSync(stamp)) return false;
  return readFileSync(stamp, 'utf8') === sourcesHash(root);
}

const unbuildable =
  'The page is not built from these sources, and the packages that build it are not installed. ' +
  'Run “npm ci” and “npm run build”, or bring packages/web/dist and packages/server/dist from another machine: see docs/operating.md, “Size”.';

const toTerminal = (line: string): void => void process.stdout.write(`${line}\n`);

/** Leaves a built page in packages/web/dist, or throws with what the builder said. */
export async function ensureWebBuilt(root: string, say: (line: string) => void = toTerminal): Promise<void> {
  if (isBuilt(root)) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) throw new Error(unbuildable);
  say('Building the page …');
  const hash = sourcesHash(root);
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output, ms } = await runNode([vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'packages/web'),
    env,
  });
  if (code !== 0) throw new Error(`The page could not be built.\n${output}`);
  writeFileSync(stampOf(root), hash);
  say(`Page built in ${(ms / 1000).toFixed(1)} s.`);
}
