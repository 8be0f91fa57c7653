/**
 * How a key is printed for this user, who may have given its command another. A part of the page that lets its keys be
 * changed provides this; everywhere else a key is printed as it is named.
 */
import { createContext, useContext } from 'react';

/** `usual`: the key as the product names it; `command`: which one, where several have that key. */
export type KeyNamer = (usual: string, command?: string) => string;

export const usualName: KeyNamer = (usual) => usual;

export const KeyNames = createContext<KeyNamer>(usualName);

export const useKeyNamer = (): KeyNamer => useContext(KeyNames);
