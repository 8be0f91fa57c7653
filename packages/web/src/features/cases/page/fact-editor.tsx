/**
 * One fact being changed: its field or fields, its own Save. What was typed stays whatever happens: a failed save
 * says why, a change by somebody else is shown beside it.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { changeFrom, detailWith, enteredFrom, type FactKey, sameEntered } from './fact-fields.ts';
import { FactInputs } from './fact-inputs.tsx';
import { StaleField, useSaver } from '../model/use-save.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  margin: '6px -8px',
  padding: 8,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
}));
const Foot = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 6 });

export type FactEditorProps = { field: FactKey; detail: CaseDetail; onDone: () => void };

type Fault = {
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly theirs?: string;
};

function useFaultOf(field: FactKey): (error: unknown) => Fault {
  const { t } = useTranslation('case-page');
  const faultText = useFaultText();
  const fieldFaults = useFieldFaults();
  return (error) => {
    if (error instanceof StaleField) {
      const theirs = Object.values(enteredFrom(field, error.newest)).filter(Boolean).join(' ');
      return { title: t('stale.title'), fields: {}, theirs: theirs || t('stale.empty') };
    }
    if (!(error instanceof ApiError)) throw error;
    return { title: faultText(error), fields: fieldFaults(error.fields) };
  };
}

function useFactEdit({ field, detail, onDone }: FactEditorProps) {
  const { t } = useTranslation('case-page');
  const saver = useSaver();
  const faultOf = useFaultOf(field);
  const [base, setBase] = useState(() => enteredFrom(field, detail));
  const [entered, setEntered] = useState(base);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();

  const save = async (): Promise<void> => {
    const change = changeFrom(field, entered);
    if (change === null) {
      setFault({ title: '', fields: { [field]: t('edit.date-fault') } });
      return;
    }
    setBusy(true);
    setFault(undefined);
    try {
      await saver.save({
        send: (version) => api.call('updateCase', { case_id: detail.case_id, version, ...change }),
        untouched: (newest) => sameEntered(base, enteredFrom(field, newest)),
        saved: detailWith(change),
      });
      onDone();
    } catch (error) {
      if (error instanceof StaleField) setBase(enteredFrom(field, error.newest));
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (sameEntered(entered, base) && fault === undefined) onDone();
    else void save();
  };
  return { entered, setEntered, busy, fault, submit };
}

function FaultBar({ fault }: { fault: Fault | undefined }) {
  const { t } = useTranslation('case-page');
  if (fault === undefined || fault.title === '') return null;
  const { title, theirs } = fault;
  return (
    <NoticeBar tone={theirs === undefined ? 'error' : 'warning'} title={title}>
      {theirs === undefined ? null : (
        <>
          {t('stale.now', { value: theirs })}
          <br />
          {t('stale.kept')}
        </>
      )}
    </NoticeBar>
  );
}

export function FactEditor(props: FactEditorProps) {
  const { field, onDone } = props;
  const { t } = useTranslation('case-page');
  const { entered, setEntered, busy, fault, submit } = useFactEdit(props);
  return (
    <Form
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onDone();
      }}
    >
      <FactInputs
        field={field}
        entered={entered}
        faults={fault?.fields ?? {}}
        onChange={(part, text) => setEntered({ ...entered, [part]: text })}
      />
      <FaultBar fault={fault} />
      <Foot>
        <Button size="small" variant="text" onClick={onDone}>
          {t('edit.cancel')}
        </Button>
        <Button size="small" variant="contained" color="primary" type="submit" disabled={busy}>
          {t('edit.save')}
        </Button>
      </Foot>
    </Form>
  );
}
