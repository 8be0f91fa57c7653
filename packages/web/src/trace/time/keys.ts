/**
 * The keyboard of the recording view as one table: key → what it does.
 * Keys with Ctrl, Alt or Meta are never taken, nor letters with Shift. Single letters are left alone when the user
 * switched them off (WCAG 2.1.4), and everything is while a field, menu or dialog has the focus.
 */
import type { Command } from './view-state.ts';

export type KeyAction =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'beat'; readonly by: -1 | 1 }
  | { readonly kind: 'second'; readonly by: -1 | 1 }
  | { readonly kind: 'finding'; readonly by: -1 | 1 }
  | { readonly kind: 'measure' }
  | { readonly kind: 'alone' }
  | { readonly kind: 'strip' };

const command = (one: Command): KeyAction => ({ kind: 'command', command: one });

const always: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: { kind: 'beat', by: -1 },
  ArrowRight: { kind: 'beat', by: 1 },
  'Shift+ArrowLeft': { kind: 'second', by: -1 },
  'Shift+ArrowRight': { kind: 'second', by: 1 },
  ArrowUp: command({ kind: 'lines', lines: -1 }),
  ArrowDown: command({ kind: 'lines', lines: 1 }),
  PageUp: command({ kind: 'pages', pages: -1 }),
  PageDown: command({ kind: 'pages', pages: 1 }),
  Home: command({ kind: 'edge', edge: 'first' }),
  End: command({ kind: 'edge', edge: 'last' }),
};

const singleCharacter: Readonly<Record<string, KeyAction>> = {
  '+': command({ kind: 'zoom-time', steps: 1 }),
  '=': command({ kind: 'zoom-time', steps: 1 }),
  '-': command({ kind: 'zoom-time', steps: -1 }),
  '−': command({ kind: 'zoom-time', steps: -1 }),
  ',': command({ kind: 'strips', strips: -1 }),
  '.': command({ kind: 'strips', strips: 1 }),
  m: { kind: 'measure' },
  f: { kind: 'alone' },
  s: { kind: 'strip' },
  k: { kind: 'finding', by: -1 },
  j: { kind: 'finding', by: 1 },
  '[': { kind: 'finding', by: -1 },
  ']': { kind: 'finding', by: 1 },
};

export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
};

export function actionOfKey(press: KeyPress, singleKeys: boolean): KeyAction | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const named = press.shiftKey ? `Shift+${press.key}` : press.key;
  const action = always[named];
  if (action !== undefined) return action;
  const key = press.key.toLowerCase();
  if (!singleKeys || key.length !== 1 || (press.shiftKey && key !== key.toUpperCase())) return null;
  return singleCharacter[key] ?? null;
}

/** Widgets that use these keys themselves. */
const ownKeys =
  'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], ' +
  '[role="dialog"], [role="tablist"], [role="radiogroup"], [role="grid"]';
/** These use the keys that move them and leave characters and Esc to the view. */
const ownMoves = '[role="slider"], [role="separator"], input[type="range"]';
/** What no widget of these moves by. */
const leftKeys: ReadonlySet<string> = new Set(['Escape', 'Enter']);

export function takesKeysItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  const isMove = key.length > 1 && !leftKeys.has(key);
  return target.closest(ownKeys) !== null || (isMove && target.closest(ownMoves) !== null);
}
