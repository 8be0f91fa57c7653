/**
 * Shows a case's status as a chip, in the page's language. A spinner beside it shows a job that is running on the case.
 */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { labelOf } from '@rhythmdesk/domain/case/status';
import { useTranslation } from 'react-i18next';
import { StatusChip } from './status-chip.tsx';

type ChipRow = Pick<CaseRow, 'status' | 'processing' | 'closed'> & Partial<Pick<CaseRow, 'verified'>>;

export function CaseStatusChip({ row }: { row: ChipRow }) {
  const { t } = useTranslation('words');
  const label = labelOf({ ...row, verified: row.verified ?? false });
  return (
    <StatusChip
      status={label === 'verified' ? row.status : label}
      label={t(`status.${label}`)}
      working={row.processing && !row.closed ? t('status.processing') : undefined}
    />
  );
}
