/**
 * Bundles the server's programs and their threads if the sources have changed since the last build. A bundled program
 * takes a third of the processor time to start, because Node then neither strips the types of some 900 files nor
 * resolves each module of drizzle-orm by a package.json of 178 kB.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import { sourcesHash, unbuildable } from './sources-hash.ts';

const serverPrograms = ['main', 'worker'] as const;
export type ServerProgram = (typeof serverPrograms)[number];

/** A running server loads parts of its build late, so a new build keeps the newest ones. */
const buildsKept = 5;

const sources = ['packages/ecg', 'packages/domain', 'packages/contract', 'packages/server', 'tools/build'];

/** Decides what is bundled; every other package stays in `node_modules`. */
const isBundled = (id: string): boolean => /^[./]|^@rhythmdesk\/|^drizzle-orm(\/|$)/.test(id);

/** Matches the file of a thread in code, but not in a comment, where it is between backquotes. */
const threadFile = /(?<!`)new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g;

/**
 * Bundles each thread that a module starts, beside the programs, where no two files may have one name. Any other
 * `import.meta` is replaced by the module's source, where its templates and migrations are.
 */
function bundleThreads(folder: string, programs: readonly string[]): Plugin {
  const sourcesByName = new Map<string, string>(programs.map((name) => [name, 'a program']));
  return {
    name: 'bundle-threads',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null;
      const source = relative(folder, id);
      const bundled = code
        .replaceAll(threadFile, (_all, thread: string) => {
          const fileName = `${basename(thread)}.js`;
          const file = resolve(dirname(id), `${thread}.ts`);
          const known = sourcesByName.get(fileName) ?? file;
          if (known !== file) this.error(`two files would be bundled as ${fileName}: ${known} and ${file}`);
          sourcesByName.set(fileName, file);
          this.emitFile({ type: 'chunk', id: file, fileName });
          return `new URL('./${fileName}', META_URL)`;
        })
        .replaceAll('import.meta.dirname', `(META_DIRNAME + '/${dirname(source)}')`)
        .replaceAll('import.meta.url', `new URL('${source}', META_URL).href`)
        .replaceAll(/META_(URL|DIRNAME)/g, (_all, name: string) => `import.meta.${name.toLowerCase()}`);
      // No line moves, so the source map stays valid.
      return { code: bundled, map: null };
    },
  };
}

type BundleOptions = {
  /** Further programs by their names, as paths below `root`. */
  readonly further?: Readonly<Record<string, string>>;
  readonly sourcemap: boolean;
};

/** Bundles the programs into a folder, which must be two folders below `packages/server`. */
export async function bundlePrograms(
  root: string,
  folder: string,
  { further = {}, sourcemap }: BundleOptions,
): Promise<void> {
  const { build } = await import('rolldown');
  const own = serverPrograms.map((name) => [name, `packages/server/src/app/${name}.ts`] as const);
  const input = [...own, ...Object.entries(further)].map(([name, path]) => [name, join(root, path)] as const);
  await build({
    cwd: root,
    input: Object.fromEntries(input),
    platform: 'node',
    external: (id) => !isBundled(id),
    plugins: [
      bundleThreads(
        folder,
        input.map(([name]) => `${name}.js`),
      ),
    ],
    output: { dir: folder, format: 'es', keepNames: true, sourcemap },
  });
}

/** Returns 0 for a folder that another command removed meanwhile, so that it counts as the oldest. */
const madeAt = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function removeOldBuilds(builds: string): void {
  const byAge = readdirSync(builds)
    .map((name) => ({ folder: join(builds, name), at: madeAt(join(builds, name)) }))
    .sort((one, other) => other.at - one.at)
    .map(({ folder }) => folder);
  for (const old of byAge.slice(buildsKept)) rmSync(old, { recursive: true, force: true });
}

/** Moves a finished build into place, unless another command was faster: an existing build is never replaced. */
function publish(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (fault) {
    if (!existsSync(folder)) throw fault;
  }
}

/** Returns the folder with `main.js` and `worker.js` of these sources; throws with the output of the bundler. */
export async function ensureServerBuilt(root: string): Promise<string> {
  const builds = join(root, 'packages/server/dist/programs');
  const folder = join(builds, sourcesHash(root, sources).slice(0, 16));
  if (existsSync(folder)) return folder;
  if (!existsSync(join(root, 'node_modules/rolldown'))) throw new Error(unbuildable('server'));
  // Server and worker may start at the same time after an update, and then both build.
  const unfinished = join(builds, `unfinished-${randomUUID()}`);
  try {
    await bundlePrograms(root, unfinished, { sourcemap: true });
    publish(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldBuilds(builds);
  return folder;
}
