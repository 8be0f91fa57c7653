/**
 * What is typed between asking for the palette and its field being there: its code comes on demand, and a user who
 * presses Ctrl+K and types on must neither lose letters nor set off single-letter keys with them.
 */
import type { KeyPress } from '../../ui/keys/key-combo.ts';

/** The text after a key press; `null` where the press writes nothing and belongs to somebody else. */
export function typedAfter(text: string, { key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('');
  return Array.from(key).length === 1 ? text + key : null;
}

let text = '';

function pressed(event: KeyboardEvent): void {
  if (event.isComposing) return;
  const next = typedAfter(text, event);
  if (next === null) return;
  text = next;
  event.preventDefault();
  event.stopPropagation();
}

/** Hears keys before anybody else does, until `takeTypedAhead`. */
export function hearTypedAhead(): void {
  text = '';
  window.addEventListener('keydown', pressed, true);
}

/** What was typed meanwhile; hears no more. */
export function takeTypedAhead(): string {
  window.removeEventListener('keydown', pressed, true);
  const taken = text;
  text = '';
  return taken;
}
