// @ts-check
/**
 * Finds the Node that runs everything except the set-up.
 *
 * npm's own Node packages come first, so that every machine runs the version that the tests ran on; then any Node that
 * the user has. A candidate counts only if it starts and reports a version that is new enough: a package for glibc can
 * be installed on musl but does not start.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const neededMajor = 24;

const executableName = process.platform === 'win32' ? 'node.exe' : 'node';

/** @param {string} version as `process.version` writes it, `v24.1.0` */
export function isNewEnough(version) {
  const major = /^v(\d+)\./.exec(version.trim())?.[1];
  return major !== undefined && Number(major) >= neededMajor;
}

/** @param {string} executable */
function starts(executable) {
  if (!existsSync(executable)) return false;
  const answer = spawnSync(executable, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return answer.status === 0 && isNewEnough(answer.stdout);
}

/**
 * @param {string} root the repository
 * @param {{ path?: string, self?: { executable: string, version: string } }} [machine] for tests
 * @returns {string | undefined} an executable's path
 */
export function findNode(root, machine = {}) {
  const path = machine.path ?? process.env.PATH ?? '';
  const self = machine.self ?? { executable: process.execPath, version: process.version };
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const packaged = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', executableName);
  if (starts(packaged)) return packaged;
  if (isNewEnough(self.version)) return self.executable;
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, executableName)).find(starts);
}
