/**
 * Returns the current minute, shared by every clock on the page: all remaining times change together, once a minute.
 */
import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowMs = Date.now();
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    nowMs = Date.now();
    timer = setInterval(tick, minuteMs);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Returns Unix milliseconds, at most a minute old. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}
