/** Presses keys of the desk's command table in tests: all commands of a tab are active, and the first row of a key wins. */
import { type ActiveCommand, commandFor } from '../../../../ui/keys/commands.ts';
import { comboOf, type KeyPress } from '../../../../ui/keys/key-combo.ts';
import { type DeskKeyId, deskKeyIds, deskKeyRows } from './desk-keys.ts';
import { boundKeyOf, keySlots, type KeySituation, type OwnKeys } from './own-keys.ts';

/** Returns the key press for a written key. */
export function pressOf(written: string): KeyPress {
  const { ctrl, alt, shift, key } = comboOf(written);
  return { key, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: false };
}

function activeIn({ tab, subject }: KeySituation, own: OwnKeys): ActiveCommand[] {
  return deskKeyIds.flatMap((id): ActiveCommand[] => {
    const row = deskKeyRows.get(id);
    if (row === undefined || row.tabs?.includes(tab) === false) return [];
    const keys = keySlots.filter(({ command }) => command === id).map((slot) => boundKeyOf(slot, own));
    const when = (): boolean => row.subjects?.includes(subject) !== false;
    return [{ id, title: id, keys: row.keys, own: keys, layer: 'desk', when, run: () => undefined }];
  });
}

type Given = { readonly own?: OwnKeys; readonly letters?: boolean };

/** Returns the command that a press runs in this situation. */
export function meant(
  press: KeyPress,
  there: KeySituation,
  { own = {}, letters = true }: Given = {},
): DeskKeyId | null {
  const found = commandFor(press, activeIn(there, own), { letters, isCovered: false, isTyping: false });
  return deskKeyIds.find((id) => id === found?.id) ?? null;
}
