/**
 * Tracks what this page has saved, is saving, or failed to save; the breadcrumb shows it.
 *
 * Invariants: `waiting` counts fields with unsaved text; `failed` stays until the next success; a refusal that asks the
 * user something is not a failure; `saved_ms` is the time of the last success on this page, absent before the first.
 */
import { createStore } from '../../../platform/store.ts';

type SaveState = {
  readonly saving: number;
  readonly waiting: number;
  readonly failed: boolean;
  readonly saved_ms: number | undefined;
};

export type SaveLog = {
  state: () => SaveState;
  onChange: (listener: () => void) => () => void;
  /** Counts the work while it runs and records its result; a refusal that asks the user something changes nothing. */
  during: <T>(work: Promise<T>, needsAnswer?: (error: unknown) => boolean) => Promise<T>;
  /** Registers unsaved text; the returned function removes it. */
  wait: () => () => void;
};

export function makeSaveLog(nowMs: () => number): SaveLog {
  const log = createStore<SaveState>({ saving: 0, waiting: 0, failed: false, saved_ms: undefined });
  const change = (next: Partial<SaveState>): void => log.set({ ...log.get(), ...next });
  return {
    state: log.get,
    onChange: log.subscribe,
    async during(work, needsAnswer) {
      change({ saving: log.get().saving + 1 });
      try {
        const done = await work;
        change({ failed: false, saved_ms: nowMs() });
        return done;
      } catch (error) {
        if (needsAnswer?.(error) !== true) change({ failed: true });
        throw error;
      } finally {
        change({ saving: log.get().saving - 1 });
      }
    },
    wait() {
      change({ waiting: log.get().waiting + 1 });
      let waits = true;
      return () => {
        if (waits) change({ waiting: log.get().waiting - 1 });
        waits = false;
      };
    },
  };
}
