/**
 * What this page has saved, is saving, or could not save: the line in the breadcrumb reads it.
 *
 * Laws: `waiting` counts fields that hold text the server has not; `failed` stands until the next success;
 * `saved_ms` is the instant of the last success on this page, absent before the first.
 */
export type SaveState = {
  readonly saving: number;
  readonly waiting: number;
  readonly failed: boolean;
  readonly saved_ms: number | undefined;
};

export type SaveLog = {
  state: () => SaveState;
  onChange: (listener: () => void) => () => void;
  /** Counts the work while it runs and notes how it ended. */
  during: <T>(work: Promise<T>) => Promise<T>;
  /** Text is there that is not saved; the answer takes it back. */
  wait: () => () => void;
};

export function makeSaveLog(nowMs: () => number): SaveLog {
  let state: SaveState = { saving: 0, waiting: 0, failed: false, saved_ms: undefined };
  const listeners = new Set<() => void>();
  function change(next: Partial<SaveState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }
  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async during(work) {
      change({ saving: state.saving + 1 });
      try {
        const done = await work;
        change({ failed: false, saved_ms: nowMs() });
        return done;
      } catch (error) {
        change({ failed: true });
        throw error;
      } finally {
        change({ saving: state.saving - 1 });
      }
    },
    wait() {
      change({ waiting: state.waiting + 1 });
      let waits = true;
      return () => {
        if (waits) change({ waiting: state.waiting - 1 });
        waits = false;
      };
    },
  };
}
