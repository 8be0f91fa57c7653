/** Asks for one patient of a hospital, and shows what is stored with the ways to copy and to erase it. */
import Button from '@mui/material/Button';
import type { PatientPreview } from '@rhythmdesk/contract/privacy';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../platform/client/api-error.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CopyForm } from './copy-form.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import {
  Fields,
  HospitalPicker,
  Lead,
  PrivacySection,
  TableRoom,
  type ChosenHospital,
  type PatientKey,
} from './page-parts.tsx';

type FinderProps = { readonly onFind: (key: PatientKey) => void };

function Finder({ onFind }: FinderProps) {
  const { t } = useTranslation('privacy');
  const [hospital, setHospital] = useState<ChosenHospital | null>(null);
  const [patient_id, setPatientId] = useState('');
  const isReady = hospital !== null && patient_id.trim() !== '';
  return (
    <Fields
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onFind({ hospital_id: hospital.id, patient_id: patient_id.trim() });
      }}
    >
      <HospitalPicker label={t('hospital')} value={hospital} onChange={setHospital} />
      <TextField
        label={t('patient_id')}
        value={patient_id}
        inputProps={{ maxLength: 64 }}
        onChange={(event) => setPatientId(event.target.value)}
      />
      <Button type="submit" variant="outlined" disabled={!isReady}>
        {t('find')}
      </Button>
    </Fields>
  );
}

function Counts({ preview: { erased, kept } }: { preview: PatientPreview }) {
  const { t } = useTranslation('privacy');
  return (
    <TableRoom label={t('patient')}>
      <ListTable sx={{ maxWidth: 720 }}>
        <thead>
          <tr>
            <th scope="col">{t('removed')}</th>
            <th scope="col" />
            <th scope="col" className="number">
              {t('count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {erased
            .filter(({ count }) => count > 0)
            .map(({ kind, count }) => (
              <tr key={kind}>
                <td colSpan={2}>{t(`erased.${kind}`)}</td>
                <td className="number">{count}</td>
              </tr>
            ))}
        </tbody>
        <thead>
          <tr>
            <th scope="col">{t('stays')}</th>
            <th scope="col">{t('why')}</th>
            <th scope="col" className="number">
              {t('count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {kept
            .filter(({ count }) => count > 0)
            .map(({ kind, reason, count }) => (
              <tr key={kind}>
                <td>{t(`kept.${kind}`)}</td>
                <td>{t(`because.${reason}`)}</td>
                <td className="number">{count}</td>
              </tr>
            ))}
        </tbody>
      </ListTable>
    </TableRoom>
  );
}

type FoundProps = {
  readonly patient: PatientKey;
  readonly preview: PatientPreview;
  readonly onErased: () => void;
};

function Found({ patient, preview, onErased }: FoundProps) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  /** The digest of what was shown when the user chose to erase it: the preview may be fetched again meanwhile. */
  const [erased, setErased] = useState<string | null>(null);
  const { patient_name: name, hospital_name: hospital, cases } = preview;
  const isOpen = cases.some(({ open }) => open);
  const days = cases.flatMap(({ report_until }) => report_until ?? []).toSorted();
  const last = days.at(-1);
  return (
    <>
      <Lead sx={{ marginTop: '16px' }}>
        <strong>{t('found', { name, hospital })}</strong>
      </Lead>
      <Counts preview={preview} />
      {last === undefined ? null : (
        <Lead sx={{ marginTop: '12px' }}>{t('until', { day: format.calendarDate(last) })}</Lead>
      )}
      <CopyForm patient={patient} />
      <Button color="error" variant="outlined" disabled={isOpen} onClick={() => setErased(preview.digest)}>
        {t('erase')}
      </Button>
      {isOpen ? (
        <Lead role="note" sx={{ marginTop: '8px' }}>
          {t('open')}
        </Lead>
      ) : null}
      {erased === null ? null : (
        <EraseDialog patient={patient} digest={erased} onDone={onErased} onClose={() => setErased(null)} />
      )}
    </>
  );
}

const isNobody = (error: Error): boolean => error instanceof ApiError && error.status === 404;

function Shown({ patient, onErased }: Omit<FoundProps, 'preview'>) {
  const { t } = useTranslation('privacy');
  const { data, error, refetch } = useQuery({ ...callQuery('patientData', patient), retry: false });
  if (error !== null && isNobody(error))
    return (
      <Lead role="status" sx={{ marginTop: '16px' }}>
        {t('none')}
      </Lead>
    );
  if (error !== null && data === undefined)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const key = `${String(patient.hospital_id)} ${patient.patient_id}`;
  return <Found key={key} patient={patient} preview={data} onErased={onErased} />;
}

export function PatientSection() {
  const { t } = useTranslation('privacy');
  const [patient, setPatient] = useState<PatientKey | null>(null);
  return (
    <PrivacySection title={t('patient')}>
      <Lead>{t('patient-lead')}</Lead>
      <Finder onFind={setPatient} />
      {patient === null ? null : <Shown patient={patient} onErased={() => setPatient(null)} />}
    </PrivacySection>
  );
}
