/**
 * Measures a few times a second how long requests wait: for a connection to the database, for the event loop, and
 * for a place (`places.ts`). The first is the time until the pool, which serves in order, gives this module a connection, which is returned unused.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Overload, usualLimitsMs, type Level, type Limits } from './overload.ts';

/** The part of a pool that is needed; the measured connection is only returned. */
type Connections = { readonly connect: () => Promise<{ readonly release: () => void }> };

export type LoadWatch = {
  readonly level: () => Level;
  readonly stop: () => Promise<void>;
};

export type LoadSources = {
  readonly pool: Connections;
  /** While the database is away nothing is measured: every request is refused for that reason. */
  readonly isAway: () => boolean;
  /** How long requests wait elsewhere, in milliseconds. */
  readonly furtherWaitMs: () => number;
  readonly onLevel: (level: Level, waitMs: number) => void;
};

export type LoadTimes = { readonly everyMs: number; readonly limits: Limits };

const usual: LoadTimes = { everyMs: 250, limits: usualLimitsMs };

const loopResolutionMs = 20;

/** Returns a function with the mean delay of the event loop since its last call. */
function loopDelays() {
  const delays = monitorEventLoopDelay({ resolution: loopResolutionMs });
  delays.enable();
  return {
    takeMs: (): number => {
      const meanMs = delays.count === 0 ? 0 : delays.mean / 1e6;
      delays.reset();
      return Math.max(0, meanMs - loopResolutionMs);
    },
    stop: () => void delays.disable(),
  };
}

/** Waits for a connection, one at a time. A wait that fails measures nothing: the database was away. */
class ConnectionWaits {
  readonly #pool: Connections;
  #since: number | null = null;
  #waiting: Promise<void> = Promise.resolve();
  #lastMs = 0;

  constructor(pool: Connections) {
    this.#pool = pool;
  }

  /** Returns how long the latest wait took or has taken so far, and begins the next one. */
  takeMs(): number {
    if (this.#since !== null) return performance.now() - this.#since;
    this.#waiting = this.#wait();
    return this.#lastMs;
  }

  /** Forgets the measured times; a wait that has not ended is not counted. */
  forget(): void {
    this.#since = null;
    this.#lastMs = 0;
  }

  async ended(): Promise<void> {
    await this.#waiting;
  }

  async #wait(): Promise<void> {
    const since = performance.now();
    this.#since = since;
    const client = await this.#pool.connect().catch(() => null);
    const waitMs = client === null ? 0 : performance.now() - since;
    client?.release();
    if (this.#since !== since) return;
    this.#since = null;
    this.#lastMs = waitMs;
  }
}

export function watchLoad(
  { pool, isAway, furtherWaitMs, onLevel }: LoadSources,
  times: LoadTimes = usual,
): LoadWatch {
  const overload = new Overload(times.limits);
  const loop = loopDelays();
  const waits = new ConnectionWaits(pool);
  const measure = (): void => {
    const before = overload.level;
    const loopMs = loop.takeMs();
    if (isAway()) waits.forget();
    const waitMs = isAway() ? 0 : Math.max(loopMs, waits.takeMs(), furtherWaitMs());
    overload.add(waitMs);
    if (overload.level !== before) onLevel(overload.level, Math.round(waitMs));
  };
  const timer = setInterval(measure, times.everyMs).unref();
  return {
    level: () => overload.level,
    stop: async () => {
      clearInterval(timer);
      loop.stop();
      await waits.ended();
    },
  };
}
