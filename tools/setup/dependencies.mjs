// @ts-check
/**
 * Installs the packages of package-lock.json, once, and again whenever the file changes.
 *
 * A stamp in node_modules contains the hash of the lock file that was installed. Without a stamp (after a manual run of
 * npm) the tree is compared with the lock file, so that a good one is never deleted. `npm ci` empties node_modules
 * first, so only one process installs at a time, and an interrupted installation leaves no stamp.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainFailure } from './install-failure.mjs';
import { withInstallLock } from './install-lock.mjs';
import { SetupError } from './setup-error.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, extraneous?: boolean }> }} LockFile */

/** @param {string} file @returns {string | undefined} */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} root */
const stampFile = (root) => join(root, 'node_modules', '.rhythmdesk-installed');

/** @param {string} text */
const fingerprint = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Tells whether npm's own record of node_modules contains every package of the lock file in its version. Optional
 * packages (for other platforms) and extraneous ones (which npm leaves out) may be missing but not different; the same
 * applies to development packages if they are not needed.
 * @param {string} lockText @param {string | undefined} installedText @param {boolean} [needsDev]
 */
export function treeMatches(lockText, installedText, needsDev = true) {
  if (installedText === undefined) return false;
  /** @type {LockFile} */
  const wanted = JSON.parse(lockText);
  /** @type {LockFile} */
  const installed = JSON.parse(installedText);
  return Object.entries(wanted.packages ?? {}).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed.packages?.[path];
    if (there !== undefined) return there.version === entry.version;
    if (entry.dev === true && !needsDev) return true;
    return entry.optional === true || entry.devOptional === true || entry.extraneous === true;
  });
}

/** @param {string} root @param {boolean} [needsDev] @returns {'ready' | 'unstamped' | 'missing'} */
export function dependencyState(root, needsDev = true) {
  const lockText = readIfThere(join(root, 'package-lock.json'));
  if (lockText === undefined)
    throw new SetupError('package-lock.json is missing: this is not a full checkout.');
  if (readIfThere(stampFile(root)) === fingerprint(lockText)) return 'ready';
  const installed = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (treeMatches(lockText, installed)) return 'unstamped';
  return !needsDev && treeMatches(lockText, installed, false) ? 'ready' : 'missing';
}

/** @param {string} root */
function writeStamp(root) {
  try {
    writeFileSync(stampFile(root), fingerprint(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  } catch {
    // The user may only read this checkout; the next start compares the tree again.
  }
}

/**
 * Returns the npm that started us, otherwise the one on the PATH.
 * @returns {{ executable: string, args: string[], shell: boolean }}
 */
function npmCommand() {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) {
    return { executable: process.execPath, args: [script], shell: false };
  }
  return { executable: 'npm', args: [], shell: process.platform === 'win32' };
}

/**
 * @param {string} root @param {string[]} npmArgs
 * @returns {Promise<{ code: number, errors: string }>}
 */
function npm(root, npmArgs) {
  const { executable, args, shell } = npmCommand();
  return new Promise((resolve) => {
    const stdio = /** @type {['ignore', 'inherit', 'pipe']} */ (['ignore', 'inherit', 'pipe']);
    const child = spawn(executable, [...args, ...npmArgs], { cwd: root, shell, stdio });
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += String(chunk);
    });
    child.once('error', (error) => resolve({ code: 1, errors: String(error) }));
    child.once('close', (code) => resolve({ code: code ?? 1, errors }));
  });
}

/** @param {string} root */
async function install(root) {
  const startedAt = Date.now();
  process.stdout.write('Installing packages (npm ci) …\n');
  const { code, errors } = await npm(root, [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) throw new SetupError(explainFailure(errors));
  writeStamp(root);
  process.stdout.write(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.\n`);
}

/** @param {string} root the repository @param {boolean} [needsDev] whether the packages of development are needed */
export async function ensureDependencies(root, needsDev = true) {
  const state = dependencyState(root, needsDev);
  if (state === 'unstamped') writeStamp(root);
  if (state !== 'missing') return;
  try {
    mkdirSync(join(root, '.cache'), { recursive: true });
    accessSync(join(root, '.cache'), constants.W_OK);
    accessSync(root, constants.W_OK);
  } catch {
    throw new SetupError(explainFailure('EACCES'));
  }
  await withInstallLock(join(root, '.cache', 'installing'), async () => {
    if (dependencyState(root) === 'missing') await install(root);
  });
}
