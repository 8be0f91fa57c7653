/**
 * Detects that the machine's clock was set: wall time and the time measured in this process suddenly differ by more
 * than the tolerance. A slow drift does not count.
 *
 * A wrong clock must not end what expires by time (retention, dormancy, orphaned files). `isSteady` is therefore false
 * for a day after the clock was set, so that an operator can correct it.
 */
import { clockToleranceMs } from './clock.ts';

const lookEveryMs = 2_000;
const unsteadyMs = 24 * 3_600_000;

export type ClockWatch = {
  /** Calls the listener whenever the clock was set, with the difference. Returns a function that ends it. */
  readonly onSet: (listener: (byMs: number) => void) => () => void;
  readonly isSteady: () => boolean;
  readonly stop: () => void;
};

export type WatchedTimes = {
  readonly wallMs: () => number;
  readonly passedMs: () => number;
  /** Calls back repeatedly; returns a function that ends it. */
  readonly every: (look: () => void) => () => void;
};

const ofMachine: WatchedTimes = {
  wallMs: () => Date.now(),
  passedMs: () => performance.now(),
  every: (look) => {
    const timer = setInterval(look, lookEveryMs).unref();
    return () => clearInterval(timer);
  },
};

export function watchClock({ wallMs, passedMs, every }: WatchedTimes = ofMachine): ClockWatch {
  const listeners = new Set<(byMs: number) => void>();
  const apart = (): number => wallMs() - passedMs();
  const state: { apartMs: number; setAt: number | null } = { apartMs: apart(), setAt: null };
  const stop = every(() => {
    const byMs = apart() - state.apartMs;
    state.apartMs += byMs;
    if (Math.abs(byMs) <= clockToleranceMs) return;
    state.setAt = passedMs();
    for (const listener of [...listeners]) listener(byMs);
  });
  return {
    onSet: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isSteady: () => state.setAt === null || passedMs() - state.setAt >= unsteadyMs,
    stop,
  };
}
