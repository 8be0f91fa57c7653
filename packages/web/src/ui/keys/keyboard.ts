/**
 * Listens to every key press of the page, with its only key listener. A press goes, in this order, to a dialog that was
 * requested and does not have the focus yet, to an input method that composes a character, to a temporary handler of all keys (`takeKeys`), to the focused element,
 * and to a command.
 */
import { areKeysHeld, holdPress } from './held-keys.ts';
import { commands } from './commands.ts';
import { isComposition } from './key-combo.ts';
import { focusTakes, isTypingIn, layersOver } from './who-hears.ts';

/** Returns whether it handled the press. */
type Taker = (event: KeyboardEvent) => boolean;

let takers: readonly Taker[] = [];

/**
 * Passes every press to this handler first, until the returned function is called; used by a drag that Esc ends and
 * while the user chooses a key.
 */
export function takeKeys(taker: Taker): () => void {
  takers = [taker, ...takers];
  return () => (takers = takers.filter((one) => one !== taker));
}

function onPress(event: KeyboardEvent): void {
  if (areKeysHeld()) return holdPress(event);
  // While a character is composed the key is the input method's: Esc ends the composition and closes nothing.
  if (isComposition(event)) return event.stopImmediatePropagation();
  if (!takers.some((taker) => taker(event))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * The focused element of a dialog has just disappeared, such as a button that removed its own row: the press is meant
 * for the dialog. Esc closes it as a click outside does.
 */
function returnFocus(layer: Element, key: string): void {
  const modal = layer.closest('.MuiModal-root');
  modal?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  if (key === 'Escape') modal?.querySelector<HTMLElement>('.MuiBackdrop-root')?.click();
}

/**
 * Runs after the focused element: an element that used the press says so by preventing the browser's default action.
 */
function onUnused(event: KeyboardEvent): void {
  if (event.defaultPrevented || focusTakes(event)) return;
  const layer = layersOver().at(-1);
  const command = commands.find(event, {
    isCovered: layer !== undefined,
    isTyping: isTypingIn(event.target),
  });
  if (command === null) {
    if (layer !== undefined && event.target === document.body) returnFocus(layer, event.key);
    return;
  }
  event.preventDefault();
  if (!event.repeat || (command.once !== true && event.key !== 'Enter')) command.run();
}

// Registered when the page starts, so that no other listener gets a press before it.
window.addEventListener('keydown', onPress, { capture: true });
window.addEventListener('keydown', onUnused);
