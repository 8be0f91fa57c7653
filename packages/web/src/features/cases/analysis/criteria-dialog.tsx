/**
 * Shows the dialog for the criteria of the analysis. Every user who reads the recording may view them; the assignee or
 * a chief may change them while the case is being worked on. What would change is counted while the user types; saving
 * creates the next version.
 *
 * Invariants: a refused save keeps the typed values and shows the reason; if another user changed the case meanwhile,
 * nothing is sent until the user saves again.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { AnalysisSummary, RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { type Criteria, defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { FormProvider, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useUnsavedInput } from '../../../ui/dialogs/use-unsaved-input.ts';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { StaleField, useSaver } from '../model/use-save.ts';
import { CriteriaChange } from './criteria-change.tsx';
import { type CriteriaDraft, changedKeys, criteriaOf, criteriaDraftOf } from './criteria-draft.ts';
import { CriteriaFields } from './criteria-fields.tsx';
import { analysisQuery } from './use-analysis.ts';
import { useCriteriaPreview } from './use-criteria-preview.ts';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 32,
  alignItems: 'start',
  '&:has(> div + div)': { gridTemplateColumns: 'minmax(0, 1fr) 280px' },
  '& > div + div': { position: 'sticky', top: 0 },
  [theme.breakpoints.down('md')]: {
    gap: 20,
    '&:has(> div + div)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > div + div': { position: 'static' },
  },
}));
const Lead = styled('p')(({ theme }) => ({ margin: '0 0 8px', color: theme.vars.palette.text.secondary }));
const Notice = styled('div')({ marginBottom: 12 });
const Space = styled('span')({ flex: 1 });

export type CriteriaDialogProps = {
  detail: CaseDetail;
  analysis: RecordingAnalysis;
  summary: AnalysisSummary;
  version: number;
  onClose: () => void;
};

/** Sends the criteria as the next version of the analysis. */
function useSaveCriteria({ detail, analysis, onClose }: CriteriaDialogProps) {
  const saver = useSaver();
  const cache = useQueryClient();
  const [fault, setFault] = useState<Error | null>(null);
  /** The newest analysis that the user knows. */
  const [known, setKnown] = useState(analysis.latest_version);
  const { case_id } = detail;
  const save = async (criteria: Criteria): Promise<void> => {
    setKnown(analysis.latest_version);
    // The criteria of an analysis that arrived meanwhile would be replaced unseen.
    if (known !== analysis.latest_version) return setFault(new StaleField(detail));
    setFault(null);
    try {
      await saver.save({
        send: (version) => api.call('reanalyse', { case_id, version, criteria }),
        saved: {},
      });
      await cache.invalidateQueries({ queryKey: analysisQuery(case_id).queryKey });
      onClose();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      void cache.invalidateQueries({ queryKey: analysisQuery(case_id).queryKey });
      setFault(error);
    }
  };
  return { save, fault };
}

function FaultBar({ fault }: { fault: Error }) {
  const { t } = useTranslation('analysis');
  const faultText = useFaultText();
  const isStale = fault instanceof StaleField;
  const why = fault instanceof ApiError && fault.detail !== '' ? fault.detail : faultText(fault);
  return (
    <Notice>
      <NoticeBar tone="error" title={t(isStale ? 'criteria.stale' : 'criteria.not-saved')}>
        {isStale ? t('criteria.stale-body') : why}
      </NoticeBar>
    </Notice>
  );
}

type Typed = {
  readonly form: UseFormReturn<CriteriaDraft>;
  readonly criteria: Criteria | null;
  /** The criteria have changed and are valid. */
  readonly isSavable: boolean;
};

function useTyped(before: Criteria): Typed {
  const form = useForm<CriteriaDraft>({ defaultValues: criteriaDraftOf(before) });
  const draft = useWatch({ control: form.control });
  const criteria = useMemo(() => criteriaOf({ ...criteriaDraftOf(before), ...draft }), [before, draft]);
  const isSavable = criteria !== null && changedKeys(before, criteria).length > 0;
  return { form, criteria, isSavable };
}

type BodyProps = CriteriaDialogProps & { readonly typed: Typed; readonly fault: Error | null };

function Body({ detail, analysis, summary, version, typed, fault }: BodyProps) {
  const { t } = useTranslation('analysis');
  const preview = useCriteriaPreview(detail.case_id, version, typed.criteria);
  const readOnly = !detail.can_edit_reading;
  const now = {
    findings: analysis.findings,
    af_burden: summary.af.burden,
    hr_min: summary.rate.min?.bpm ?? null,
    hr_max: summary.rate.max?.bpm ?? null,
  };
  return (
    <>
      {fault === null ? null : <FaultBar fault={fault} />}
      <Lead>{t(readOnly ? 'criteria.read-only' : 'criteria.lead')}</Lead>
      {detail.verified && !readOnly ? <Lead>{t('criteria.clears-verification')}</Lead> : null}
      <Columns>
        <CriteriaFields readOnly={readOnly} />
        {readOnly ? null : (
          <div>
            <CriteriaChange now={now} preview={preview} />
          </div>
        )}
      </Columns>
    </>
  );
}

type FootProps = Pick<CriteriaDialogProps, 'detail' | 'onClose'> & {
  readonly next: number;
  readonly typed: Typed;
};

function Foot({ detail, next, typed, onClose }: FootProps) {
  const { t } = useTranslation('analysis');
  const { t: frame } = useTranslation('dialogs');
  if (!detail.can_edit_reading) {
    return (
      <Button size="large" onClick={onClose}>
        {frame('close')}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="large"
        onClick={() => typed.form.reset(criteriaDraftOf(defaultCriteria), { keepDefaultValues: true })}
      >
        {t('criteria.reset')}
      </Button>
      <Space />
      <Button size="large" onClick={onClose}>
        {frame('cancel')}
      </Button>
      <Button
        size="large"
        type="submit"
        variant="contained"
        color="primary"
        disabled={!typed.isSavable || typed.form.formState.isSubmitting}
      >
        {t('criteria.save', { version: next })}
      </Button>
    </>
  );
}

export function CriteriaDialog(props: CriteriaDialogProps) {
  const { detail, analysis, summary, onClose } = props;
  const next = analysis.latest_version + 1;
  const { t } = useTranslation('analysis');
  const id = useId();
  const typed = useTyped(summary.criteria);
  const { save, fault } = useSaveCriteria(props);
  const { leave, onTyped } = useUnsavedInput();
  const submit = typed.form.handleSubmit(async () => {
    if (typed.criteria !== null && typed.isSavable) await save(typed.criteria);
  });
  return (
    <Dialog
      open
      onClose={() => leave(onClose)}
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { style: { maxWidth: detail.can_edit_reading ? 860 : 560, width: '100%' } } }}
    >
      <form
        onSubmit={(event) => void submit(event)}
        onInput={onTyped}
        noValidate
        style={{ display: 'contents' }}
      >
        <DialogTitle id={`${id}-title`}>{t('criteria.title')}</DialogTitle>
        <DialogContent tabIndex={0} role="group" aria-labelledby={`${id}-title`}>
          <FormProvider {...typed.form}>
            <Body {...props} typed={typed} fault={fault} />
          </FormProvider>
        </DialogContent>
        <DialogActions>
          <Foot detail={detail} next={next} typed={typed} onClose={onClose} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
