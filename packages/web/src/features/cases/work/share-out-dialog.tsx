/**
 * Proposes an assignment of the waiting cases to people by their free capacity: first the proposal, then one action per
 * case.
 *
 * Invariants: nothing is assigned before the button is pressed; an unticked case stays where it is; each case is
 * assigned by the version that was shown, so a case that another user took meanwhile is refused, its row shows this,
 * and the others continue.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { ArrowRightIcon, CheckCircleIcon } from '@phosphor-icons/react';
import type { ShareOut } from '@rhythmdesk/contract/work';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/client/api-error.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { emptyDraft, inputOf } from '../actions/action-draft.ts';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { useCaseName } from '../model/case-name.ts';
import { makeAttemptKeys } from '../model/attempt-key.ts';
import { perform } from '../model/perform.ts';
import { stays, WhatStays } from './what-stays.tsx';

const Note = styled('p')(({ theme }) => ({ margin: '0 0 12px', color: theme.vars.palette.text.secondary }));
const Rows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
}));
const Row = styled('li')(({ theme }) => ({
  '& + &': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '& label': {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) 16px minmax(0, 168px)',
    alignItems: 'center',
    gap: 10,
    minHeight: 44,
    padding: '4px 12px',
    cursor: 'pointer',
  },
  '& label:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& label:has(input:focus-visible)': {
    outline: `2px solid ${theme.vars.palette.focus}`,
    outlineOffset: -2,
  },
  '& input': { margin: 0, accentColor: theme.vars.palette.primary.main },
  '& > p': {
    margin: 0,
    padding: '0 12px 8px 42px',
    fontSize: textSize.small,
    color: theme.vars.palette.error.main,
  },
  [theme.breakpoints.down('sm')]: {
    '& label': { gridTemplateColumns: '20px minmax(0, 1fr)', padding: '8px 12px' },
    '& label > svg:not(.done)': { display: 'none' },
    '& label > .person': { gridColumn: 2 },
  },
}));
const Whose = styled('span')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 8px',
  minWidth: 0,
  '& b': { ...theme.typography.mono },
  '& small': {
    flexBasis: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
  },
}));
const Person = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > span:last-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

type Item = ShareOut['items'][number];
/** The result of a case: true means assigned, a text says why not. */
type Outcomes = ReadonlyMap<number, true | string>;

function useAssigning(onChange: () => void) {
  const { t: say } = useTranslation('messages');
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [busy, setBusy] = useState(false);
  const [keys] = useState(() => makeAttemptKeys());
  const assign = async ({ case: row, technician }: Item): Promise<true | string> => {
    try {
      await perform('assign', inputOf('assign', row, { ...emptyDraft, technician_id: technician.id }), keys);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.detail || say('alert.conflict');
    }
  };
  /** Assigns one after the other; returns the number that could not be assigned. */
  const assignAll = async (items: readonly Item[]): Promise<number> => {
    setBusy(true);
    const found = new Map(outcomes);
    try {
      for (const item of items) {
        found.set(item.case.case_id, await assign(item));
        setOutcomes(new Map(found));
      }
    } finally {
      setBusy(false);
      onChange();
    }
    return items.filter(({ case: { case_id } }) => found.get(case_id) !== true).length;
  };
  return { outcomes, busy, assignAll };
}

type RowProps = {
  item: Item;
  chosen: boolean;
  outcome: true | string | undefined;
  busy: boolean;
  onChoose: (chosen: boolean) => void;
};

function ProposedRow({ item: { case: row, technician }, chosen, outcome, busy, onChoose }: RowProps) {
  const { t } = useTranslation('work');
  const { t: word } = useTranslation('words');
  const caseName = useCaseName();
  return (
    <Row>
      <label>
        {outcome === true ? (
          <CheckCircleIcon className="done" size={18} weight="fill" aria-label={t('share.given')} />
        ) : (
          <input
            type="checkbox"
            checked={chosen}
            disabled={busy}
            aria-label={t('share.row', { case: caseName(row), name: technician.name })}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        <Whose>
          <b>{row.hn_id}</b>
          {row.priority === 'urgent' ? <UrgentTag label={word('priority.urgent')} /> : null}
          <CaseTimeLeft row={row} brief />
          <small lang={nameLanguage(row.hospital.name)}>{row.hospital.name}</small>
        </Whose>
        <ArrowRightIcon size={16} aria-hidden="true" />
        <Person className="person">
          <Avatar person={technician} size={24} />
          <span lang={nameLanguage(technician.name)}>{technician.name}</span>
        </Person>
      </label>
      {typeof outcome === 'string' ? <p role="alert">{outcome}</p> : null}
    </Row>
  );
}

type DialogProps = { team: number | undefined; onClose: () => void; onChange: () => void };

/** Returns the proposal when the dialog opened: a case that changes meanwhile is refused by its version. */
function useProposal(team: number | undefined) {
  return useQuery({
    ...callQuery('shareOut', team === undefined ? {} : { team_id: team }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

function useShareOut({ team, onClose, onChange }: DialogProps) {
  const { data, error, refetch } = useProposal(team);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { outcomes, busy, assignAll } = useAssigning(onChange);
  const items = data?.items ?? [];
  const chosen = items.filter(
    ({ case: { case_id } }) => !left.has(case_id) && outcomes.get(case_id) === undefined,
  );
  const choose = (case_id: number, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(case_id);
    else next.add(case_id);
    setLeft(next);
  };
  const run = async (): Promise<void> => {
    if ((await assignAll(chosen)) === 0) onClose();
  };
  return { data, error, refetch, items, chosen, left, choose, run, outcomes, busy };
}

function Proposal({ desk }: { desk: ReturnType<typeof useShareOut> }) {
  const { t } = useTranslation('work');
  const { data, error, refetch, items, left, choose, outcomes, busy } = desk;
  if (data === undefined && error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton variant="rounded" height={180} />;
  return (
    <>
      <Note>{t(items.length > 0 ? 'share.body' : stays(data) ? 'share.none' : 'share.empty')}</Note>
      {items.length === 0 ? null : (
        <Rows>
          {items.map((item) => (
            <ProposedRow
              key={item.case.case_id}
              item={item}
              chosen={!left.has(item.case.case_id)}
              outcome={outcomes.get(item.case.case_id)}
              busy={busy || outcomes.has(item.case.case_id)}
              onChoose={(isChosen) => choose(item.case.case_id, isChosen)}
            />
          ))}
        </Rows>
      )}
      <WhatStays proposal={data} />
    </>
  );
}

export function ShareOutDialog(props: DialogProps) {
  const { t } = useTranslation('work');
  const { t: say } = useTranslation('dialogs');
  const id = useId();
  const desk = useShareOut(props);
  const { items, chosen, busy, run, outcomes } = desk;
  return (
    <Dialog
      open
      onClose={busy ? undefined : props.onClose}
      aria-labelledby={id}
      slotProps={{ paper: { style: { width: 560, maxWidth: 'calc(100% - 32px)' } } }}
    >
      <DialogTitle id={id}>{t('share.title')}</DialogTitle>
      <DialogContent>
        <Proposal desk={desk} />
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose} disabled={busy}>
          {say(outcomes.size === 0 && items.length > 0 ? 'cancel' : 'close')}
        </Button>
        {items.length === 0 ? null : (
          <Button
            variant="contained"
            color="primary"
            disabled={busy || chosen.length === 0}
            onClick={() => void run()}
          >
            {t('share.assign', { count: chosen.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
