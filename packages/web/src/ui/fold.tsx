/**
 * Provides a block that collapses to the heads of its sections. The collapsed blocks are remembered until the user
 * leaves, so that the next case opens like the last one.
 */
import { createContext, type ReactNode, useContext, useState } from 'react';
import { onSessionEnd } from '../platform/session/session-state.ts';

type Fold = { readonly isOpen: boolean; readonly toggle: () => void };

const FoldContext = createContext<Fold | null>(null);
const folded = new Set<string>();

onSessionEnd(() => folded.clear());

export function FoldBlock({ name, children }: { name: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(!folded.has(name));
  const toggle = (): void => {
    if (isOpen) folded.add(name);
    else folded.delete(name);
    setIsOpen(!isOpen);
  };
  return <FoldContext value={{ isOpen, toggle }}>{children}</FoldContext>;
}

/** Null outside a block: the section is always open. */
export function useFold(): Fold | null {
  return useContext(FoldContext);
}
