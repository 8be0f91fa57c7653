/** Saves a released version of the report as a DICOM object for a hospital's archive. */
import Button from '@mui/material/Button';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { saveBytes } from '../../../platform/save-bytes.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';

type DicomButtonProps = {
  readonly detail: Pick<CaseDetail, 'case_id' | 'hn_id'>;
  readonly version: number;
};

export function DicomButton({ detail: { case_id, hn_id }, version }: DicomButtonProps) {
  const { t } = useTranslation('report');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await api.download('reportDicom', { case_id, report_version: version });
      saveBytes(await answer.blob(), `${hn_id}-report-v${String(version)}.dcm`, 'application/dicom');
    } catch (error) {
      await showFault(error, 'download');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      variant="text"
      aria-label={t('dicom.save')}
      disabled={busy}
      sx={{ fontSize: textSize.body }}
      onClick={() => void save()}
    >
      DICOM
    </Button>
  );
}
