/** Registers commands of a tool while a part of it is drawn. */
import { use } from 'react';
import type { Layer } from '../../../../ui/keys/commands.ts';
import type { CommandId, KeyTable } from '../../../../ui/keys/key-table.ts';
import { type TableRun, type TableRuns, useTableCommands } from '../../../../ui/keys/use-table-commands.ts';
import { KeySubject } from './subject.ts';

export type DeskRunEntry = readonly [CommandId, TableRun];

/** A command that applies to one kind of object runs only while the next key changes such an object. */
export function useDeskCommands(table: KeyTable, runs: TableRuns, layer: Layer = 'tool'): void {
  const subject = use(KeySubject);
  useTableCommands(table, runs, layer, ({ subjects }) => subjects?.includes(subject()) !== false);
}
