/**
 * Offers the next case in a bar, with its name and due time, after the action that ended the user's work on a case. N
 * opens it; Escape, a key of the page itself, dismisses it. The bar takes the focus from the text field in which the
 * action was sent by its key, since N would be typed there. The offer ends when the case comes back to the user.
 */
import Button from '@mui/material/Button';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { isTypingIn } from '../../../ui/keys/who-hears.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useTakeNext } from '../actions/take-next.tsx';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { useCaseName } from '../model/case-name.ts';
import type { ListTrail } from '../model/list-trail.ts';
import { endsOwnWork, findNextCase, type NextCase } from '../model/next-case.ts';
import { pageKeys } from './page-keys.ts';

/** Returns the text field that has the focus. */
const fieldInUse = (): Element | null => {
  const { activeElement } = document;
  return isTypingIn(activeElement) ? activeElement : null;
};

/** Moves the focus to the bar if it is still in the text field in which the action was sent. */
function useFocusFrom(field: Element | null): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const take = useEffectEvent(() => {
    if (field !== null && document.activeElement === field) frame.current?.focus();
  });
  useEffect(() => take(), []);
  return frame;
}

type Offer = { readonly next: NextCase; readonly field: Element | null };
type BarProps = Offer & { busy: boolean; onOpen: () => void; onStay: () => void };

function Bar({ next: { from, row }, field, busy, onOpen, onStay }: BarProps) {
  const frame = useFocusFrom(field);
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
    <div ref={frame} tabIndex={-1} style={{ padding: '8px 16px 0', outline: 'none' }}>
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
  /** Whether the user has nothing more to do on this case. */
  readonly isHandedOn: boolean;
};

/** `offer` is called after each completed action; nothing is offered to users without a queue, or if no case waits. */
export function useNextCase(case_id: number, { trail, pathOf, isHandedOn }: NextCaseTarget): Following {
  const user = useSessionUser();
  const navigate = useNavigate();
  const [offered, setOffered] = useState<Offer | null>(null);
  if (offered !== null && !isHandedOn) setOffered(null);
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
    setOffered(null);
    if (!endsOwnWork(action, user)) return;
    searches.current += 1;
    const turn = searches.current;
    const field = fieldInUse();
    findNextCase(case_id).then(
      (found) => {
        if (searches.current === turn) setOffered(found === null ? null : { next: found, field });
      },
      // A failure is ignored: this is only an offer, and the action itself has already succeeded.
      () => undefined,
    );
  };
  const stay = (): void => setOffered(null);
  const take = ({ from, row }: NextCase): void => (from === 'own' ? go(row.case_id) : takeNext?.take());
  const bar =
    offered === null ? null : (
      <Bar {...offered} busy={takeNext?.busy ?? false} onOpen={() => take(offered.next)} onStay={stay} />
    );
  return { offer, bar, stay: offered === null ? undefined : stay };
}
