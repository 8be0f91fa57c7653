/**
 * Registers the keys of a list: J and K move, Space previews, Enter opens, X selects, / searches; its page may add
 * more.
 */
import { useTranslation } from 'react-i18next';
import type { Command } from '../keys/commands.ts';
import { useCommands } from '../keys/use-commands.ts';
import { listKeys } from './list-keys.ts';
import { moveCommands } from './move-commands.ts';

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

/** Makes a command of a list with its keys. */
export const listCommand = (
  id: keyof typeof listKeys,
  title: string,
  rest: Pick<Command, 'run' | 'footer'>,
): Command => ({ id, keys: listKeys[id].keys, title, ...rest });

export function useListKeys(keys: ListKeys): void {
  const { t } = useTranslation('lists');
  const { select, search, openLabel = t('key.open'), more = [] } = keys;
  useCommands([
    ...moveCommands({ down: t('key.down'), up: t('key.up'), line: t('key.move') }, keys.step),
    listCommand('list-preview', t('key.preview'), { footer: true, run: keys.preview }),
    listCommand('list-open', openLabel, { footer: true, run: keys.open }),
    ...(select ? [listCommand('list-select', t('key.select'), { footer: true, run: select })] : []),
    ...(search ? [listCommand('list-search', t('key.search'), { run: search })] : []),
    ...more,
  ]);
}
