/** Shows `/board`: the team’s workload, who works on what, and what waits; a case is assigned by drag, key or menu. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { ShuffleIcon } from '@phosphor-icons/react';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { Board, BoardPerson } from '@rhythmdesk/contract/work';
import { can } from '@rhythmdesk/domain/people/can';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PillTabs } from '../../../ui/pill-tabs.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ActionMenu } from '../actions/action-menu.tsx';
import { type CaseActions, useCaseActions } from '../actions/use-case-actions.tsx';
import { useCaseName } from '../model/case-name.ts';
import { actionKeys } from '../actions/action-keys.ts';
import { casePath } from '../model/list-trail.ts';
import { PersonColumn, WaitingColumn } from './board-people.tsx';
import { movingAction, tileId } from './board-tile.tsx';
import { type LinkedCount, CountStrip } from './count-strip.tsx';
import { listLinks, type ListSearch } from './list-link.ts';
import { useFocusSteps } from './use-focus-steps.ts';
import { useLiveWork } from '../model/use-live-work.ts';
import { moveCommands } from '../../../ui/list/move-commands.ts';

const ShareOutDialog = lazy(async () => ({
  default: (await import('./share-out-dialog.tsx')).ShareOutDialog,
}));

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
const Desk = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '304px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 12,
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  padding: 12,
  backgroundColor: theme.vars.palette.surface.s0,
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));
const People = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))',
  alignItems: 'start',
  gap: 12,
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

const boardState = z.object({ team: z.coerce.number().int().positive().optional().catch(undefined) });
const everyTeam = 'all';

function useCounts(board: Board, team: ListSearch): LinkedCount[] {
  const { t } = useTranslation('work');
  const { id, user_role } = useSessionUser();
  const linkTo = listLinks(user_role.role_key);
  const { total, waiting, to_check, at, due_until } = board;
  const checks = can(user_role, 'case.verify') !== 'never';
  const link = (search: ListSearch) => linkTo({ ...team, ...search });
  return [
    { name: t('board.open'), count: total.count, link: link({ waiting_until: at }) },
    { name: t('board.waiting'), count: waiting.load.count, link: link({ view: 'unassigned' }) },
    { name: t('board.overdue'), count: total.overdue, link: link({ due_until: at }), tone: 'error' },
    { name: t('board.due'), count: total.due, link: link({ due_until }), tone: 'warning' },
    ...(checks
      ? [{ name: t('board.check'), count: to_check, link: linkTo({ view: 'mine', confirmer_id: [id] }) }]
      : []),
  ];
}

/** Moves the focused case: asks for a person, or says why it cannot be moved. */
function useMoving(rows: readonly CaseRow[], actions: CaseActions): () => void {
  const { t } = useTranslation('work');
  const dialogs = useDialogs();
  const caseName = useCaseName();
  return () => {
    const id = document.activeElement?.getAttribute(tileId);
    const row = rows.find(({ case_id }) => String(case_id) === id);
    if (row === undefined) return;
    const action = movingAction(row);
    if (action === null) void dialogs.alert({ title: caseName(row), message: t('not-movable') });
    else actions.run(action, row);
  };
}

type ShownProps = { board: Board; team: ListSearch; actions: CaseActions; onPlaces: () => void };

function Shown({ board, team, actions, onPlaces }: ShownProps) {
  const { t } = useTranslation('work');
  const { user_role } = useSessionUser();
  const navigate = useNavigate();
  const [dragged, setDragged] = useState<CaseRow | null>(null);
  const [menu, setMenu] = useState<{ row: CaseRow; anchor: HTMLElement } | null>(null);
  const column = {
    dragged,
    onDrag: setDragged,
    onMenu: (row: CaseRow, anchor: HTMLElement) => setMenu({ row, anchor }),
    linkTo: listLinks(user_role.role_key),
  };
  const give = (row: CaseRow, { id: technician_id }: BoardPerson): void => {
    const action = movingAction(row);
    setDragged(null);
    if (action !== null) actions.run(action, row, { technician_id });
  };
  const taking = { board, onDrop: give, onPlaces };
  const counts = useCounts(board, team);
  return (
    <>
      <CountStrip label={t('board.figures')} counts={counts} />
      <Desk>
        <WaitingColumn board={board} team={team} {...column} />
        {board.people.length === 0 ? (
          <EmptyState title={t('board.empty')} body={t('board.empty.body')} />
        ) : (
          <People>
            {board.people.map((person) => (
              <PersonColumn key={person.id} person={person} {...taking} {...column} />
            ))}
          </People>
        )}
      </Desk>
      {menu === null ? null : (
        <ActionMenu
          row={menu.row}
          anchor={menu.anchor}
          onClose={() => setMenu(null)}
          onAction={(action) => actions.run(action, menu.row)}
          onOpen={() => void navigate({ to: casePath(menu.row.case_id) })}
        />
      )}
    </>
  );
}

