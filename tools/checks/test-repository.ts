/**
 * Creates a small repository in a temporary folder, with the real settings and packages, in which a test plants
 * violations, to show that the rules find them, and where.
 */
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../processes/repository.ts';

export type Planted = { readonly root: string; readonly remove: () => void };

const rooms = ['ecg', 'domain', 'contract', 'server', 'web'];
const settings = [
  'tsconfig.{base,node,browser}.json',
  '.oxfmtrc.json',
  'package.json',
  'package-lock.json',
  'knip.json',
  '{packages/*,tools,tools/bench,e2e}/{package,tsconfig*}.json',
];

/** Creates empty packages with these names, for checks that only resolve imports. */
function writeStubs(root: string, names: readonly string[]): void {
  for (const name of names) {
    const folder = join(root, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'main.js' }));
    writeFileSync(join(folder, 'main.js'), '');
  }
}

function linkRooms(root: string): void {
  const scope = join(root, 'node_modules', '@rhythmdesk');
  mkdirSync(scope, { recursive: true });
  for (const room of rooms) symlinkSync(join(root, 'packages', room), join(scope, room), 'dir');
}

/**
 * Links every installed package and command except the workspace's own packages, which are those of the planted
 * repository.
 */
function linkPackages(root: string): void {
  const installed = join(repositoryRoot, 'node_modules');
  const target = join(root, 'node_modules');
  for (const name of readdirSync(installed)) {
    if ((!name.startsWith('.') && name !== '@rhythmdesk') || name === '.bin')
      symlinkSync(join(installed, name), join(target, name), 'dir');
  }
}

/**
 * Writes the files, given by their paths in the repository. With `stubs`, creates those empty packages instead of
 * linking the real ones.
 */
export function plant(files: Readonly<Record<string, string>>, stubs?: readonly string[]): Planted {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rhythmdesk-planted-')));
  for (const path of globSync(settings, { cwd: repositoryRoot }))
    cpSync(join(repositoryRoot, path), join(root, path));
  linkRooms(root);
  if (stubs === undefined) linkPackages(root);
  else writeStubs(root, stubs);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
