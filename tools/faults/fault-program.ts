/**
 * A standing program that attacks the product or breaks a machine under it, and fails at the first law that does not
 * hold. The short form takes seconds and runs in `npm test`; the long one by `npm run faults -- NAME`.
 */
export type FaultSize = 'short' | 'long';

export type FaultReport = (figure: string, value: number | string) => void;

export type FaultProgram = {
  readonly name: string;
  /** What is broken, and which law is held against it. */
  readonly says: string;
  /** `count` rounds, requests or seconds instead of the usual number, where the program counts any. */
  readonly run: (size: FaultSize, report: FaultReport, count?: number) => Promise<void>;
};

/** Throws in plain words where a law does not hold. */
export function law(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Error(`A law was broken: ${words}`);
}
