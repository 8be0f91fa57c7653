/**
 * Lists the packages of the lock file that the product runs on: those of a running installation, and those that a build
 * includes in the page or puts beside the server, which the lock file counts as development packages.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const lockShape = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      devDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Lock = z.output<typeof lockShape>['packages'];

export type ShippedPackage = { readonly name: string; readonly version: string; readonly license: string };

/** Licences that a package states in its readme instead of its manifest. */
const statedInReadme: Readonly<Record<string, string>> = { 'combine-errors': 'MIT' };

/** True for everything that the page imports, which is built into it; type packages are not. */
const isBuiltIn = (workspace: string, name: string): boolean =>
  workspace === 'packages/web' ? !name.startsWith('@types/') : name.startsWith('@expo-google-fonts/');
const workspaces = ['packages/web', 'packages/server'];

/** Returns the entry of a package as Node resolves it from another package; null if it is not in the lock file. */
function placeOf(packages: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return null;
  }
}

function builtIn(packages: Lock): Set<string> {
  const found = new Set<string>();
  const waiting = workspaces.flatMap((workspace) =>
    Object.keys(packages[workspace]?.devDependencies ?? {})
      .filter((name) => isBuiltIn(workspace, name))
      .map((name) => placeOf(packages, workspace, name)),
  );
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place === null || found.has(place)) continue;
    found.add(place);
    const from = place;
    const { dependencies, optionalDependencies } = packages[place] ?? {};
    const names = Object.keys({ ...dependencies, ...optionalDependencies });
    waiting.push(...names.map((name) => placeOf(packages, from, name)));
  }
  return found;
}

export function shippedPackages(lock: unknown): ShippedPackage[] {
  const { packages } = lockShape.parse(lock);
  const built = builtIn(packages);
  return Object.entries(packages).flatMap(([place, { version, license, dev, link }]) => {
    const isPackage = place.includes('node_modules/') && link !== true && version !== undefined;
    if (!isPackage || (dev === true && !built.has(place))) return [];
    const name = place.split('node_modules/').at(-1) ?? '';
    return [{ name, version, license: license ?? statedInReadme[name] ?? 'not stated' }];
  });
}

export function readLock(root: string): unknown {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
}
