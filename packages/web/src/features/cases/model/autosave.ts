/**
 * Text that is saved as it is typed, without React: what the field shows, what the server is known to hold, and when
 * the one is sent to become the other.
 *
 * Laws: text that differs from `base` is never replaced by what arrives; one save is under way at a time; a failed
 * save is repeated after a while and with whatever is typed by then; where somebody else changed the text, nothing
 * is sent until the user has chosen between the two.
 */
import { createStore } from '../../../platform/store.ts';

export type AutosaveState = {
  readonly text: string;
  /** The last text known to be on the server. */
  readonly base: string;
  /** Somebody else's text, while the choice is open. */
  readonly theirs: string | undefined;
};

/** `saved`, somebody else's text, or `failed` (to be tried again). */
export type SaveOutcome = { kind: 'saved' } | { kind: 'changed'; theirs: string } | { kind: 'failed' };

export type AutosaveParts = {
  /** What the server holds, and what is shown: a draft from before, or the same. */
  readonly base: string;
  readonly text: string;
  readonly save: (text: string, base: string) => Promise<SaveOutcome>;
  /** Keeps the text beyond this page while it is not saved; undefined forgets it. */
  readonly keep: (text: string | undefined) => void;
  readonly restMs: number;
  readonly againMs: number;
};

export type Autosave = {
  readonly state: () => AutosaveState;
  readonly onChange: (listener: () => void) => () => void;
  readonly type: (text: string) => void;
  /** Sends now what is not saved. */
  readonly flush: () => void;
  /** The server's newest text came. */
  readonly arrive: (text: string) => void;
  readonly choose: (whose: 'mine' | 'theirs') => void;
};

/** What the field shows, kept beyond the page while it is not saved, and told to whoever shows it. */
function makeShown(parts: AutosaveParts) {
  const shown = createStore<AutosaveState>({ text: parts.text, base: parts.base, theirs: undefined });
  function change(by: Partial<AutosaveState>): void {
    const next = { ...shown.get(), ...by };
    parts.keep(next.text === next.base ? undefined : next.text);
    shown.set(next);
  }
  return { state: shown.get, change, onChange: shown.subscribe };
}

export function makeAutosave(parts: AutosaveParts): Autosave {
  const { state, change, onChange } = makeShown(parts);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending = false;

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), ms);
  }
  async function send(): Promise<void> {
    clearTimeout(timer);
    const { text, base, theirs } = state();
    if (sending || theirs !== undefined || text === base) return;
    sending = true;
    const outcome = await parts.save(text, base).finally(() => (sending = false));
    if (outcome.kind === 'changed') {
      change({ theirs: outcome.theirs });
      return;
    }
    if (outcome.kind === 'saved') change({ base: text });
    if (state().text !== state().base) later(outcome.kind === 'saved' ? parts.restMs : parts.againMs);
  }

  return {
    state,
    onChange,
    type(text) {
      change({ text });
      later(parts.restMs);
    },
    flush: () => void send(),
    arrive(server) {
      const { text, base, theirs } = state();
      if (sending || theirs !== undefined || server === base) return;
      if (text === base || server === text) change({ text: server, base: server });
    },
    choose(whose) {
      const base = state().theirs;
      if (base === undefined) return;
      change({ base, theirs: undefined, ...(whose === 'theirs' ? { text: base } : {}) });
      void send();
    },
  };
}
