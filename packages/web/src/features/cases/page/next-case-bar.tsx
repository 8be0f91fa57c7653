/**
 * Offers the next case in a bar, with its name and due time, after the action that ended the user's work on a case. N
 * opens it; Escape, a key of the page itself, dismisses it.
 */
import Button from '@mui/material/Button';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useTakeNext } from '../actions/take-next.tsx';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { useCaseName } from '../model/case-name.ts';
import type { ListTrail } from '../model/list-trail.ts';
import { endsOwnWork, findNextCase, type NextCase } from '../model/next-case.ts';
import { pageKeys } from './page-keys.ts';

type BarProps = { next: NextCase; busy: boolean; onOpen: () => void; onStay: () => void };

function Bar({ next: { from, row }, busy, onOpen, onStay }: BarProps) {
  const { t } = useTranslation('next-case');
  const caseName = useCaseName();
  const open = t(from === 'own' ? 'open' : 'take');
  useCommands([
    {
      id: 'next-case',
      keys: pageKeys['next-case'].keys,
      title: open,
      footer: true,
      run: () => (busy ? undefined : onOpen()),
    },
  ]);
  const actions = (
    <>
      <Button onClick={onStay} endIcon={<KeyCap name={pageKeys.leave.keys[0]} quiet />}>
        {t('stay')}
      </Button>
      <Button
        variant="contained"
        color="primary"
        disabled={busy}
        onClick={onOpen}
        endIcon={<KeyCap name={pageKeys['next-case'].keys[0]} command="next-case" quiet />}
      >
        {open}
      </Button>
    </>
  );
  return (
    <div style={{ padding: '8px 16px 0' }}>
      <NoticeBar tone="primary" title={t(from)} actions={actions}>
        {caseName(row)} · <CaseTimeLeft row={row} />
      </NoticeBar>
    </div>
  );
}

type Following = {
  readonly offer: (action: CaseAction) => void;
  readonly bar: ReactNode;
  /** Dismisses the offer; absent while there is none. */
  readonly stay: (() => void) | undefined;
};

type NextCaseTarget = {
  readonly trail: ListTrail | undefined;
  /** The page on which the next case opens: its own page, or the desk if the user finished this case there. */
  readonly pathOf: (case_id: number) => string;
};

/** `offer` is called after each completed action; nothing is offered to users without a queue, or if no case waits. */
export function useNextCase(case_id: number, { trail, pathOf }: NextCaseTarget): Following {
  const user = useSessionUser();
  const navigate = useNavigate();
  const [next, setNext] = useState<NextCase | null>(null);
  const searches = useRef(0);
  useEffect(
    () => () => {
      searches.current = -1;
    },
    [],
  );
  const go = (id: number): void => {
    const state = trail === undefined ? {} : { list: trail };
    void navigate({ to: pathOf(id), replace: trail !== undefined, state });
  };
  const takeNext = useTakeNext(go);
  const offer = (action: CaseAction): void => {
    setNext(null);
    if (!endsOwnWork(action, user)) return;
    searches.current += 1;
    const turn = searches.current;
    findNextCase(case_id).then(
      (found) => {
        if (searches.current === turn) setNext(found);
      },
      // A failure is ignored: this is only an offer, and the action itself has already succeeded.
      () => undefined,
    );
  };
  const stay = (): void => setNext(null);
  const bar =
    next === null ? null : (
      <Bar
        next={next}
        busy={takeNext?.busy ?? false}
        onOpen={() => (next.from === 'own' ? go(next.row.case_id) : takeNext?.take())}
        onStay={stay}
      />
    );
  return { offer, bar, stay: next === null ? undefined : stay };
}
