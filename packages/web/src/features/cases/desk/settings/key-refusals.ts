/** Lists keys that a command of the desk cannot have, because the browser, the recording or the page uses them. */
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import { rowsOf } from '../../../../ui/keys/key-table.ts';
import { comboOf } from '../../../../ui/keys/key-combo.ts';

export type KeyRefusal = 'browser' | 'recording' | 'page' | 'unwritten';

/** The only keys that browsers do not need with Ctrl (for windows, tabs, find, save, print, copy or zoom). */
const freeWithCtrl = new Set(['B', 'Y', 'Z']);
const browserKeys = new Set(['F1', 'F3', 'F5', 'F6', 'F7', 'F11', 'F12', 'ContextMenu', 'PrintScreen']);
/** `=` is `+` without Shift. */
const movingKeys = new Set(
  rowsOf(recordingKeys).flatMap(([, { fixed, keys }]) => (fixed ? keys.map((key) => comboOf(key).key) : [])),
).add('=');
const pageKeys = new Set(['Escape', 'Tab', '?', 'CapsLock', 'NumLock', 'ScrollLock', 'Backspace']);

/** Returns why a key cannot be used; null if a command may have it. */
export function refusalOf(written: string | null): KeyRefusal | null {
  if (written === null) return 'unwritten';
  const { ctrl, alt, key } = comboOf(written);
  if (pageKeys.has(key) || (ctrl && key.toUpperCase() === 'K')) return 'page';
  if (alt || browserKeys.has(key)) return 'browser';
  if (ctrl && !freeWithCtrl.has(key.toUpperCase())) return 'browser';
  return movingKeys.has(key) ? 'recording' : null;
}
