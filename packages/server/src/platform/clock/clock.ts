/** The time as an argument: handlers and jobs ask a clock, tests set one. */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

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
