/** Who hears a key before the page does. */

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * What lies over the page and hears its keys. A menu that was closed is still drawn while it fades, but hidden from
 * readers and without the focus: the next key is the page's already.
 */
export const layersOver = (): readonly Element[] =>
  [...document.querySelectorAll(layers)].filter((one) => one.closest('[aria-hidden="true"]') === null);

/** Something lies over the page. */
export const isCovered = (): boolean => layersOver().length > 0;

/** A field in which one writes. */
export const isTypingIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select',
    ));

const presses = 'a[href], button, input, summary, [role=tab], [role=button], [role=switch]';
/** A row that is read, and a strip of a wall, leave Enter to the command that means them. */
const leavesEnter = '[aria-current="true"], [data-desk-wall] li';
const pages: readonly string[] = ['Home', 'End', 'PageUp', 'PageDown'];
const across: readonly string[] = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];
const arrows: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
/** What these move by. */
const moves: readonly (readonly [string, readonly string[]])[] = [
  ['[role="slider"], [role="separator"], input[type="range"]', [...arrows, ...pages, 'Delete', 'Backspace']],
  ['[role="tablist"]', across],
  ['[role="radiogroup"], input[type="radio"]', arrows],
  ['[role="grid"]', [...arrows, ...pages]],
];

type FocusPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'target'>;

/** Whether what has the focus uses the press itself. */
export function focusTakes({ key, ctrlKey, metaKey, target }: FocusPress): boolean {
  if (!(target instanceof Element) || ctrlKey || metaKey) return false;
  if (key === 'Enter' || key === ' ') {
    const isLeft = key === 'Enter' && target.closest(leavesEnter) !== null;
    return !isLeft && target.closest(presses) !== null;
  }
  return moves.some(([widget, keys]) => keys.includes(key) && target.closest(widget) !== null);
}

/** Enter belongs to what has the focus. */
export const actsOnEnter = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[href], button, summary, [role=tab], [role=button]') !== null;
