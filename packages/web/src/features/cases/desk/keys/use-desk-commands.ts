/** Registers rows of the desk's command table while a part of the desk is drawn. */
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, Layer } from '../../../../ui/keys/commands.ts';
import { useCommands } from '../../../../ui/keys/use-commands.ts';
import { type DeskKeyId, deskKeyIds, deskKeyRows, type DeskSubject } from './desk-keys.ts';

/** What a command runs, and its text in `?` and the footer if that differs from its usual text. */
export type DeskRun = Pick<Command, 'run'> &
  Partial<Pick<Command, 'line' | 'footer' | 'unlisted' | 'once' | 'when'>>;
export type DeskRunEntry = readonly [DeskKeyId, DeskRun];
export type DeskRuns = { readonly [id in DeskKeyId]?: DeskRun | undefined };

/** Returns what the next key changes; the page provides it, because it knows all tools. */
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
