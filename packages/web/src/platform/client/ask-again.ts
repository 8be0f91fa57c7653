/** Decides when a call that failed for a moment is repeated, and repeats a write that a busy server refused. */
import { ApiError } from './api-error.ts';

const longestPauseMs = 30_000;

/** How often a call is repeated. */
export const mostRepeats = 2;

/** Returns the pause before a repeated call: what the server named, up to twice as long so that pages spread. */
export function pauseMs(failures: number, error: Error, random = Math.random): number {
  const named = error instanceof ApiError ? error.retry_after_s : undefined;
  const pause = named === undefined ? 1000 * 2 ** failures : 1000 * named * (1 + random());
  return Math.min(pause, longestPauseMs);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

type Again = {
  readonly signal?: AbortSignal | undefined;
  /** Whether the same user is still signed in: a write is never repeated in the name of the next one. */
  readonly isSameUser: () => boolean;
};

/** Repeats a write that a busy server refused. The server refuses before it does anything, so nothing happens twice. */
export async function writeAgain<T>(write: () => Promise<T>, { signal, isSameUser }: Again): Promise<T> {
  for (let refused = 0; ; refused += 1) {
    try {
      return await write();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === 'server/busy';
      if (!isRefused || refused === mostRepeats) throw error;
      await pause(pauseMs(refused, error), signal);
      if (!isSameUser()) throw error;
    }
  }
}
