/** Runs one fault program and shows its figures, or what it broke. */
import { inspect } from 'node:util';
import type { FaultProgram, FaultSize } from './fault-program.ts';

export type Run = {
  readonly size: FaultSize;
  /** Number of rounds, requests or seconds instead of the usual one. */
  readonly count?: number | undefined;
  /** Which of several stores of others the program uses. */
  readonly store?: string | undefined;
  readonly show: (line: string) => void;
};

/** Returns whether every invariant held. */
export async function runProgram(
  { name, says, run }: FaultProgram,
  { size, count, store, show }: Run,
): Promise<boolean> {
  show(`\n${name}: ${says}`);
  const started = performance.now();
  try {
    await run(size, (figure, value) => show(`  ${figure}: ${String(value)}`), count, store);
  } catch (fault) {
    show(`  BROKEN: ${inspect(fault).slice(0, 4000)}`);
    return false;
  }
  show(`  held, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return true;
}
