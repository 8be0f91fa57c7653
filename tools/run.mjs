// @ts-check
/**
 * The file that every npm script calls: `node tools/run.mjs <command> [arguments]`.
 *
 * The machine's own Node may be as old as 20 and nothing may be installed yet, so this file and `setup/` need only Node
 * 20. It installs the packages of package-lock.json, finds a Node 24, starts the file of the command with that Node,
 * and passes on arguments, signals and the exit code.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './setup/dependencies.mjs';
import { findNode, neededMajor } from './setup/find-node.mjs';
import { runChild } from './setup/run-child.mjs';
import { SetupError } from './setup/setup-error.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commandsFolder = join(root, 'tools', 'commands');

/** Commands of an installation, which may lack the development packages (`npm ci --omit=dev`). */
const ofInstallations = new Set([
  'start',
  'worker',
  'import',
  'files',
  'backup',
  'restore',
  'audit:verify',
  'jobs',
  'watch',
]);

/** `bench:ecg` → `tools/commands/bench-ecg.ts` @param {string} name */
function commandFile(name) {
  const file = join(commandsFolder, `${name.replaceAll(':', '-')}.ts`);
  return /^[a-z][a-z:]*$/.test(name) && existsSync(file) ? file : undefined;
}

function commandNames() {
  return readdirSync(commandsFolder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length).replaceAll('-', ':'))
    .join(', ');
}

/** @param {string[]} argv @returns {Promise<number>} the exit code */
async function main(argv) {
  const [name = '', ...rest] = argv;
  const file = commandFile(name);
  if (file === undefined)
    throw new SetupError(`There is no command “${name}”. There are: ${commandNames()}.`);
  await ensureDependencies(root, !ofInstallations.has(name));
  const node = findNode(root);
  if (node === undefined) {
    throw new SetupError(
      `Rhythmdesk needs Node ${neededMajor} or newer, and npm has none for this machine ` +
        `(${process.platform}, ${process.arch}). Install it from https://nodejs.org and put it on the PATH.`,
    );
  }
  return await runChild(node, [file, ...(rest[0] === '--' ? rest.slice(1) : rest)], { cwd: root });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
