/** Many values as their middle and the bounds of most of them. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p5: number;
  readonly p95: number;
}

/** Null where there are no values. A percentile is a value that occurs. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { count: sorted.length, median: at(0.5), p5: at(0.05), p95: at(0.95) };
}
