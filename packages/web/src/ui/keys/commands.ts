/**
 * Keeps the registry of commands that are active now. A part of the page registers its own while it is on the page. The
 * keyboard, the footer, the `?` list and the command palette all read the registry, so every key that is shown works.
 *
 * Invariants: if several commands have the same key, the one of the innermost part of the page wins (`layers`), then
 * the newest, and within one list the first; a command whose `when` returns false is skipped. If the user moved a
 * command to another key, its default key does nothing where that command is active, unless the user gave it to another
 * command.
 */
import { createStore } from '../../platform/store.ts';
import { comboOf, isSingleLetter, type KeyPress, pressMatches } from './key-combo.ts';

/** From the outermost to the innermost part of the page; an overlay, such as the list of keys, may cover a dialog. */
const layers = ['page', 'recording', 'desk', 'tool', 'dialog', 'overlay'] as const;
export type Layer = (typeof layers)[number];

export type Command = {
  readonly id: string;
  /** What the command does, in the page's language. */
  readonly title: string;
  /** Text in the `?` list and the footer; commands with the same text share a line. */
  readonly line?: string | undefined;
  readonly group?: 'everywhere' | 'page' | undefined;
  /** As shown on key caps; several keys are alternatives. */
  readonly keys: readonly string[];
  /** Also shown at the right end of the footer. */
  readonly footer?: boolean | undefined;
  /** Shown neither in the `?` list nor in the palette. */
  readonly unlisted?: boolean | undefined;
  /** A key that is held down runs the command once. */
  readonly once?: boolean | undefined;
  /** Whether the command applies now; absent: always. */
  readonly when?: (() => boolean) | undefined;
  readonly run: () => void;
};

/** `own`: the user's keys for it, in the order of `keys`; empty if another command has the key. */
export type ActiveCommand = Command & { readonly own: readonly string[]; readonly layer: Layer };

export type Situation = {
  /** Single-letter keys are on. */
  readonly letters: boolean;
  /** A dialog or menu covers the page. */
  readonly isCovered: boolean;
  /** A text field has the focus. */
  readonly isTyping: boolean;
};

/** Returns whether a command works in a text field: its key must not write or edit anything. */
function worksInField(written: string): boolean {
  const { ctrl, alt, key } = comboOf(written);
  if (ctrl || alt) return !['a', 'c', 'v', 'x', 'y', 'z'].includes(key.toLowerCase());
  return key === 'Escape' || /^F\d+$/.test(key);
}

/** `top`: the layer that covers the page if one does. */
function mayRun({ layer, group }: ActiveCommand, written: string, now: Situation, top: Layer): boolean {
  if (isSingleLetter(written) && (!now.letters || now.isTyping)) return false;
  if (now.isTyping && !worksInField(written)) return false;
  if (now.isCovered) return layer === top || (group === 'everywhere' && !isSingleLetter(written));
  return !now.isTyping || layer === 'page';
}

/** Returns the command for a key press; `commands` in the order of precedence. */
export function commandFor(
  press: KeyPress,
  commands: readonly ActiveCommand[],
  now: Situation,
): ActiveCommand | null {
  const isPressed = (written: string): boolean => written !== '' && pressMatches(written, press);
  const top = commands.some(({ layer }) => layer === 'overlay') ? 'overlay' : 'dialog';
  let isGivenAway = false;
  for (const command of commands) {
    const at = command.own.findIndex((written) => isPressed(written) && mayRun(command, written, now, top));
    const usual = command.keys.findIndex(isPressed);
    if (at < 0 && usual < 0) continue;
    if (command.when?.() === false) continue;
    if (at < 0) isGivenAway ||= command.own[usual] !== command.keys[usual];
    else if (!isGivenAway || command.own[at] !== command.keys[at]) return command;
  }
  return null;
}

const isOfDialog = ({ layer, unlisted }: ActiveCommand): boolean => layer === 'dialog' && unlisted !== true;

/** Returns whether an open dialog has commands of its own. */
export const hasDialogCommands = (all: readonly ActiveCommand[]): boolean => all.some(isOfDialog);

/** Returns the commands that apply now: of an open dialog that has commands, its own and those of every page. */
export const applyingCommands = (all: readonly ActiveCommand[]): readonly ActiveCommand[] =>
  hasDialogCommands(all) ? all.filter((one) => isOfDialog(one) || one.group === 'everywhere') : all;

export type CommandLine = {
  readonly title: string;
  readonly keys: readonly string[];
  readonly isEverywhere: boolean;
};

/** Returns the lines of the `?` list and the footer: commands with the same text, with all their keys. */
export function linesOf(commands: readonly ActiveCommand[]): CommandLine[] {
  const lines = new Map<string, CommandLine>();
  for (const { title, line = title, group, own, unlisted } of commands) {
    if (unlisted === true) continue;
    const isEverywhere = group === 'everywhere';
    const name = `${String(isEverywhere)} ${line}`;
    const keys = [...(lines.get(name)?.keys ?? []), ...own.filter((key) => key !== '')];
    lines.set(name, { title: line, keys: [...new Set(keys)], isEverywhere });
  }
  return [...lines.values()];
}

export function makeCommandRegistry() {
  let lists: readonly (readonly ActiveCommand[])[] = [];
  const flat = createStore<readonly ActiveCommand[]>([]);
  let ordered: readonly ActiveCommand[] = [];
  let letters = true;
  function change(next: readonly (readonly ActiveCommand[])[]): void {
    lists = next;
    const newestFirst = lists.toReversed().flat();
    ordered = layers.toReversed().flatMap((layer) => newestFirst.filter((one) => one.layer === layer));
    flat.set(lists.flat());
  }
  return {
    /** Returns the function that removes the commands again. */
    add(list: readonly ActiveCommand[]): () => void {
      change([...lists, list]);
      return () => change(lists.filter((each) => each !== list));
    },
    all: flat.get,
    onChange: flat.subscribe,
    setSingleLetters(on: boolean): void {
      letters = on;
    },
    find: (press: KeyPress, now: Omit<Situation, 'letters'>): ActiveCommand | null =>
      commandFor(press, ordered, { ...now, letters }),
  };
}

export const commands = makeCommandRegistry();
