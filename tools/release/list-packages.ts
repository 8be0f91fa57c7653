/** Lists the packages in an archive: those of its node_modules, and those that were built into page, programs and fonts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readLock, shippedPackages } from '../processes/shipped-packages.ts';

const manifest = z.object({ name: z.string(), version: z.string() });

export type ArchivedPackage = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The folder with its licence files. */
  readonly folder: string;
};

/** Returns the folders of packages below `node_modules`, also of nested ones. */
function packageFolders(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .sort()
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name))
            .sort()
            .map((each) => `${name}/${each}`)
        : [name],
    )
    .map((name) => join(modules, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) => [folder, ...packageFolders(join(folder, 'node_modules'))]);
}

const keyOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name}@${version}`;

function foldersByKey(folders: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders.flatMap(packageFolders)) {
    const read = manifest.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    if (read.success && !found.has(keyOf(read.data))) found.set(keyOf(read.data), folder);
  }
  return found;
}

/** `staged` are the folders node_modules of the archive; packages that a build includes are found in those of the checkout. */
export function archivedPackages(root: string, staged: readonly string[]): ArchivedPackage[] {
  const installed = foldersByKey(staged);
  const places = ['.', 'packages/server', 'packages/web'];
  const built = foldersByKey(places.map((place) => join(root, place, 'node_modules')));
  const otherMachine = (name: string): boolean =>
    /(^|[-/])(linux|darwin|win32|win|windows|android|freebsd)-/.test(name);
  const listed = new Map(shippedPackages(readLock(root)).map((each) => [keyOf(each), each]));
  return [...listed]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, { name, version, license }]) => {
      const folder = installed.get(key) ?? (otherMachine(name) ? undefined : built.get(key));
      return folder === undefined ? [] : [{ name, version, license, folder }];
    });
}
