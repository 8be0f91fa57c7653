/**
 * The one listener for keys. A press belongs, in this order, to a dialog that was asked for and has not got the focus
 * yet, to what takes all keys for a moment (`takeKeys`), to what has the focus, and to a command.
 */
import { areKeysHeld, holdPress } from './held-keys.ts';
import { commands } from './commands.ts';
import { focusTakes, isTypingIn, layersOver } from './who-hears.ts';

/** Whether it took the press. */
type Taker = (event: KeyboardEvent) => boolean;

let takers: readonly Taker[] = [];

/** Gives every press to it first, until what this gives is called: a drag that Esc ends, a key that is being chosen. */
export function takeKeys(taker: Taker): () => void {
  takers = [taker, ...takers];
  return () => (takers = takers.filter((one) => one !== taker));
}

function onPress(event: KeyboardEvent): void {
  if (areKeysHeld()) return holdPress(event);
  if (!takers.some((taker) => taker(event))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * What had the focus in a dialog has just gone, as a button that removed its own row: the press is meant for the dialog.
 * Esc closes it as a click beside it does.
 */
function returnFocus(layer: Element, key: string): void {
  const modal = layer.closest('.MuiModal-root');
  modal?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  if (key === 'Escape') modal?.querySelector<HTMLElement>('.MuiBackdrop-root')?.click();
}

/** Behind everything that has the focus: what used the press says so by preventing the browser's own doing. */
function onUnused(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || focusTakes(event)) return;
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

// Added when the page starts, so that no other listener gets a press before it.
window.addEventListener('keydown', onPress, { capture: true });
window.addEventListener('keydown', onUnused);
