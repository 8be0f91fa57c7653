/** Provides the display names of keys: the shell provides the user's own keys; without it keys have their default names. */
import { createContext, useContext } from 'react';

/** `usual`: the default key; `command`: the command it belongs to. Without a command the default key is returned. */
export type KeyNamer = (usual: string, command?: string) => string;

export const usualName: KeyNamer = (usual) => usual;

export const KeyNames = createContext<KeyNamer>(usualName);

export const useKeyNamer = (): KeyNamer => useContext(KeyNames);
