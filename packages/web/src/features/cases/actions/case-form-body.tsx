/** Shows the form inside the case dialog: its state, validation and saving. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { localToday } from '../../../ui/list/period.ts';
import { useCaseName } from '../model/case-name.ts';
import { makeAttemptKeys, type AttemptKeys } from '../model/attempt-key.ts';
import {
  type CaseDraft,
  draftFaults,
  caseDraftOf,
  emptyCaseDraft,
  changesOf,
  creationOf,
} from './case-draft.ts';
import { CaseFormFields, HospitalField } from './case-form-fields.tsx';
import { HnIdField } from './hn-id-field.tsx';
import { freshRow } from '../model/perform.ts';
import { api } from '../../../platform/client/api.ts';

/**
 * `null` for a new case; otherwise the case, the version that the edit is based on, and the initial values of the form.
 */
type EditedCase = { case_id: number; version: number; begun: CaseDraft } | null;

/** Sends the case form: a new case with all fields, an edit with only the changed ones, each in one attempt. */
async function sendCase(draft: CaseDraft, edited: EditedCase, keys: AttemptKeys): Promise<number> {
  if (edited === null) {
    const input = creationOf(draft);
    const { case_id } = await api.call('createCase', input, { idempotency_key: keys.keyFor(input) });
    keys.answered();
    return case_id;
  }
  const { case_id, version, begun } = edited;
  const changes = changesOf(draft, begun);
  if (Object.keys(changes).length > 0) await api.call('updateCase', { case_id, version, ...changes });
  return case_id;
}

export type CaseFormBodyProps = {
  detail: CaseDetail | null;
  hospital_id: number | null;
  onClose: () => void;
  onSaved: (case_id: number) => void;
};

type Fault = { kind: 'stale' } | { kind: 'failed'; error: Error };

function useResolver(): Resolver<CaseDraft> {
  const { t } = useTranslation('case-form');
  const { t: say } = useTranslation('messages');
  return (draft) => {
    const faults = Object.entries(draftFaults(draft, localToday(new Date())));
    const errors = faults.map(([field, key]) => {
      const message = key === 'alert.required' ? say(key) : t(key);
      return [field, { type: 'fault', message }] as const;
    });
    return errors.length === 0
      ? { values: draft, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) };
  };
}

function isField(field: string, draft: CaseDraft): field is keyof CaseDraft {
  return Object.hasOwn(draft, field);
}

function useCaseForm({ detail, hospital_id, onSaved }: CaseFormBodyProps) {
  const { t } = useTranslation('case-form');
  const fieldFaults = useFieldFaults();
  const [begun] = useState(() => (detail ? caseDraftOf(detail) : emptyCaseDraft(hospital_id)));
  const [version, setVersion] = useState(detail?.version ?? 0);
  const [fault, setFault] = useState<Fault | null>(null);
  const [keys] = useState(() => makeAttemptKeys());
  const form = useForm<CaseDraft>({ defaultValues: begun, resolver: useResolver(), mode: 'onBlur' });
  const explain = async (error: unknown) => {
    if (!(error instanceof Error)) throw error;
    if (error instanceof ApiError && error.code === 'case/hn-id-taken') {
      form.setError('hn_id', { message: t('fault.hn_id-taken') }, { shouldFocus: true });
      return;
    }
    if (error instanceof ApiError && error.status === 409 && detail) {
      const fresh = await freshRow(detail.case_id).catch(() => null);
      if (fresh) setVersion(fresh.version);
      setFault({ kind: 'stale' });
      return;
    }
    if (error instanceof ApiError) {
      for (const [field, message] of Object.entries(fieldFaults(error.fields))) {
        if (isField(field, begun)) form.setError(field, { message });
      }
    }
    setFault({ kind: 'failed', error });
  };
  const save = form.handleSubmit(async (draft) => {
    setFault(null);
    try {
      onSaved(await sendCase(draft, detail ? { case_id: detail.case_id, version, begun } : null, keys));
    } catch (error) {
      await explain(error);
    }
  });
  return { form, fault, save };
}

function FaultBar({ fault }: { fault: Fault }) {
  const { t } = useTranslation('case-form');
  const faultText = useFaultText();
  if (fault.kind === 'stale')
    return (
      <NoticeBar tone="error" title={t('stale.title')}>
        {t('stale.body')}
      </NoticeBar>
    );
  const { error } = fault;
  return (
    <NoticeBar tone="error" title={t('failed')}>
      {error instanceof ApiError && error.detail !== '' ? error.detail : faultText(error)}
    </NoticeBar>
  );
}

/** Asks before the user leaves an edited form. */
function useLeave(detail: CaseDetail | null, typed: boolean, onClose: () => void): () => void {
  const { t } = useTranslation('case-form');
  const dialogs = useDialogs();
  const caseName = useCaseName();
  const leave = async () => {
    const ask = {
      title: t('discard'),
      message: t('discard.body', { name: detail ? caseName(detail) : t('title.new') }),
      confirmText: t('discard.yes'),
      cancelText: t('discard.no'),
      destructive: true,
    };
    if (!typed || (await dialogs.confirm(ask))) onClose();
  };
  return () => void leave();
}

export function CaseFormBody(props: CaseFormBodyProps) {
  const { detail, hospital_id, onClose } = props;
  const { t } = useTranslation('case-form');
  const { t: frame } = useTranslation('dialogs');
  const caseName = useCaseName();
  const { form, fault, save } = useCaseForm(props);
  const closed = detail !== null && !detail.can_edit_patient;
  const leave = useLeave(detail, form.formState.isDirty && !closed, onClose);
  const identity =
    detail === null ? (
      <>
        <HnIdField />
        {hospital_id === null ? <HospitalField /> : <span />}
      </>
    ) : (
      <span className="whole">{caseName(detail)}</span>
    );
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void save(event)} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: '14px' }}>
          {closed ? (
            <NoticeBar tone="warning" title={t('closed.title')}>
              {t('closed.body')}
            </NoticeBar>
          ) : null}
          {fault ? <FaultBar fault={fault} /> : null}
          <CaseFormFields identity={identity} />
        </DialogContent>
        <DialogActions>
          <Button size="large" onClick={leave}>
            {frame('cancel')}
          </Button>
          <Button
            size="large"
            type="submit"
            variant="contained"
            color="primary"
            disabled={closed || form.formState.isSubmitting}
          >
            {t(detail ? 'save.edit' : 'save.new')}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  );
}
