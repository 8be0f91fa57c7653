/** Shows the bar while rows are selected: their number, the bulk actions, and a button that clears the selection. */
import { firstStatus } from '@rhythmdesk/domain/case/status';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { missingRequired } from '@rhythmdesk/domain/case/required';
import { PaperPlaneTiltIcon, UserPlusIcon, XIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { dialogs } from '../../../ui/dialogs/dialogs.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { BulkDialog, ResultList } from './bulk-dialog.tsx';
import { type BulkAct, type BulkRows, bulkRows } from './bulk-rows.ts';
import { type BulkResult, useBulkRequest, useBulkTake } from './use-bulk.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 28,
  '& strong': { fontWeight: 600, color: theme.vars.palette.primary.main },
}));

export type SelectionBarProps = {
  rows: readonly CaseRow[];
  selected: ReadonlySet<number>;
  acts: readonly BulkAct[];
  onClear: () => void;
  /** Called with the cases that were changed. */
  onChanged: (case_ids: readonly number[]) => void;
};

/** Text keys of the result of an action, for all cases and for one. */
const doneWords = {
  request: { title: 'bulk.request.result', ok: 'bulk.request.ok' },
  'assign-to-me': { title: 'bulk.result', ok: 'bulk.ok' },
} as const;
type Ended = { act: keyof typeof doneWords; bulk: BulkRows; results: readonly BulkResult[] };

function useWhyLeft() {
  const { t } = useTranslation('case-list');
  return (act: Ended['act'], row: CaseRow): string => {
    if (act !== 'request') return t('bulk.left');
    const isIncomplete = row.status === firstStatus && missingRequired(row).length > 0;
    return t(isIncomplete ? 'bulk.request.incomplete' : 'bulk.request.left');
  };
}

function EndedDialog({ ended, onClose }: { ended: Ended; onClose: () => void }) {
  const { t } = useTranslation('case-list');
  const { t: frame } = useTranslation('dialogs');
  const format = useFormat();
  const title = useId();
  const whyLeft = useWhyLeft();
  const { act, bulk, results } = ended;
  const left = bulk.left.map((row) => ({ row, why: whyLeft(act, row) }));
  const done = format.number(results.filter(({ ok }) => ok).length);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { style: { maxWidth: 440 } } }}
    >
      <DialogTitle id={title}>
        {t(doneWords[act].title, { done, total: format.number(results.length + left.length) })}
      </DialogTitle>
      <DialogContent>
        <ResultList rows={bulk.fit} results={results} done={t(doneWords[act].ok)} left={left} />
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onClose} autoFocus>
          {frame('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const buttons = {
  request: { label: 'bulk.request', Icon: PaperPlaneTiltIcon },
  assign: { label: 'bulk.assign', Icon: UserPlusIcon },
  'assign-to-me': { label: 'bulk.take', Icon: UserPlusIcon },
} as const satisfies Record<BulkAct, object>;

function useBulkRun(changed: (results: readonly BulkResult[]) => void, onEnded: (ended: Ended) => void) {
  const take = useBulkTake();
  const request = useBulkRequest();
  const faultText = useFaultText();
  const [busy, setBusy] = useState(false);
  const run = async (act: Ended['act'], bulk: BulkRows) => {
    setBusy(true);
    try {
      const results = await (act === 'request' ? request : take)(bulk.fit);
      changed(results);
      onEnded({ act, bulk, results });
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      void dialogs.alert({ message: faultText(fault) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

type ActButtonsProps = { bulk: Map<BulkAct, BulkRows>; busy: boolean; onAct: (act: BulkAct) => void };

/** Disabled instead of hidden if nothing applies, so that no button takes another's place under the pointer. */
function ActButtons({ bulk, busy, onAct }: ActButtonsProps) {
  const { t } = useTranslation('case-list');
  return [...bulk].map(([act, { fit }]) => {
    const { label, Icon } = buttons[act];
    return (
      <Button
        key={act}
        size="small"
        disabled={busy || (act !== 'assign' && fit.length === 0)}
        startIcon={<Icon size={16} aria-hidden="true" />}
        onClick={() => onAct(act)}
      >
        {t(label)}
      </Button>
    );
  });
}

export function SelectionBar({ rows, selected, acts, onClear, onChanged }: SelectionBarProps) {
  const { t } = useTranslation('case-list');
  const { t: lists } = useTranslation('lists');
  /** The selection when the dialog was opened: the action changes the rows under it. */
  const [assigning, setAssigning] = useState<BulkRows | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const changed = (results: readonly BulkResult[]) =>
    onChanged(results.filter(({ ok }) => ok).map(({ case_id }) => case_id));
  const { busy, run } = useBulkRun(changed, setEnded);
  const bulk = new Map(acts.map((act) => [act, bulkRows(rows, selected, act)]));
  const begin = (act: BulkAct) => {
    const chosen = bulk.get(act);
    if (chosen === undefined) return;
    if (act === 'assign') setAssigning(chosen);
    else void run(act, chosen);
  };
  const requests = bulk.get('request');
  const skipped = requests !== undefined && requests.fit.length > 0 ? requests.left.length : 0;
  return (
    <Bar>
      <strong role="status">{lists('selected', { count: selected.size })}</strong>
      <ActButtons bulk={bulk} busy={busy} onAct={begin} />
      {skipped > 0 ? <span>{t('bulk.request.skipped', { count: skipped })}</span> : null}
      <Button
        size="small"
        variant="text"
        startIcon={<XIcon size={14} aria-hidden="true" />}
        onClick={onClear}
      >
        {lists('select.clear')}
      </Button>
      {assigning ? <BulkDialog bulk={assigning} onClose={() => setAssigning(null)} onDone={changed} /> : null}
      {ended ? (
        <EndedDialog
          ended={ended}
          onClose={() => {
            setEnded(null);
            onClear();
          }}
        />
      ) : null}
    </Bar>
  );
}
