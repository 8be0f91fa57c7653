/**
 * Shows the cells of an upload, in the table and on a card: reason, duration, sender, and the current state of the
 * case.
 */
import { styled } from '@mui/material/styles';
import type { UploadRow } from '@rhythmdesk/contract/uploads';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageLocation } from '../../../platform/address/use-page-location.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { Spoken } from '../../../ui/spoken.tsx';

export type HistoryRowsProps = {
  readonly rows: readonly UploadRow[];
  /** The caller's uploads may be for more than one hospital. */
  readonly several: boolean;
  readonly current: string | number | null;
  readonly tinted: ReadonlySet<string>;
  readonly nowMs: number;
};

const missing = '–';

const CaseLink = styled(Link)({
  position: 'relative',
  display: 'inline-flex',
  borderRadius: 11,
  textDecoration: 'none',
});

/** Returns the server's text, and the entry of the zip that it refers to. */
export function useWhy() {
  const { t } = useTranslation('uploads');
  return ({ detail, entry, request }: UploadRow): string => {
    if (detail === null)
      return request?.state === 'refused' ? t('not-requested', { why: request.detail ?? '' }) : '';
    return entry === null || detail.includes(entry) ? detail : t('entry-why', { entry, why: detail });
  };
}

export function useTook() {
  const format = useFormat();
  return ({ created_at, finished_at, state }: UploadRow): string =>
    finished_at === null || state !== 'done'
      ? missing
      : format.duration(Date.parse(finished_at) - Date.parse(created_at));
}

export function UploadPatient({ row }: { row: UploadRow }) {
  const isNameless = row.patient_first_name === null && row.patient_last_name === null;
  return isNameless && row.case === null ? missing : <NameText row={row} />;
}

/** The status is the link to the case. */
export function CaseNow({ row }: { row: UploadRow }) {
  const { t } = useTranslation('uploads');
  const { href } = usePageLocation();
  if (row.case === null || row.case_id === null) return null;
  return (
    <CaseLink to={`/detail/${String(row.case_id)}`} state={{ uploads: href }}>
      <Spoken>{t('history.open')}</Spoken>
      <CaseStatusChip row={row.case} />
    </CaseLink>
  );
}
