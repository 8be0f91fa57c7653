/** Compares the generated documents with the files of the tree, and writes those that differ. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './pages.ts';

export type StalePage = { readonly path: string; readonly wanted: string | undefined };

export function stalePages(root: string, pages: readonly Page[]): StalePage[] {
  return pages.flatMap(({ path, make }) => {
    const file = join(root, path);
    const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const wanted = make(present);
    return wanted === present ? [] : [{ path, wanted }];
  });
}

/** Writes the pages that can be made; returns the paths of the others. */
export function writePages(root: string, stale: readonly StalePage[]): string[] {
  return stale.flatMap(({ path, wanted }) => {
    if (wanted === undefined) return [path];
    writeFileSync(join(root, path), wanted);
    return [];
  });
}