function useBoardKeys(move: () => void, frame: Parameters<typeof useFocusSteps>[0]): void {
  const { t } = useTranslation('work');
  const { step, stepGroup } = useFocusSteps(frame);
  useCommands([
    {
      id: 'board.person-before',
      keys: ['←'],
      title: t('key.person'),
      footer: true,
      run: () => stepGroup(-1),
    },
    { id: 'board.person-after', keys: ['→'], title: t('key.person'), footer: true, run: () => stepGroup(1) },
    ...moveCommands({ down: t('key.next'), up: t('key.previous'), line: t('key.case') }, step),
    { id: 'move-case', keys: actionKeys['move-case'].keys, title: t('move'), footer: true, run: move },
  ]);
}

function TeamTabs({
  board,
  value,
  onChange,
}: {
  board: Board;
  value: string;
  onChange: (team: string) => void;
}) {
  const { t } = useTranslation('work');
  if (board.teams.length === 0) return null;
  const teams = board.teams.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <PillTabs
      label={t('teams')}
      tabs={[{ value: everyTeam, label: t('teams.all') }, ...teams]}
      value={teams.some((team) => team.value === value) ? value : everyTeam}
      onChange={onChange}
    />
  );
}

/** Shows the button that proposes an assignment of the waiting cases, with its dialog. */
function ShareOutButton({ team, onChange }: { team: number | undefined; onChange: () => void }) {
  const { t } = useTranslation('work');
  const { user_role } = useSessionUser();
  const [open, setOpen] = useState(false);
  if (can(user_role, 'case.assign') === 'never') return null;
  return (
    <>
      <Button variant="outlined" startIcon={<ShuffleIcon size={16} />} onClick={() => setOpen(true)}>
        {t('share')}
      </Button>
      {open ? (
        <DialogSlot>
          <ShareOutDialog team={team} onClose={() => setOpen(false)} onChange={onChange} />
        </DialogSlot>
      ) : null}
    </>
  );
}

export function Page() {
  const { t } = useTranslation('work');
  const frame = useRef<HTMLDivElement>(null);
  const [{ team }, change] = useQueryState(boardState);
  const { data, error, retry, renew } = useLiveWork(
    callQuery('board', team === undefined ? {} : { team_id: team }),
  );
  const actions = useCaseActions({ onDone: renew, onStale: renew });
  const rows =
    data === undefined ? [] : [...data.waiting.items, ...data.people.flatMap(({ items }) => items)];
  useBoardKeys(useMoving(rows, actions), frame);
  return (
    <Frame ref={frame}>
      <PageHeader
        title={t('board')}
        actions={
          data === undefined || data.waiting.load.count === 0 ? null : (
            <ShareOutButton team={team} onChange={renew} />
          )
        }
      >
        {data === undefined ? null : (
          <TeamTabs
            board={data}
            value={team === undefined ? everyTeam : String(team)}
            onChange={(next) => change({ team: next === everyTeam ? undefined : next }, 'push')}
          />
        )}
      </PageHeader>
      {data === undefined && error !== null ? <ErrorState error={error} onRetry={retry} /> : null}
      {data === undefined && error === null ? <GridSkeleton /> : null}
      {data === undefined ? null : (
        <Shown
          board={data}
          team={team === undefined ? {} : { team_id: [team] }}
          actions={actions}
          onPlaces={renew}
        />
      )}
      {actions.dialog}
    </Frame>
  );
}
