/**
 * Says whether a share (1 is 100 %) is above zero, but would be shown as 0 % with this number of decimals. “0.0 %” beside
 * an episode that was found would be false, so the smallest percentage that can be shown is shown as a limit: `< 0.1 %`.
 */
export const isBelowShown = (share: number, digits: number): boolean =>
  share > 0 && Number((100 * share).toFixed(digits)) === 0;

/** The smallest percentage above zero with this number of decimals. */
export const leastPercent = (digits: number): number => 10 ** -digits;
