/** Assigns the selected cases to one technician; afterwards it shows the result of each case. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { CheckCircleIcon, MinusCircleIcon, XCircleIcon } from '@phosphor-icons/react';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { PeoplePicker } from '../actions/people-picker.tsx';
import { useTechnicians } from '../actions/use-people.ts';
import { useCaseName } from '../model/case-name.ts';
import type { BulkRows } from './bulk-rows.ts';
import { type BulkResult, useBulkAssign } from './use-bulk.ts';

const Body = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12 });
const Results = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  maxHeight: 320,
  overflow: 'auto',
  '& li': {
    display: 'flex',
    gap: 8,
    padding: '6px 0',
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& small': { display: 'block', fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

type ResultListProps = {
  rows: readonly CaseRow[];
  results: readonly BulkResult[];
  done: string;
  /** The selected cases that were not assigned, each with its reason. */
  left?: readonly { readonly row: CaseRow; readonly why: string }[];
};

export function ResultList({ rows, results, done, left = [] }: ResultListProps) {
  const caseName = useCaseName();
  return (
    <Results>
      {results.map(({ case_id, ok, detail }) => {
        const row = rows.find((each) => each.case_id === case_id);
        return (
          <li key={case_id}>
            {ok ? (
              <CheckCircleIcon
                size={18}
                weight="fill"
                color="var(--rd-palette-success-main)"
                aria-hidden="true"
              />
            ) : (
              <XCircleIcon size={18} weight="fill" color="var(--rd-palette-error-main)" aria-hidden="true" />
            )}
            <span>
              {row ? caseName(row) : null}
              <small>{ok ? done : detail}</small>
            </span>
          </li>
        );
      })}
      {left.map(({ row, why }) => (
        <li key={row.case_id}>
          <MinusCircleIcon size={18} color="var(--rd-palette-warning-main)" aria-hidden="true" />
          <span>
            {caseName(row)}
            <small>{why}</small>
          </span>
        </li>
      ))}
    </Results>
  );
}

export type BulkDialogProps = {
  bulk: BulkRows;
  onClose: () => void;
  onDone: (results: readonly BulkResult[]) => void;
};

function BulkForm({
  bulk,
  technician,
  onTechnician,
  missing,
  error,
}: {
  bulk: BulkRows;
  technician: number | null;
  onTechnician: (id: number) => void;
  missing: boolean;
  error: Error | null;
}) {
  const { t } = useTranslation('case-list');
  const { t: act } = useTranslation('actions');
  const faultText = useFaultText();
  const several = bulk.fit.length > 0 && bulk.tech_center === null;
  const { people } = useTechnicians(
    { tech_center: bulk.tech_center, technician: null },
    bulk.fit.length > 0 && !several,
  );
  return (
    <Body>
      {bulk.fit.length === 0 ? <NoticeBar tone="warning" title={t('bulk.none')} /> : null}
      {several ? <NoticeBar tone="warning" title={t('bulk.centers')} /> : null}
      {bulk.left.length > 0 && bulk.fit.length > 0 ? (
        <NoticeBar tone="primary" title={t('bulk.skipped', { count: bulk.left.length })} />
      ) : null}
      {error ? <NoticeBar tone="error" title={faultText(error)} /> : null}
      {bulk.fit.length > 0 && !several ? (
        <PeoplePicker
          label={act('technician')}
          people={people}
          value={technician}
          onChange={onTechnician}
          fault={missing ? act('choose-person') : undefined}
        />
      ) : null}
    </Body>
  );
}

type BulkFootProps = { count: number; done: boolean; disabled: boolean; onClose: () => void };

function BulkFoot({ count, done, disabled, onClose }: BulkFootProps) {
  const { t } = useTranslation('case-list');
  const { t: frame } = useTranslation('dialogs');
  return (
    <DialogActions>
      <Button size="large" onClick={onClose}>
        {frame(done ? 'close' : 'cancel')}
      </Button>
      {done ? null : (
        <Button size="large" type="submit" variant="contained" color="primary" disabled={disabled}>
          {t('bulk.title', { count })}
        </Button>
      )}
    </DialogActions>
  );
}

export function BulkDialog({ bulk, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const title = useId();
  const [technician, setTechnician] = useState<number | null>(null);
  const [missing, setMissing] = useState(false);
  const { assign, busy, error, results } = useBulkAssign(bulk.fit, onDone);
  const possible = bulk.fit.length > 0 && bulk.tech_center !== null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(technician === null);
    if (technician !== null) assign(technician);
  };
  const done = format.number(results?.filter(({ ok }) => ok).length ?? 0);
  const total = format.number(results?.length ?? 0);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 440 } } }}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={title}>
          {results ? t('bulk.result', { done, total }) : t('bulk.title', { count: bulk.fit.length })}
        </DialogTitle>
        <DialogContent>
          {results ? (
            <ResultList rows={bulk.fit} results={results} done={t('bulk.ok')} />
          ) : (
            <BulkForm
              bulk={bulk}
              technician={technician}
              onTechnician={setTechnician}
              missing={missing}
              error={error}
            />
          )}
        </DialogContent>
        <BulkFoot
          count={bulk.fit.length}
          done={results !== null}
          disabled={!possible || busy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
