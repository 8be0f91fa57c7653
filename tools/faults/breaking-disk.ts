/**
 * Makes the n-th change of the disk by this process fail, as on a bad disk. Modules refer to the functions of the file
 * system by name, so the functions are replaced in Node's own objects and restored after the work.
 */
import fs from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { devNull } from 'node:os';

const diskCodes = ['ENOSPC', 'EIO', 'EROFS'] as const;
type DiskCode = (typeof diskCodes)[number];

export type BreakingDisk = {
  readonly arm: (at: number, code: DiskCode) => void;
  /** Ends the fault and returns whether it occurred. */
  readonly disarm: () => boolean;
};

type Anything = (this: unknown, ...given: unknown[]) => unknown;
const isFunction = (value: unknown): value is Anything => typeof value === 'function';

/** The functions that change the disk; `open` only if it opens for writing. */
const byPromise = ['open', 'rename', 'unlink', 'writeFile', 'mkdir', 'copyFile', 'truncate'];
const byHandle = ['write', 'sync', 'truncate', 'writeFile', 'appendFile'];
const byCallback = ['write', 'writev', 'fsync'];

const readsOnly = (name: string, given: readonly unknown[]): boolean =>
  name === 'open' && (given[1] === undefined || given[1] === 'r' || given[1] === 0);

class DiskFault extends Error {
  readonly syscall: string;
  readonly code: DiskCode;
  constructor(syscall: string, code: DiskCode) {
    super(`${code}: the test made the disk fail, ${syscall}`);
    this.syscall = syscall;
    this.code = code;
  }
}

type Plan = { left: number; code: DiskCode; struck: boolean };

function strike(plan: Plan, name: string): DiskFault | null {
  if (plan.left === 0) return null;
  plan.left -= 1;
  if (plan.left > 0) return null;
  plan.struck = true;
  return new DiskFault(name, plan.code);
}

/** Replaces functions of an object; returns a function that restores them. */
function exchange(target: object, names: readonly string[], wrap: (name: string, own: Anything) => Anything) {
  const kept = names.map((name): readonly [string, unknown] => [name, Reflect.get(target, name)]);
  for (const [name, own] of kept) if (isFunction(own)) Reflect.set(target, name, wrap(name, own));
  return () => {
    for (const [name, own] of kept) Reflect.set(target, name, own);
  };
}

export async function withBreakingDisk<Result>(
  work: (disk: BreakingDisk) => Promise<Result>,
): Promise<Result> {
  const plan: Plan = { left: 0, code: 'EIO', struck: false };
  const promised = (name: string, own: Anything): Anything =>
    async function change(this: unknown, ...given) {
      const fault = readsOnly(name, given) ? null : strike(plan, name);
      if (fault !== null) throw fault;
      return Reflect.apply(own, this, given);
    };
  const called = (name: string, own: Anything): Anything =>
    function change(this: unknown, ...given) {
      const fault = strike(plan, name);
      const answer = given.at(-1);
      if (fault === null || !isFunction(answer)) return Reflect.apply(own, this, given);
      return setImmediate(() => answer(fault));
    };
  const handle = await files.open(devNull, 'r');
  const handles: unknown = Object.getPrototypeOf(handle);
  await handle.close();
  if (typeof handles !== 'object' || handles === null) throw new Error('file handles without a prototype');
  const restore = [
    exchange(files, byPromise, promised),
    exchange(handles, byHandle, promised),
    exchange(fs, byCallback, called),
  ];
  syncBuiltinESMExports();
  try {
    return await work({
      arm: (at, code) => Object.assign(plan, { left: at, code, struck: false }),
      disarm: () => {
        plan.left = 0;
        return plan.struck;
      },
    });
  } finally {
    for (const back of restore) back();
    syncBuiltinESMExports();
  }
}

export const diskCodeFor = (at: number): DiskCode => diskCodes[at % diskCodes.length] ?? 'EIO';
