/** Describes many values by their median and the 5th and 95th percentile. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p5: number;
  readonly p95: number;
}

/** Returns null without values. A percentile is always one of the values. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { count: sorted.length, median: at(0.5), p5: at(0.05), p95: at(0.95) };
}
