/** While rows are selected: how many, what can be done with all of them, and the way back. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { UserPlusIcon, XIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { BulkDialog, ResultList } from './bulk-dialog.tsx';
import { type BulkAct, type BulkRows, bulkRows } from './bulk-rows.ts';
import { type BulkResult, useBulkTake } from './use-bulk.ts';

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
  act: BulkAct;
  onClear: () => void;
  /** These cases were changed. */
  onChanged: (case_ids: readonly number[]) => void;
};

function TakenDialog({
  rows,
  results,
  onClose,
}: {
  rows: readonly CaseRow[];
  results: readonly BulkResult[];
  onClose: () => void;
}) {
  const { t } = useTranslation('case-list');
  const { t: frame } = useTranslation('dialogs');
  const format = useFormat();
  const done = format.number(results.filter(({ ok }) => ok).length);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-label={t('bulk.take')}
      slotProps={{ paper: { style: { maxWidth: 440 } } }}
    >
      <DialogTitle>{t('bulk.result', { done, total: format.number(results.length) })}</DialogTitle>
      <DialogContent>
        <ResultList rows={rows} results={results} />
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onClose} autoFocus>
          {frame('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function SelectionBar({ rows, selected, act, onClear, onChanged }: SelectionBarProps) {
  const { t } = useTranslation('case-list');
  /** As it was when the dialog was opened: what is done changes the rows under it. */
  const [open, setOpen] = useState<BulkRows | null>(null);
  const [taken, setTaken] = useState<readonly BulkResult[] | null>(null);
  const bulkTake = useBulkTake();
  const bulk = bulkRows(rows, selected, act);
  const changed = (results: readonly BulkResult[]) =>
    onChanged(results.filter(({ ok }) => ok).map(({ case_id }) => case_id));
  const begin = async () => {
    if (act === 'assign') return setOpen(bulk);
    const results = await bulkTake(bulk.fit);
    changed(results);
    setTaken(results);
  };
  return (
    <Bar>
      <strong role="status">{t('selected', { count: selected.size })}</strong>
      <Button
        size="small"
        disabled={act === 'assign-to-me' && bulk.fit.length === 0}
        startIcon={<UserPlusIcon size={16} aria-hidden="true" />}
        onClick={() => void begin()}
      >
        {t(act === 'assign' ? 'bulk.assign' : 'bulk.take')}
      </Button>
      <Button
        size="small"
        variant="text"
        startIcon={<XIcon size={14} aria-hidden="true" />}
        onClick={onClear}
      >
        {t('select.clear')}
      </Button>
      {open ? <BulkDialog bulk={open} onClose={() => setOpen(null)} onDone={changed} /> : null}
      {taken ? (
        <TakenDialog
          rows={rows}
          results={taken}
          onClose={() => {
            setTaken(null);
            onClear();
          }}
        />
      ) : null}
    </Bar>
  );
}
