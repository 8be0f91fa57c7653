/** Locates the repository on this machine and lists its own files. */
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const repositoryRoot = join(import.meta.dirname, '..', '..');

const code = /\.(ts|tsx|mjs|cjs|js)$/;
const skipped = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'bench-results']);

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name) || (entry.isDirectory() && entry.name.startsWith('.'))) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** Returns every file of the repository that people wrote, as relative paths with forward slashes, sorted. */
export function ownFiles(root: string): string[] {
  return [...walk(root)].map((path) => relative(root, path).split(sep).join('/')).sort();
}

export const isCode = (path: string): boolean => code.test(path);
