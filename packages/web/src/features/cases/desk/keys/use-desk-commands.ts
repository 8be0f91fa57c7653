/** Registers commands of a tool while a part of it is drawn. */
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, Layer } from '../../../../ui/keys/commands.ts';
import { type CommandId, type KeyTable, rowsOf } from '../../../../ui/keys/key-table.ts';
import { useCommands } from '../../../../ui/keys/use-commands.ts';
import { KeySubject } from './subject.ts';

/** What a command runs, and its text in the `?` list and the footer if that differs from its row. */
export type DeskRun = Pick<Command, 'run'> &
  Partial<Pick<Command, 'line' | 'footer' | 'unlisted' | 'once' | 'when'>>;
export type DeskRunEntry = readonly [CommandId, DeskRun];
export type DeskRuns = { readonly [id in CommandId]?: DeskRun | undefined };

/** `table` declares the commands of `runs`; those without a run are not registered. */
export function useDeskCommands(table: KeyTable, runs: DeskRuns, layer: Layer = 'tool'): void {
  const { t } = useTranslation('commands');
  const subject = use(KeySubject);
  const list = rowsOf(table).flatMap(([id, row]): Command[] => {
    const run = runs[id];
    if (run === undefined) return [];
    const { keys, subjects, footer } = row;
    const line = row.line === undefined ? undefined : t(`line.${row.line}`);
    const isMeant = (): boolean => subjects?.includes(subject()) !== false && run.when?.() !== false;
    return [{ line, footer, ...run, id, keys, title: t(`word.${id}`), when: isMeant }];
  });
  useCommands(list, layer);
}
