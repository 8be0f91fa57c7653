/** What a first visit to the sign-in page loads: the scripts that its HTML names and what they import, gzipped. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repositoryRoot } from '../processes/repository.ts';
import { ensureWebBuilt } from '../web-build/web-build.ts';
import type { Bench } from './bench.ts';

const dist = join(repositoryRoot, 'packages/web/dist');

/** Static imports only: what is imported later loads while the user types. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(dist, 'assets', file), 'utf8');
  const named = text.matchAll(/(?:^|[;}])(?:import|export)(?:[^"'()]*?from)?["']\.\/([\w.-]+\.js)["']/g);
  return [...named].map((match) => match[1] ?? '');
}

function scripts(): Set<string> {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const waiting = [...page.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
  const known = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (known.has(file) || !existsSync(join(dist, 'assets', file))) continue;
    known.add(file);
    waiting.push(...importsOf(file));
  }
  return known;
}

export default {
  name: 'sign-in-weight',
  run: async (print) => {
    await ensureWebBuilt(repositoryRoot);
    const sizes = [...scripts()].map((file) => gzipSync(readFileSync(join(dist, 'assets', file))).byteLength);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    print({
      what: 'scripts named by the page and their static imports, gzipped',
      value: total / 1000,
      unit: 'kB',
      goal: 170,
    });
  },
} satisfies Bench;
