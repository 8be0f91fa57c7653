/**
 * Computes how long to wait before the next attempt: doubled from one second to thirty, spread by `chance` (0 to 1).
 */
export function retryDelayMs(failures: number, chance: number): number {
  const base = Math.min(30_000, 1_000 * 2 ** Math.min(failures, 10));
  return base / 2 + (base / 2) * chance;
}
