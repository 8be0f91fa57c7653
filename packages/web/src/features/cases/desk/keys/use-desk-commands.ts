/** Registers rows of the table of the desk's commands, for as long as a part of the desk is drawn. */
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, Layer } from '../../../../ui/keys/commands.ts';
import { useCommands } from '../../../../ui/keys/use-commands.ts';
import { type DeskKeyId, deskKeyIds, deskKeyRows, type DeskSubject } from './desk-keys.ts';

/** What a row does, and what `?` and the footer say of it where that is not its word. */
export type DeskRun = Pick<Command, 'run'> &
  Partial<Pick<Command, 'line' | 'footer' | 'unlisted' | 'once' | 'when'>>;
/** Of runs that are made by name. */
export type DeskRunEntry = readonly [DeskKeyId, DeskRun];
export type DeskRuns = { readonly [id in DeskKeyId]?: DeskRun | undefined };

/** What the next key changes, by the page that knows all its tools. */
export const KeySubject = createContext<() => DeskSubject>(() => 'other');

export function useDeskCommands(runs: DeskRuns, layer: Layer = 'tool'): void {
  const { t } = useTranslation('desk-keys');
  const subject = use(KeySubject);
  const list = deskKeyIds.flatMap((id): Command[] => {
    const [run, row] = [runs[id], deskKeyRows.get(id)];
    if (run === undefined || row === undefined) return [];
    const isMeant = (): boolean => row.subjects?.includes(subject()) !== false && run.when?.() !== false;
    return [{ ...run, id, keys: row.keys, title: t(`word.${id}`), when: isMeant }];
  });
  useCommands(list, layer);
}
