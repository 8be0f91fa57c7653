/**
 * The likely next action as the page's one primary button with its key, the others behind the dots. What is there is
 * what the case's `actions` holds for this caller; the first of them is the likely next one.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { DotsThreeIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { isDestructive } from '../actions/action-draft.ts';
import { ActionMenu } from '../actions/action-menu.tsx';
import type { CaseActions } from '../actions/use-case-actions.tsx';

/** The key of the next step, whatever it is. */
export const nextStepKey = 'R';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  '& > .next': { flex: 1 },
  [theme.breakpoints.down('md')]: { gap: 8, '& > button': { height: 46 } },
}));

/** The action that the primary button takes; closing is never the next step. */
export function nextStepOf(detail: Pick<CaseDetail, 'actions'>): CaseAction | undefined {
  const [first] = detail.actions;
  return first === undefined || isDestructive(first) ? undefined : first;
}

export type ActionBoxProps = { detail: CaseDetail; actions: CaseActions; narrow: boolean };

export function ActionBox({ detail, actions, narrow }: ActionBoxProps) {
  const { t } = useTranslation('actions');
  const { t: page } = useTranslation('case-page');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const next = nextStepOf(detail);
  const others = detail.actions.filter((action) => action !== next);
  if (detail.actions.length === 0) return null;
  // Asking a finished case to be corrected is possible, and not what anybody is waiting for.
  const quiet = next === 'request-editing' || next === 'cancel-editing' || next === 'cancel-request';
  const alone = next === undefined;
  const more =
    others.length === 0 ? null : (
      <Button
        {...(alone ? {} : { 'aria-label': page('more') })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={alone ? { flex: 1 } : { flex: 'none', width: narrow ? 56 : 36, padding: 0 }}
      >
        <DotsThreeIcon size={18} weight="bold" aria-hidden="true" />
        {alone ? page('more') : null}
      </Button>
    );
  return (
    <Row>
      {narrow ? more : null}
      {next === undefined ? null : (
        <Button
          className="next"
          variant={quiet ? 'outlined' : 'contained'}
          color={quiet ? 'inherit' : 'primary'}
          disabled={actions.busy !== null}
          onClick={() => actions.run(next, detail)}
        >
          {t(`name.${next}`)}
          {narrow || quiet ? null : <KeyCap name={nextStepKey} />}
        </Button>
      )}
      {narrow ? null : more}
      {anchor === null ? null : (
        <ActionMenu
          row={{ ...detail, actions: others }}
          anchor={anchor}
          onClose={() => setAnchor(null)}
          onAction={(action) => actions.run(action, detail)}
        />
      )}
    </Row>
  );
}
