/** Checks by its first bytes that every native file of a tree is for one machine: an archive may be made on another one. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from './platforms.ts';
import { walkTree } from './walk-tree.ts';

/** The field `e_machine` of an ELF header. */
const machines: Readonly<Record<Platform, number>> = { 'linux-x64': 62, 'linux-arm64': 183 };
const machineAt = 18;
const headBytes = 20;

/** The first bytes of programs of other systems: Windows, and macOS in either order of bytes. */
const foreign = new Set(['4d5a9000', 'cffaedfe', 'feedfacf', 'cafebabe']);

function headOf(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(handle, head, 0, headBytes, 0));
  } finally {
    closeSync(handle);
  }
}

/** Returns how many native files the tree has; throws with the path of one that another machine needs. */
export function judgeMachine(tree: string, platform: Platform): number {
  let count = 0;
  for (const { path, kind } of walkTree(tree)) {
    if (kind !== 'file') continue;
    const head = headOf(join(tree, path));
    const magic = head.subarray(0, 4);
    const isElf = head.length === headBytes && magic.toString('latin1') === '\u007FELF';
    if (isElf) count += 1;
    if (foreign.has(magic.toString('hex')) || (isElf && head.readUInt16LE(machineAt) !== machines[platform]))
      throw new Error(`${path} is a program for another machine than ${platform}.`);
  }
  return count;
}
