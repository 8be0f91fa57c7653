/** Gives a command another key: takes the next press, says why it is refused, and saves it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { changePreferences } from '../../../../platform/session/preferences.ts';
import { showFault } from '../../../../ui/faults/show-fault.ts';
import { takeKeys } from '../../../../ui/keys/keyboard.ts';
import { isModifier, writtenOf } from '../../../../ui/keys/key-combo.ts';
import { type KeyRefusal, refusalOf } from './key-refusals.ts';
import { holderOf, boundKeyOf, type KeySlot, knownKeys, type OwnKeys, swapped, withKey } from './own-keys.ts';
import { useOwnKeys } from './use-own-keys.ts';
import { isPress } from '../../../../ui/keys/widget-keys.ts';

/** Why the pressed key is not saved. */
export type KeyProblem =
  | { readonly kind: 'refused'; readonly written: string; readonly why: KeyRefusal }
  | { readonly kind: 'clash'; readonly written: string; readonly holder: KeySlot };

export type Changing = { readonly slot: KeySlot; readonly problem: KeyProblem | null };

/** Applies the change to the stored preferences, so that two tabs do not overwrite each other's changes. */
async function keepKeys(change: (before: OwnKeys) => OwnKeys): Promise<void> {
  try {
    await changePreferences(({ desk_keys = {}, ...before }) => {
      const next = change(knownKeys(desk_keys));
      return Object.keys(next).length === 0 ? before : { ...before, desk_keys: next };
    });
  } catch (error) {
    await showFault(error);
  }
}

export type KeyChanges = ReturnType<typeof useKeyChanges>;

export function useKeyChanges() {
  const own = useOwnKeys();
  const [changing, setChanging] = useState<Changing | null>(null);
  const listens = changing !== null && changing.problem?.kind !== 'clash';
  const take = (slot: KeySlot, written: string): void => {
    const holder = holderOf(written, slot, own);
    if (holder !== null) return setChanging({ slot, problem: { kind: 'clash', written, holder } });
    setChanging(null);
    void keepKeys((before) => withKey(before, slot, written));
  };
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (changing === null) return;
    if (isPress(event, 'Esc')) return setChanging(null);
    const written = writtenOf(event);
    if (isModifier(event) || event.repeat) return;
    const { slot } = changing;
    if (written !== null && written === boundKeyOf(slot, own)) return setChanging(null);
    const why = written === slot.usual ? null : refusalOf(written);
    if (written === null || why !== null)
      return setChanging({
        slot,
        problem: { kind: 'refused', written: written ?? '', why: why ?? 'unwritten' },
      });
    take(slot, written);
  });
  useEffect(() => {
    if (!listens) return undefined;
    return takeKeys((event) => {
      onPress(event);
      return true;
    });
  }, [listens]);
  return {
    own,
    changing,
    begin: (slot: KeySlot) => setChanging({ slot, problem: null }),
    leave: () => setChanging(null),
    swap: (slot: KeySlot, holder: KeySlot) => {
      setChanging(null);
      void keepKeys((before) => swapped(before, slot, holder) ?? before);
    },
    /** Another command may have the usual key by now. */
    reset: (slot: KeySlot) => take(slot, slot.usual),
    resetAll: () => void keepKeys(() => ({})),
  };
}
