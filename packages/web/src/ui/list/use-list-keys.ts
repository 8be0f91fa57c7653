/** The keys of a list: J and K move, Space previews, Enter opens, X selects, / searches; its page may add more. */
import { useTranslation } from 'react-i18next';
import type { Command } from '../keys/commands.ts';
import { useCommands } from '../keys/use-commands.ts';
import { moveCommands } from '../keys/move-commands.ts';

export type ListKeys = {
  step: (by: -1 | 1) => void;
  preview: () => void;
  open: () => void;
  select: (() => void) | null;
  search: (() => void) | null;
  /** The title of Enter, if it does something other than open. */
  openLabel?: string;
  more?: readonly Command[];
};

export function useListKeys(keys: ListKeys): void {
  const { t } = useTranslation('lists');
  const { select, search, openLabel = t('key.open'), more = [] } = keys;
  useCommands([
    ...moveCommands({ down: t('key.down'), up: t('key.up'), line: t('key.move') }, keys.step),
    { id: 'list.preview', keys: ['Space'], title: t('key.preview'), footer: true, run: keys.preview },
    { id: 'list.open', keys: ['⏎'], title: openLabel, footer: true, run: keys.open },
    ...(select
      ? [{ id: 'list.select', keys: ['X'], title: t('key.select'), footer: true, run: select }]
      : []),
    ...(search ? [{ id: 'list.search', keys: ['/'], title: t('key.search'), run: search }] : []),
    ...more,
  ]);
}
