/**
 * Saves the plain-language page for the patient, made from the current report version, as a file in the language of the
 * screen.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { UserIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { blobOf } from '../../../platform/client/file-body.ts';
import { saveBytes } from '../../../platform/save-bytes.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

type PatientPageButtonProps = {
  readonly detail: Pick<CaseDetail, 'case_id' | 'hn_id' | 'hospital_language' | 'report_versions'>;
};

/** Only a version that was made from a reading contains the figures. */
export function PatientPageButton({ detail }: PatientPageButtonProps) {
  const { t } = useTranslation('report');
  const [busy, setBusy] = useState(false);
  const { case_id, hn_id, hospital_language: language, report_versions } = detail;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await api.download('patientPage', { case_id, language });
      saveBytes(await blobOf(answer), `${hn_id}-patient.pdf`, 'application/pdf');
    } catch (error) {
      await showFault(error, 'download');
    } finally {
      setBusy(false);
    }
  };
  if (!report_versions.some(({ current, source }) => current && source === 'reading')) return null;
  return (
    <IconButton name={t('patient-page.save')} size="small" disabled={busy} onClick={() => void save()}>
      <UserIcon size={16} aria-hidden="true" />
    </IconButton>
  );
}
