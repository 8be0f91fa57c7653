/**
 * Saves a text while it is typed, without React: it tracks what the field shows, what the server is known to store, and
 * when the field's text is sent.
 *
 * Invariants: text that differs from `base` is never replaced by incoming text; one save runs at a time; a failed save
 * is repeated after a while with the text at that time; if another user changed the text, nothing is sent until the
 * user has chosen between the two. A text that this field sent itself, and whose response was lost, is nobody else's.
 */
import { createStore } from '../../../platform/store.ts';

export type AutosaveState<T> = {
  readonly value: T;
  /** The last value known to be on the server. */
  readonly base: T;
  /** The other user's text, while the user has not chosen yet. */
  readonly theirs: T | undefined;
};

/** `saved`, another user's text, or `failed` (to be retried). */
export type SaveOutcome<T> = { kind: 'saved' } | { kind: 'changed'; theirs: T } | { kind: 'failed' };

export type AutosaveOptions<T> = {
  /** What the server stores, and what is shown: an earlier draft, or the same. */
  readonly base: T;
  readonly value: T;
  readonly same: (a: T, b: T) => boolean;
  readonly save: (value: T, base: T) => Promise<SaveOutcome<T>>;
  /** Stores the text beyond this page while it is not saved, with what it was based on; undefined deletes it. */
  readonly keep: (value: T | undefined, base: T) => void;
  readonly restMs: number;
  readonly againMs: number;
  /** The end of the user's session: from then on nothing is sent, because it would be in the next user's name. */
  readonly ended: AbortSignal;
};

export type Autosave<T> = {
  readonly state: () => AutosaveState<T>;
  readonly onChange: (listener: () => void) => () => void;
  readonly type: (value: T) => void;
  /** Sends unsaved text now. */
  readonly flush: () => void;
  /** Sends unsaved text now and waits; returns whether the server has the text that the field shows. */
  readonly settle: () => Promise<boolean>;
  /** Called with the server's newest text. */
  readonly arrive: (value: T) => void;
  readonly choose: (whose: 'mine' | 'theirs') => void;
};

/**
 * Returns the text that the field shows: stored beyond the page while it is not saved, and passed to its subscribers.
 */
function makeShown<T>(parts: AutosaveOptions<T>) {
  const shown = createStore<AutosaveState<T>>({ value: parts.value, base: parts.base, theirs: undefined });
  function change(by: Partial<AutosaveState<T>>): void {
    const next = { ...shown.get(), ...by };
    parts.keep(parts.same(next.value, next.base) ? undefined : next.value, next.base);
    shown.set(next);
  }
  return { state: shown.get, change, onChange: shown.subscribe };
}

/** Tracks the sent values whose responses were lost: the server may have stored them. */
function makeUnanswered<T>(same: (a: T, b: T) => boolean) {
  let sent: readonly T[] = [];
  return {
    add: (value: T): void => void (sent = [...sent, value]),
    has: (value: T): boolean => sent.some((one) => same(one, value)),
    clear: (): void => void (sent = []),
  };
}

export function makeAutosave<T>(parts: AutosaveOptions<T>): Autosave<T> {
  const { state, change, onChange } = makeShown(parts);
  const { same } = parts;
  const isOver = (): boolean => parts.ended.aborted;
  const unanswered = makeUnanswered(same);
  /** The newest text that arrived from the server. */
  let newest = parts.base;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<unknown> | null = null;

  function later(ms: number): void {
    clearTimeout(timer);
    if (!isOver()) timer = setTimeout(() => void send(), ms);
  }
  async function send(): Promise<void> {
    clearTimeout(timer);
    const { value, base, theirs } = state();
    if (isOver() || sending !== null || theirs !== undefined || same(value, base)) return;
    const saving = parts.save(value, base).finally(() => (sending = null));
    sending = saving;
    const outcome = await saving.catch((fault: unknown) => {
      if (!isOver()) throw fault;
      return { kind: 'failed' } as const;
    });
    if (isOver()) return;
    if (outcome.kind === 'changed' && !same(outcome.theirs, value) && !unanswered.has(outcome.theirs)) {
      change({ theirs: outcome.theirs });
      return;
    }
    settleOn(value, outcome);
    if (!same(state().value, state().base)) later(outcome.kind === 'failed' ? parts.againMs : parts.restMs);
  }
  function settleOn(value: T, outcome: SaveOutcome<T>): void {
    if (outcome.kind === 'failed') {
      unanswered.add(value);
      if (unanswered.has(newest)) change({ base: newest });
      return;
    }
    unanswered.clear();
    change({ base: outcome.kind === 'saved' ? value : outcome.theirs });
  }

  return {
    state,
    onChange,
    type(value) {
      change({ value });
      later(parts.restMs);
    },
    flush: () => void send(),
    async settle() {
      await sending?.catch(() => undefined);
      await send();
      const { value, base } = state();
      return same(value, base);
    },
    arrive(server) {
      newest = server;
      const { value, base, theirs } = state();
      if (sending !== null || theirs !== undefined || same(server, base)) return;
      if (same(server, value)) change({ base: server });
      else if (unanswered.has(server)) {
        change({ base: server });
        later(parts.restMs);
      } else if (same(value, base)) change({ value: server, base: server });
    },
    choose(whose) {
      const base = state().theirs;
      if (base === undefined) return;
      change({ base, theirs: undefined, ...(whose === 'theirs' ? { value: base } : {}) });
      void send();
    },
  };
}
