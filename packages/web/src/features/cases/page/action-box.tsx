/**
 * Shows the next step: the primary button with its key if it is this caller's turn, otherwise the reason or whose turn
 * it is. The other actions of the case's `actions` are in the menu behind the dots.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { DotsThreeIcon } from '@phosphor-icons/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { ActionMenu } from '../actions/action-menu.tsx';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import type { NextAct } from './next-act.tsx';
import { StepWords } from './step-words.tsx';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  '& > .next': { flex: 1 },
  [theme.breakpoints.down('md')]: { gap: 8, '& > button': { height: 46 } },
}));
const Block = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '&:focus-visible': { outlineOffset: 4, borderRadius: 2 },
});

/** Optional actions that are used often enough to be visible. */
const quietActions: readonly CaseAction[] = ['request-editing', 'cancel-editing', 'cancel-request'];

type MoreProps = { detail: CaseDetail; others: readonly CaseAction[]; actions: CaseActions; narrow: boolean };

function More({ detail, others, actions, narrow, alone }: MoreProps & { alone: boolean }) {
  const { t } = useTranslation('case-page');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        {...(alone ? {} : { 'aria-label': t('more') })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={alone ? { flex: 1 } : { flex: 'none', width: narrow ? 56 : 36, padding: 0 }}
      >
        <DotsThreeIcon size={18} weight="bold" aria-hidden="true" />
        {alone ? t('more') : null}
      </Button>
      {anchor === null ? null : (
        <ActionMenu
          row={{ ...detail, actions: [...others] }}
          anchor={anchor}
          withKeys
          onClose={() => setAnchor(null)}
          onAction={(action) => actions.run(action, detail)}
        />
      )}
    </>
  );
}

/**
 * Returns the box that gets the focus when an action of this user removed the button that had it. Without this the focus
 * would be nowhere, or on the button that cancels what was just done.
 */
function useFocusAfterAction(buttons: string, actions: CaseActions): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isActing = actions.dialog !== null || actions.busy !== null;
  const acted = useRef(isActing);
  const before = useRef(buttons);
  useEffect(() => {
    if (isActing) acted.current = true;
    if (isActing || before.current === buttons) return;
    before.current = buttons;
    if (acted.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
    acted.current = false;
  }, [buttons, isActing]);
  return box;
}

export type ActionBoxProps = {
  detail: CaseDetail;
  actions: CaseActions;
  next: NextAct | null;
  narrow: boolean;
};

export function ActionBox({ detail, actions, next, narrow }: ActionBoxProps) {
  const { t } = useTranslation('actions');
  const taken = detail.next_step.kind === 'act' ? detail.next_step.action : undefined;
  const quiet = next === null ? quietActions.find((one) => detail.actions.includes(one)) : undefined;
  const others = detail.actions.filter((action) => action !== taken && action !== quiet);
  const alone = next === null && quiet === undefined;
  const more = others.length === 0 ? null : <More {...{ detail, others, actions, narrow, alone }} />;
  const box = useFocusAfterAction(`${next?.label ?? ''} ${quiet ?? ''}`, actions);
  return (
    <Block ref={box} tabIndex={-1}>
      <StepWords detail={detail} />
      {alone && more === null ? null : (
        <Row>
          {narrow ? more : null}
          {next === null ? null : (
            <Button
              className="next"
              variant="contained"
              color="primary"
              disabled={actions.busy !== null}
              onClick={next.run}
            >
              {next.label}
              {narrow ? null : <KeyCap name={next.keyName} command="next-step" />}
            </Button>
          )}
          {quiet === undefined ? null : (
            <Button
              // Its own element for each action: the one that cancels must not take over the focus.
              key={quiet}
              className="next"
              disabled={actions.busy !== null}
              onClick={() => actions.run(quiet, detail)}
            >
              {t(`name.${quiet}`)}
            </Button>
          )}
          {narrow ? null : more}
        </Row>
      )}
    </Block>
  );
}
