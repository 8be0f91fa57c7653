/** Walks a folder in an order that is the same on every machine. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type TreeEntry = { readonly path: string; readonly kind: 'file' | 'folder' | 'link' };

/** Returns every entry below `root` by its path, with forward slashes, in the order of its code units. */
export function walkTree(root: string): TreeEntry[] {
  const found: TreeEntry[] = [];
  const visit = (folder: string): void => {
    for (const name of readdirSync(join(root, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const stat = lstatSync(join(root, path));
      const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'file';
      found.push({ path, kind });
      if (kind === 'folder') visit(path);
    }
  };
  visit('');
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}
