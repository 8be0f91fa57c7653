/** Presses keys in tests: all commands of a place are active, and the first one with the key wins. */
import { type ActiveCommand, commandFor } from '../../../../ui/keys/commands.ts';
import { comboOf, type KeyPress } from '../../../../ui/keys/key-combo.ts';
import type { CommandId } from '../../../../ui/keys/key-table.ts';
import { commandIds, keyRows } from './key-tables.ts';
import { applies, boundKeyOf, keySlots, type KeySituation, type OwnKeys } from './own-keys.ts';

/** Returns the key press for a written key. */
export function pressOf(written: string): KeyPress {
  const { ctrl, alt, shift, key } = comboOf(written);
  return { key, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: false };
}

/** Returns all commands of a place with the user's keys. */
export function activeIn(there: KeySituation, own: OwnKeys): ActiveCommand[] {
  return [...keyRows].flatMap(([id, row]): ActiveCommand[] => {
    if (!applies({ ...row, subjects: [there.subject] }, there)) return [];
    const keys = keySlots.filter(({ command }) => command === id).map((slot) => boundKeyOf(slot, own));
    const when = (): boolean => applies(row, there);
    return [{ id, title: id, keys: row.keys, own: keys, layer: 'desk', when, run: () => undefined }];
  });
}

type Given = { readonly own?: OwnKeys; readonly letters?: boolean };

/** Returns the command that a press runs in this situation. */
export function meant(
  press: KeyPress,
  there: KeySituation,
  { own = {}, letters = true }: Given = {},
): CommandId | null {
  return meantOf(press, activeIn(there, own), letters);
}

/** Returns the command that a press runs among these. */
export function meantOf(press: KeyPress, active: readonly ActiveCommand[], letters = true): CommandId | null {
  const found = commandFor(press, active, { letters, isCovered: false, isTyping: false });
  return commandIds.find((id) => id === found?.id) ?? null;
}
