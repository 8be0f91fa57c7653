/** Makes the two commands that move through a list; they share one line in the list of keys. */
import type { Command } from '../keys/commands.ts';
import { listKeys } from './list-keys.ts';

type MoveWords = { readonly down: string; readonly up: string; readonly line: string };

export function moveCommands({ down, up, line }: MoveWords, step: (by: -1 | 1) => void): Command[] {
  const both = { line, footer: true };
  return [
    { ...both, id: 'list-down', keys: listKeys['list-down'].keys, title: down, run: () => step(1) },
    { ...both, id: 'list-up', keys: listKeys['list-up'].keys, title: up, run: () => step(-1) },
  ];
}
