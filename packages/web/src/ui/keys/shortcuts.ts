/**
 * The keys that work now. A page registers its own while it stands; the footer and the `?` list read from here,
 * so a key that is shown is a key that works.
 *
 * Laws: the newest registration of a key wins; single-letter keys are off while a field has the focus, while a
 * dialog is open, while a character is being composed, and when the user has switched them off.
 */
import { isOwnPress } from '../../platform/own-presses.ts';
import { createStore } from '../../platform/store.ts';
import { isSingleLetter, type KeyPress, pressMatches } from './key-combo.ts';

export type Shortcut = {
  /** As it is printed on caps; several are alternatives: `['J', '↓']`. */
  keys: readonly string[];
  /** The keys that this user has for them, where they differ. */
  shown?: readonly string[];
  /** Which command it is, where several have that key and each may be given another. */
  command?: string;
  /** What it does, in the page's language. */
  label: string;
  run: () => void;
  group?: 'everywhere' | 'page';
  /** Shown at the right end of the footer. */
  footer?: boolean;
  /** Only listed here: a part of the page hears this key by itself. */
  heard?: 'elsewhere';
};

export type ShortcutBoard = {
  add: (list: readonly Shortcut[]) => () => void;
  all: () => readonly Shortcut[];
  onChange: (listener: () => void) => () => void;
  setSingleLetters: (on: boolean) => void;
  /** What this key press runs, if anything. `typing`: a field has the focus or a dialog is open. */
  find: (press: KeyPress, typing: boolean) => Shortcut | undefined;
};

export function makeShortcutBoard(): ShortcutBoard {
  let lists: readonly (readonly Shortcut[])[] = [];
  const flat = createStore<readonly Shortcut[]>([]);
  let letters = true;
  function change(next: readonly (readonly Shortcut[])[]): void {
    lists = next;
    flat.set(next.flat());
  }
  return {
    add(list) {
      change([...lists, list]);
      return () => change(lists.filter((each) => each !== list));
    },
    all: flat.get,
    onChange: flat.subscribe,
    setSingleLetters(on) {
      letters = on;
      change(lists);
    },
    find(press, typing) {
      const works = (key: string) =>
        pressMatches(key, press) && (!isSingleLetter(key) || ((letters || isOwnPress(press)) && !typing));
      return flat.get().findLast((shortcut) => shortcut.heard === undefined && shortcut.keys.some(works));
    },
  };
}

export const shortcuts = makeShortcutBoard();
