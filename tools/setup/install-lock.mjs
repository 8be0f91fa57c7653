// @ts-check
/** Allows one installation at a time in a checkout, with a file that contains the installer's process id. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const writtenWithinMs = 10_000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {string} file @returns {boolean} whether the lock is ours now */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return false;
  }
}

/** @param {string} file */
function dropDeadLock(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // One that was killed before it wrote its id has left an empty file.
    const isDead = pid > 0 ? !isAlive(pid) : Date.now() - statSync(file).mtimeMs > writtenWithinMs;
    if (isDead) rmSync(file, { force: true });
  } catch {
    // The lock was released meanwhile.
  }
}

/**
 * @param {string} file
 * @param {() => Promise<void>} work
 */
export async function withInstallLock(file, work) {
  for (let waited = false; !tryLock(file); waited = true) {
    if (!waited) process.stdout.write('Another process is installing packages; waiting for it …\n');
    dropDeadLock(file);
    await sleep(500);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}
