/**
 * Decides whether enough of a recording was reviewed before the case goes to review.
 *
 * Invariants: coverage of exactly the minimum is enough. The shown share is rounded down, so it is always below the
 * required share.
 */

/** Whole percentages of a recording. */
export interface CoverageShort {
  readonly seen_percent: number;
  readonly asked_percent: number;
}

/**
 * Returns the seen and required percentages if coverage is below the minimum, otherwise null.
 * @param seen minutes that any user looked at, of `minutes` in all
 * @param asked_percent null if the center requires none
 */
export function coverageShort(
  { seen, minutes }: { readonly seen: number; readonly minutes: number },
  asked_percent: number | null,
): CoverageShort | null {
  if (asked_percent === null || seen * 100 >= asked_percent * minutes) return null;
  return { seen_percent: Math.floor((seen * 100) / minutes), asked_percent };
}
