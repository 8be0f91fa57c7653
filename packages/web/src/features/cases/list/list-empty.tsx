/** Shows the empty state of a list: why the view has no rows, and what to do next. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import type { TakeNext } from '../actions/take-next.tsx';
import { filterCount, type ListState } from '../model/list-state.ts';
import { actionKeys } from '../actions/action-keys.ts';

export type ListEmptyProps = {
  state: ListState;
  /** Number of cases in the pool, if known. */
  waiting: number | undefined;
  takeNext: TakeNext | null;
  onClear: () => void;
  onAll: () => void;
};

function TakeButton({ takeNext }: { takeNext: TakeNext }) {
  const { t } = useTranslation('actions');
  return (
    <Button variant="contained" color="primary" disabled={takeNext.busy} onClick={takeNext.take}>
      {t('next')}
      <KeyCap name={actionKeys['take-next'].keys[0]} command="take-next" />
    </Button>
  );
}

export function ListEmpty({ state, waiting, takeNext, onClear, onAll }: ListEmptyProps) {
  const { t } = useTranslation('case-list');
  const { t: lists } = useTranslation('lists');
  const clear = <Button onClick={onClear}>{lists('filters.clear')}</Button>;
  const all = <Button onClick={onAll}>{t('empty.show-all')}</Button>;
  if (state.q !== '' || filterCount(state) > 0) {
    return <EmptyState title={t('empty.title')} body={t('empty.body')} action={clear} />;
  }
  if (state.view === 'mine') {
    const action = takeNext !== null && waiting ? <TakeButton takeNext={takeNext} /> : all;
    return (
      <EmptyState
        title={t('empty.mine.title')}
        body={t('empty.mine.body', { count: waiting ?? 0 })}
        action={action}
      />
    );
  }
  if (state.view === 'unassigned') {
    return <EmptyState title={t('empty.unassigned.title')} body={t('empty.unassigned.body')} action={all} />;
  }
  if (state.view === 'overdue') {
    return <EmptyState title={t('empty.overdue.title')} body={t('empty.overdue.body')} action={all} />;
  }
  if (state.view !== 'all') {
    return <EmptyState title={t('empty.view.title')} body={t('empty.view.body')} action={all} />;
  }
  const anyStatus = state.status.includes('any');
  return (
    <EmptyState
      title={t('empty.none.title')}
      body={t('empty.none.body')}
      action={anyStatus ? undefined : <Button onClick={onClear}>{t('empty.show-all')}</Button>}
    />
  );
}
