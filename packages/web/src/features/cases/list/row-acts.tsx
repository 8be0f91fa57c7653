/** Shows the hospital's next action on a row, as a button: request the analysis, or read the report. */
import { finishedStatus } from '@rhythmdesk/domain/case/status';
import Button from '@mui/material/Button';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { FilePdfIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';

export function hasReport(row: CaseRow): boolean {
  return row.has_report && row.status === finishedStatus;
}

export type RowActsProps = { row: CaseRow; tabIndex: 0 | -1; onAct: () => void };

export function RowActs({ row, tabIndex, onAct }: RowActsProps) {
  const { t } = useTranslation('case-list');
  const requests = row.actions.includes('request');
  if (!requests && !hasReport(row)) return null;
  return (
    <Button
      size="small"
      tabIndex={tabIndex}
      variant={requests ? 'outlined' : 'text'}
      startIcon={requests ? undefined : <FilePdfIcon size={16} aria-hidden="true" />}
      onClick={(event) => {
        event.stopPropagation();
        onAct();
      }}
    >
      {t(requests ? 'row.request' : 'row.report')}
    </Button>
  );
}
