/** Determines which kind of object the next key press changes: beats, a template, an episode or something else. */
import { createContext } from 'react';
import type { Desk } from '../session/use-desk.ts';
import type { DeskSubject } from './desk-tool.ts';

/** Returns what the next key changes; the page provides it, because it knows all tools. */
export const KeySubject = createContext<() => DeskSubject>(() => 'other');

/** Returns what the next key changes if no tool says otherwise. */
export function subjectOf({ view, current }: Pick<Desk, 'view' | 'current'>): DeskSubject {
  if (view?.selected() !== null && view !== null) return 'beats';
  return current?.of === 'template' || current?.of === 'episode' ? current.of : 'other';
}
