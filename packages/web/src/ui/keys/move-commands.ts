/** The two commands that move through a list; they share one line in the list of keys. */
import type { Command } from './commands.ts';

type MoveWords = { readonly down: string; readonly up: string; readonly line: string };

export const moveCommands = ({ down, up, line }: MoveWords, step: (by: -1 | 1) => void): Command[] => [
  { id: 'list.down', keys: ['J'], title: down, line, footer: true, run: () => step(1) },
  { id: 'list.up', keys: ['K'], title: up, line, footer: true, run: () => step(-1) },
];
