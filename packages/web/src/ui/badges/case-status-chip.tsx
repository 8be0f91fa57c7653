/** A case's status as a chip, in the page's language; work on it and its end go before the status. */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { labelOf } from '@rhythmdesk/domain/case/status';
import { useTranslation } from 'react-i18next';
import { StatusChip } from './status-chip.tsx';

export function CaseStatusChip({ row }: { row: Pick<CaseRow, 'status' | 'processing' | 'closed'> }) {
  const { t } = useTranslation('words');
  const label = labelOf(row);
  return <StatusChip status={label} label={t(`status.${label}`)} />;
}
