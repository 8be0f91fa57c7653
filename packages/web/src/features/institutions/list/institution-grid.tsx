/** Shows the institutions as a grid. */
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageGridProps, RecordGrid } from '../../../ui/list/record-grid.tsx';
import { columnFacts, type InstitutionColumnId, spareColumns } from '../model/institution-columns.ts';
import { sortInAddress } from '../model/institution-state.ts';
import { institutionRowId } from './use-institution-page.ts';
import { institutionCell } from './institution-cells.tsx';

export function InstitutionGrid(props: PageGridProps<InstitutionRow, InstitutionColumnId>) {
  const { t } = useTranslation('institutions');
  const nameOf = useCallback((id: InstitutionColumnId | 'menu') => t(`column.${id}`), [t]);
  const menuOf = useCallback(({ name }: InstitutionRow) => t('menu', { name }), [t]);
  return (
    <RecordGrid
      {...props}
      label={t('grid')}
      keyOf={institutionRowId}
      firstField="name"
      spare={spareColumns}
      factsOf={columnFacts}
      nameOf={nameOf}
      cell={institutionCell}
      menuOf={menuOf}
      sortInAddress={({ field, sort }) => sortInAddress(field, sort)}
    />
  );
}
