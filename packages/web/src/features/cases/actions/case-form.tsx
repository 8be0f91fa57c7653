/**
 * Shows the case form in a dialog, 640 px wide: a new case, or the patient and order of a case without a technician.
 *
 * Invariants: the typed text stays through every failure; a change by another user is reported, and saving again
 * overwrites it only in the edited fields; leaving an edited form asks first.
 */
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { PreviewReason } from './preview-reason.tsx';
import { caseQuery } from '../model/use-case.ts';
import { CaseFormBody } from './case-form-body.tsx';

export type CaseFormProps = {
  /** `null` creates a new case. */
  case_id: number | null;
  /** The hospital of a new case, if the page knows it. */
  hospital_id: number | null;
  onClose: () => void;
  onSaved: (case_id: number) => void;
};

function Loaded({
  case_id,
  children,
}: {
  case_id: number;
  children: (detail: CaseDetail) => React.JSX.Element;
}) {
  const { data, error, refetch } = useQuery(caseQuery(case_id));
  if (data) return children(data);
  if (error instanceof ApiError && error.code === 'input/reason-missing')
    return <PreviewReason case_id={case_id} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <DialogContent>
      <Skeleton height={360} />
    </DialogContent>
  );
}

export function CaseForm({ case_id, hospital_id, onClose, onSaved }: CaseFormProps) {
  const { t } = useTranslation('case-form');
  const id = useId();
  const { user_group } = useSessionUser();
  const own = user_group.type === 'hospital' ? user_group.id : null;
  const shared = { onClose, onSaved };
  return (
    <Dialog open aria-labelledby={id} slotProps={{ paper: { style: { maxWidth: 640 } } }}>
      <DialogTitle id={id}>{t(case_id === null ? 'title.new' : 'title.edit')}</DialogTitle>
      {case_id === null ? (
        <CaseFormBody {...shared} detail={null} hospital_id={hospital_id ?? own} />
      ) : (
        <Loaded case_id={case_id}>
          {(detail) => <CaseFormBody {...shared} detail={detail} hospital_id={detail.hospital.id} />}
        </Loaded>
      )}
    </Dialog>
  );
}
