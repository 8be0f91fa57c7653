/**
 * Provides the display names of keys, including the user's own keys. A part of the page that allows custom keys
 * provides this context; everywhere else a key is shown under its default name.
 */
import { createContext, useContext } from 'react';

/** `usual`: the default key; `command`: the command it belongs to, if several have that key. */
export type KeyNamer = (usual: string, command?: string) => string;

export const usualName: KeyNamer = (usual) => usual;

export const KeyNames = createContext<KeyNamer>(usualName);

export const useKeyNamer = (): KeyNamer => useContext(KeyNames);
