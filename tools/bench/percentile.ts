/** Returns the value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Returns the milliseconds of each of `runs`, after one run that is not counted. */
export async function timesOf(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  await work(0);
  const found: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const startedAt = performance.now();
    await work(run);
    found.push(performance.now() - startedAt);
  }
  return found;
}
