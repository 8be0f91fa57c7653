/**
 * Shows the editor of one fact: its field or fields and its own Save button. The typed text always stays: a failed save
 * shows why, and a change by another user is shown beside it.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFieldFaults } from '../../../ui/faults/field-faults.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import {
  changeFrom,
  detailWith,
  type Entered,
  enteredFrom,
  factFields,
  type FactKey,
  type Facts,
  sameEntered,
} from './fact-fields.ts';
import { FactInputs } from './fact-inputs.tsx';
import { StaleField, useSaver } from '../model/use-save.ts';
import { isPress } from '../../../ui/keys/widget-keys.ts';

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

export type FactEditorProps = {
  field: FactKey;
  detail: Facts & Pick<CaseDetail, 'case_id'>;
  onDone: () => void;
};

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
  const form = useForm<Entered>({ defaultValues: base });
  const [fault, setFault] = useState<Fault>();

  const explain = (error: unknown): void => {
    if (error instanceof StaleField) setBase(enteredFrom(field, error.newest));
    const explained = faultOf(error);
    setFault(explained);
    for (const part of factFields[field].parts) {
      const message = explained.fields[part];
      if (message !== undefined) form.setError(part, { message });
    }
  };
  const submit = form.handleSubmit(async (entered) => {
    if (sameEntered(entered, base) && fault === undefined) {
      onDone();
      return;
    }
    const change = changeFrom(field, entered);
    if (change === null) {
      form.setError(factFields[field].parts[0], { message: t('edit.date-fault') });
      return;
    }
    setFault(undefined);
    try {
      await saver.save({
        send: (version) => api.call('updateCase', { case_id: detail.case_id, version, ...change }),
        untouched: (newest) => sameEntered(base, enteredFrom(field, newest)),
        saved: detailWith(change),
      });
      onDone();
    } catch (error) {
      explain(error);
    }
  });
  return { form, fault, submit };
}

function FaultBar({ fault }: { fault: Fault | undefined }) {
  const { t } = useTranslation('case-page');
  if (fault === undefined) return null;
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
  const { form, fault, submit } = useFactEdit(props);
  return (
    <Form
      onSubmit={(event) => void submit(event)}
      noValidate
      onKeyDown={(event) => {
        if (!isPress(event, 'Esc')) return;
        event.preventDefault();
        onDone();
      }}
    >
      <FormProvider {...form}>
        <FactInputs field={field} />
      </FormProvider>
      <FaultBar fault={fault} />
      <Foot>
        <Button size="small" variant="text" onClick={onDone}>
          {t('edit.cancel')}
        </Button>
        <Button
          size="small"
          variant="contained"
          color="primary"
          type="submit"
          disabled={form.formState.isSubmitting}
        >
          {t('edit.save')}
        </Button>
      </Foot>
    </Form>
  );
}
