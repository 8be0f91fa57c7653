/** The user's own keys of the desk, for key caps, the footer, the list of keys (`?`) and the keyboard. */
import { useMemo } from 'react';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { type KeyNamer, usualName } from '../../../../ui/keys/key-names.ts';
import type { DeskView } from '../session/desk-views.ts';
import { knownKeys, type OwnKeys, printedKey } from './own-keys.ts';

const none: OwnKeys = {};

export function useOwnKeys(): OwnKeys {
  const kept = useSessionUser().preferences.desk_keys;
  return useMemo(() => (kept === undefined ? none : knownKeys(kept)), [kept]);
}

export function useDeskKeyNames(tab: DeskView): KeyNamer {
  const own = useOwnKeys();
  return useMemo(
    () => (own === none ? usualName : (usual, command) => printedKey(usual, command, tab, own)),
    [own, tab],
  );
}
