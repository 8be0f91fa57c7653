/** The list's keys: J and K move, Space previews, Enter opens, X selects, / searches, N takes the next case. */
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';

export type ListKeys = {
  step: (by: -1 | 1) => void;
  preview: () => void;
  open: () => void;
  select: (() => void) | null;
  search: () => void;
  takeNext: (() => void) | null;
};

export function useListKeys(keys: ListKeys): void {
  const { t } = useTranslation('case-list');
  const { t: lists } = useTranslation('lists');
  const { t: act } = useTranslation('actions');
  const { select, takeNext } = keys;
  useShortcuts([
    { keys: ['J', 'K'], label: lists('key.move'), footer: true, run: () => undefined },
    { keys: ['J'], label: lists('key.down'), run: () => keys.step(1) },
    { keys: ['K'], label: lists('key.up'), run: () => keys.step(-1) },
    { keys: ['Space'], label: t('key.preview'), footer: true, run: keys.preview },
    { keys: ['⏎'], label: t('key.open'), footer: true, run: keys.open },
    ...(select ? [{ keys: ['X'], label: t('key.select'), footer: true, run: select }] : []),
    { keys: ['/'], label: lists('key.search'), run: keys.search },
    ...(takeNext ? [{ keys: ['N'], label: act('next'), run: takeNext }] : []),
  ]);
}
