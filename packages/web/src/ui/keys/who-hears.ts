/** Decides whether the focused element or a layer over the page handles a key before the page does. */

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * Returns the layers over the page that handle its keys. A closed menu is still drawn while it fades, but it is hidden
 * from screen readers and has no focus, so the next key belongs to the page again.
 */
export const layersOver = (): readonly Element[] =>
  [...document.querySelectorAll(layers)].filter((one) => one.closest('[aria-hidden="true"]') === null);

/** Returns whether a layer is over the page. */
export const isCovered = (): boolean => layersOver().length > 0;

/** Returns whether the element is a field for text. */
export const isTypingIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select',
    ));

const presses = 'a[href], button, input, summary, [role=tab], [role=button], [role=switch]';
/** The selected row, and a strip of the wall of strips, leave Enter to their command. */
const leavesEnter = '[aria-current="true"], [data-desk-wall] li';
const pages: readonly string[] = ['Home', 'End', 'PageUp', 'PageDown'];
const across: readonly string[] = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];
const arrows: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
/** Keys that these elements use to move. */
const moves: readonly (readonly [string, readonly string[]])[] = [
  ['[role="slider"], [role="separator"], input[type="range"]', [...arrows, ...pages, 'Delete', 'Backspace']],
  ['[role="tablist"]', across],
  ['[role="radiogroup"], input[type="radio"]', arrows],
  ['[role="grid"]', [...arrows, ...pages]],
];

type FocusPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'target'>;

/** Returns whether the focused element uses the press itself. */
export function focusTakes({ key, ctrlKey, metaKey, target }: FocusPress): boolean {
  if (!(target instanceof Element) || ctrlKey || metaKey) return false;
  if (key === 'Enter' || key === ' ') {
    const isLeft = key === 'Enter' && target.closest(leavesEnter) !== null;
    return !isLeft && target.closest(presses) !== null;
  }
  return moves.some(([widget, keys]) => keys.includes(key) && target.closest(widget) !== null);
}
