/** Shows the audit log as a grid. */
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageGridProps, RecordGrid } from '../../../ui/list/record-grid.tsx';
import { columnFacts, type AuditColumnId } from '../model/audit-columns.ts';
import { auditRowId } from '../use-audit-page.ts';
import { auditCell } from './audit-cells.tsx';

export function AuditGrid(props: PageGridProps<AuditRow, AuditColumnId>) {
  const { t } = useTranslation('audit');
  const nameOf = useCallback((id: AuditColumnId | 'menu') => t(`column.${id}`), [t]);
  const menuOf = useCallback(({ at }: AuditRow) => t('menu', { time: at }), [t]);
  return (
    <RecordGrid
      {...props}
      label={t('grid')}
      keyOf={auditRowId}
      firstField="at"
      factsOf={columnFacts}
      nameOf={nameOf}
      cell={auditCell}
      menuOf={menuOf}
      sortInAddress={({ sort }) => (sort === 'asc' ? 'at' : undefined)}
    />
  );
}
