/** The time as an argument: handlers and jobs ask a clock, tests set one. */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** So far the clocks of nodes, and one clock before and after it was set, may differ without anybody noticing. */
export const clockToleranceMs = 5 * 60_000;

/**
 * Written down at a time that is still to come: by a clock that was ahead and has been set back since, so what was counted
 * from it (an end, a wait) would last too long.
 */
export const isAhead = (written: Date, now: Date): boolean =>
  written.getTime() - now.getTime() > clockToleranceMs;

/** A clock that stands still until it is moved; for tests. */
export function standingClock(start: Date): Clock & { advance: (ms: number) => void } {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
