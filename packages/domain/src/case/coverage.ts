/**
 * How much of a recording somebody has to look at before it is checked.
 *
 * Laws: at exactly the minimum nothing is short; the share that is told is never rounded up, so it always lies below the
 * one that is asked for.
 */

/** Whole per cents of a recording. */
export interface CoverageShort {
  readonly seen_percent: number;
  readonly asked_percent: number;
}

/**
 * What is there and what is asked for, while it is too little.
 * @param seen minutes that anybody looked at, of `minutes` in all
 * @param asked_percent null where the center asks for none
 */
export function coverageShort(
  { seen, minutes }: { readonly seen: number; readonly minutes: number },
  asked_percent: number | null,
): CoverageShort | null {
  if (asked_percent === null || seen * 100 >= asked_percent * minutes) return null;
  return { seen_percent: Math.floor((seen * 100) / minutes), asked_percent };
}
