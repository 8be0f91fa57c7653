/**
 * Matches the keys that a widget with the focus handles by itself: those of the ARIA patterns (arrows, Home, End, Enter,
 * Esc) and those of a text field. Every other key belongs to a command.
 */
import { isComposition, type KeyPress, pressMatches } from './key-combo.ts';

type Composing = { readonly isComposing?: boolean; readonly keyCode?: number };
type WidgetPress = KeyPress & Composing & { readonly nativeEvent?: Composing };

/** Returns whether an input method handles the press; React passes the browser's event on. */
const isComposed = (press: WidgetPress): boolean =>
  isComposition(press) || isComposition({ ...press.nativeEvent, key: press.key });

/**
 * Returns whether the press is one of these keys, written as on key caps. A press that composes a character is none.
 */
export const isPress = (press: WidgetPress, ...written: readonly string[]): boolean =>
  !isComposed(press) && written.some((key) => pressMatches(key, press));

const moves = {
  ...({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const),
  ...({ PageUp: 'page-up', PageDown: 'page-down', Home: 'home', End: 'end' } as const),
} as const;
export type Move = (typeof moves)[keyof typeof moves];

const isMove = (key: string): key is keyof typeof moves => Object.hasOwn(moves, key);

/** Returns the movement that the press asks for, with or without Shift; null with another modifier. */
export function moveOf(press: WidgetPress): Move | null {
  const isOther = press.ctrlKey || press.altKey || press.metaKey || isComposed(press);
  return isOther || !isMove(press.key) ? null : moves[press.key];
}

/** Returns a step through rows: up or down. */
export function rowStepOf(press: WidgetPress): -1 | 1 | null {
  const move = press.shiftKey ? null : moveOf(press);
  return move === 'up' ? -1 : move === 'down' ? 1 : null;
}

/** Returns a step of a slider: back by the left or lower arrow, forward by the right or upper one. */
export function sliderStepOf(press: WidgetPress): -1 | 1 | null {
  const move = moveOf(press);
  if (move === 'left' || move === 'down') return -1;
  return move === 'right' || move === 'up' ? 1 : null;
}
