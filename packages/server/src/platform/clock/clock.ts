/** Provides the time as an argument: handlers and jobs use a clock, and tests set one. */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Clocks of nodes, or one clock before and after it was set, may differ by this much without being reported. */
export const clockToleranceMs = 5 * 60_000;

/**
 * Returns whether a stored time is in the future. It was written by a clock that was ahead and has since been set back,
 * so anything counted from it (an end, a wait) would last too long.
 */
export const isAhead = (written: Date, now: Date): boolean =>
  written.getTime() - now.getTime() > clockToleranceMs;

/** Creates a clock that does not move until it is advanced; for tests. */
export function standingClock(start: Date): Clock & { advance: (ms: number) => void } {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
