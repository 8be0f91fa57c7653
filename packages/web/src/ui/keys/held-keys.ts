/**
 * Holds the keys that are pressed between opening a dialog and the moment when its field has the focus. They belong to
 * the dialog and never reach the page: typed text is kept and inserted into the field, everything else is ignored.
 *
 * Invariants: while a dialog is awaited no command runs; a dialog whose code fails to load leaves nothing behind; Enter
 * is never kept, so nothing is sent that the user has not seen.
 */
import { isDialogAwaited, setKeeper } from './hold-keys.ts';
import type { KeyPress } from './key-combo.ts';
import { layersOver } from './who-hears.ts';

/** Returns the text after a key press; `null` if the press writes nothing. */
export function typedAfter(text: string, { key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  // A browser reports AltGr as Ctrl and Alt.
  if (metaKey || ctrlKey !== altKey) return null;
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('');
  return Array.from(key).length === 1 ? text + key : null;
}

/** The dialog is open, or failed to load; the typed text is not delivered yet. */
let isSettling = false;
let text = '';

/** The element that had the focus when the dialog was requested. */
let focusBefore: Element | null = null;

/** The layers that were open when the dialog was requested. */
let layersBefore: readonly Element[] = [];

/** Returns whether the dialog is drawn: if its code failed to load, only the layers below it are open. */
const isDrawn = (): boolean => layersOver().some((one) => !layersBefore.includes(one));

/** Returns whether the dialog is open and the focus has not moved into it. */
function isUnfocused(): boolean {
  const { activeElement, body } = document;
  return isDrawn() && (activeElement === body || activeElement === focusBefore);
}

/** A password field accepts no composed characters from an input method; input methods type Latin there. */
const takes = (field: HTMLInputElement | HTMLTextAreaElement, typed: string): boolean =>
  field.selectionStart !== null &&
  !field.readOnly &&
  !field.disabled &&
  (field.type !== 'password' || /^[\u0020-\u007e]*$/.test(typed));

function writeInto(field: Element | null, typed: string): void {
  if (typed === '' || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (!takes(field, typed)) return;
  field.setRangeText(typed, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: typed }));
}

function settle(): void {
  const typed = isDrawn() ? text : '';
  isSettling = false;
  text = '';
  focusBefore = null;
  layersBefore = [];
  writeInto(document.activeElement, typed);
}

function settleIfFocused(): void {
  if (!isDialogAwaited() && isSettling && !isUnfocused()) settle();
}

/** Returns whether keys belong to a dialog that does not have the focus yet. */
export function areKeysHeld(): boolean {
  settleIfFocused();
  return isDialogAwaited() || isSettling;
}

/** Returns whether the browser keeps the key for itself: a reload, a new tab. */
const isBrowsers = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  ctrlKey || metaKey || altKey || /^F\d+$/.test(key);

/** Keeps the text of a press while keys are held; no other listener receives the press. */
export function holdPress(event: KeyboardEvent): void {
  event.stopImmediatePropagation();
  const next = event.isComposing ? null : typedAfter(text, event);
  if (next !== null) text = next;
  if (next !== null || !isBrowsers(event)) event.preventDefault();
}

document.addEventListener('focusin', () => queueMicrotask(settleIfFocused));

setKeeper({
  onBegin: () => {
    focusBefore = document.activeElement;
    layersBefore = layersOver();
  },
  onEnd: () => {
    isSettling = true;
    // React draws the dialog and gives it the focus before the next task.
    queueMicrotask(settleIfFocused);
  },
});
