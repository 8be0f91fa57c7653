/**
 * Defines a fault program: it attacks the product or breaks a part of its machine, and fails at the first broken
 * invariant. The short form takes seconds and runs in `npm test`; the long one runs with `npm run faults -- NAME`.
 */
export type FaultSize = 'short' | 'long';

export type FaultReport = (figure: string, value: number | string) => void;

export type FaultProgram = {
  readonly name: string;
  /** What the program breaks, and which invariant must hold. */
  readonly says: string;
  /**
   * `count`: number of rounds, requests or seconds instead of the usual one, if the program counts any. `store`: which
   * of several stores of others it uses.
   */
  readonly run: (size: FaultSize, report: FaultReport, count?: number, store?: string) => Promise<void>;
};

/** Throws a readable error if an invariant is broken. */
export function invariant(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Error(`Invariant broken: ${words}`);
}
