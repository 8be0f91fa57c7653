/** Registers the commands of a table while a component is on the page. */
import { useTranslation } from 'react-i18next';
import type { Command, Layer } from './commands.ts';
import { type CommandId, type KeyRow, type KeyTable, rowsOf } from './key-table.ts';
import { useCommands } from './use-commands.ts';

/** The function that a command runs, and its text in the `?` list and the footer if that differs from its row. */
export type TableRun = Pick<Command, 'run'> &
  Partial<Pick<Command, 'line' | 'footer' | 'unlisted' | 'once' | 'when'>>;
export type TableRuns = { readonly [id in CommandId]?: TableRun | undefined };

const always = (): boolean => true;

/**
 * `table` declares the commands of `runs`; those without a run are not registered. `isMeant` returns whether a row
 * applies now.
 */
export function useTableCommands(
  table: KeyTable,
  runs: TableRuns,
  layer: Layer,
  isMeant: (row: KeyRow) => boolean = always,
): void {
  const { t } = useTranslation('commands');
  const list = rowsOf(table).flatMap(([id, row]): Command[] => {
    const run = runs[id];
    if (run === undefined) return [];
    const line = row.line === undefined ? undefined : t(`line.${row.line}`);
    const when = (): boolean => isMeant(row) && run.when?.() !== false;
    return [{ line, footer: row.footer, ...run, id, keys: row.keys, title: t(`word.${id}`), when }];
  });
  useCommands(list, layer);
}
