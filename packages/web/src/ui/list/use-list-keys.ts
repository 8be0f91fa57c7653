/** A list's keys: J and K move, Space previews, Enter opens, X selects, / searches; its page may add its own. */
import { useTranslation } from 'react-i18next';
import type { Shortcut } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

export type ListKeys = {
  step: (by: -1 | 1) => void;
  preview: () => void;
  open: () => void;
  select: (() => void) | null;
  search: (() => void) | null;
  /** What Enter does, where that is not to open. */
  openLabel?: string;
  more?: readonly Shortcut[];
};

export function useListKeys(keys: ListKeys): void {
  const { t } = useTranslation('lists');
  const { select, search, openLabel = t('key.open'), more = [] } = keys;
  useShortcuts([
    { keys: ['J', 'K'], label: t('key.move'), footer: true, run: () => undefined },
    { keys: ['J'], label: t('key.down'), run: () => keys.step(1) },
    { keys: ['K'], label: t('key.up'), run: () => keys.step(-1) },
    { keys: ['Space'], label: t('key.preview'), footer: true, run: keys.preview },
    { keys: ['⏎'], label: openLabel, footer: true, run: keys.open },
    ...(select ? [{ keys: ['X'], label: t('key.select'), footer: true, run: select }] : []),
    ...(search ? [{ keys: ['/'], label: t('key.search'), run: search }] : []),
    ...more,
  ]);
}
