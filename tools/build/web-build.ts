/** Builds the page into `packages/web/dist` if its sources have changed since the last build. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../processes/child-process.ts';
import { hasStamp, sourcesHash, unbuildable } from './sources-hash.ts';

export const pageHash = (root: string): string =>
  sourcesHash(root, ['packages/ecg', 'packages/domain', 'packages/contract', 'packages/web']);

/**
 * The stamp is inside the build, so that a copy of the folder contains it; the server serves no file whose name starts
 * with a dot.
 */
const stampOf = (root: string): string => join(root, 'packages/web/dist', '.built-from');

export const isBuilt = (root: string): boolean =>
  existsSync(join(root, 'packages/web/dist/index.html')) && hasStamp(stampOf(root), pageHash(root));

const toTerminal = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ensures a built page in packages/web/dist, or throws with the output of the builder. */
export async function ensureWebBuilt(root: string, say: (line: string) => void = toTerminal): Promise<void> {
  if (isBuilt(root)) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) throw new Error(unbuildable('page'));
  say('Building the page …');
  const hash = pageHash(root);
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output, ms } = await runNode([vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'packages/web'),
    env,
  });
  if (code !== 0) throw new Error(`The page could not be built.\n${output}`);
  writeFileSync(stampOf(root), hash);
  say(`Page built in ${(ms / 1000).toFixed(1)} s.`);
}
