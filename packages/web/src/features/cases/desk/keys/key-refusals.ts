/** Keys that no command of the desk can have: the browser’s, the recording’s, the page’s. */
import { comboOf } from '../../../../ui/keys/key-combo.ts';

export type KeyRefusal = 'browser' | 'recording' | 'page' | 'unwritten';

/** All that a browser leaves free with Ctrl: it opens windows and tabs, finds, saves, prints, copies, zooms by the rest. */
const freeWithCtrl = new Set(['B', 'Z']);
const browserKeys = new Set(['F1', 'F3', 'F5', 'F6', 'F7', 'F11', 'F12', 'ContextMenu', 'PrintScreen']);
const recordingKeys = new Set([
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'],
  ...['+', '-', '='],
]);
const pageKeys = new Set(['Escape', 'Tab', '?', 'CapsLock', 'NumLock', 'ScrollLock', 'Backspace']);

/** Why a key as it is written cannot be taken; null where a command may have it. */
export function refusalOf(written: string | null): KeyRefusal | null {
  if (written === null) return 'unwritten';
  const { ctrl, alt, key } = comboOf(written);
  if (pageKeys.has(key) || (ctrl && key.toUpperCase() === 'K')) return 'page';
  if (alt || browserKeys.has(key)) return 'browser';
  if (ctrl && !freeWithCtrl.has(key.toUpperCase())) return 'browser';
  return recordingKeys.has(key) ? 'recording' : null;
}
