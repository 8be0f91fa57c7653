/** Provides the user's own keys: key caps, the footer and the `?` list show them, and commands have them. */
import { useMemo } from 'react';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { type KeyNamer, usualName } from '../../../../ui/keys/key-names.ts';
import { knownKeys, type OwnKeys, printedKey } from './own-keys.ts';

const none: OwnKeys = {};

export function useOwnKeys(): OwnKeys {
  const kept = useSessionUser().preferences.desk_keys;
  return useMemo(() => (kept === undefined ? none : knownKeys(kept)), [kept]);
}

export function useOwnKeyNames(): KeyNamer {
  const own = useOwnKeys();
  return useMemo(
    () => (own === none ? usualName : (usual, command) => printedKey(usual, command, own)),
    [own],
  );
}
