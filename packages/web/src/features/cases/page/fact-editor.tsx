/**
 * One fact being changed: its field or fields, its own Save. What was typed stays whatever happens: a failed save
 * says why, a change by somebody else is shown beside it.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { changeFrom, detailWith, enteredFrom, type FactKey, sameEntered } from './fact-fields.ts';
import { FactInputs } from './fact-inputs.tsx';
import { StaleField, useSaver } from './use-save.ts';

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

export function FactEditor({ field, detail, onDone }: FactEditorProps) {
  const { t } = useTranslation('case-page');
  const saver = useSaver();
  const faultText = useFaultText();
  const fieldFaults = useFieldFaults();
  const [base, setBase] = useState(() => enteredFrom(field, detail));
  const [entered, setEntered] = useState(base);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();

  const failed = (error: unknown): void => {
    if (error instanceof StaleField) {
      const theirs = enteredFrom(field, error.newest);
      setBase(theirs);
      const words = Object.values(theirs).filter(Boolean).join(' ') || t('stale.empty');
      setFault({ title: t('stale.title'), fields: {}, theirs: words });
      return;
    }
    if (!(error instanceof ApiError)) throw error;
    setFault({ title: faultText(error), fields: fieldFaults(error.fields) });
  };
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
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sameEntered(entered, base) && fault === undefined) onDone();
    else void save();
  };
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
      {fault === undefined || fault.title === '' ? null : (
        <NoticeBar tone={fault.theirs === undefined ? 'error' : 'warning'} title={fault.title}>
          {fault.theirs === undefined ? null : (
            <>
              {t('stale.now', { value: fault.theirs })}
              <br />
              {t('stale.kept')}
            </>
          )}
        </NoticeBar>
      )}
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
