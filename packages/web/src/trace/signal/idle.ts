/**
 * A promise for "nothing is under way", so that a screenshot is taken after the last tile and never after a
 * sleep. Law: whoever asks while busy is told once, at the next moment of rest.
 */
export type Idle = {
  readonly set: (idle: boolean) => void;
  readonly whenIdle: () => Promise<void>;
};

export function createIdle(): Idle {
  let resting = true;
  let waiting: (() => void)[] = [];
  return {
    set(idle) {
      resting = idle;
      if (!idle) return;
      const waiters = waiting;
      waiting = [];
      for (const resume of waiters) resume();
    },
    whenIdle: () => (resting ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
