/** The few texts of the grid library, in the page's language. */
import type { GridLocaleText } from '@mui/x-data-grid';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export function useGridTexts(): Partial<GridLocaleText> {
  const { t } = useTranslation('lists');
  return useMemo(
    () => ({
      columnHeaderSortIconLabel: t('sort'),
      checkboxSelectionHeaderName: t('key.select'),
      checkboxSelectionSelectAllRows: t('select.all'),
      checkboxSelectionUnselectAllRows: t('select.clear'),
      checkboxSelectionSelectRow: t('key.select'),
      checkboxSelectionUnselectRow: t('key.select'),
    }),
    [t],
  );
}
