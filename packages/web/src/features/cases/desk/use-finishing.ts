/**
 * Provides the actions on the case that the desk offers: its next step, its return, and the next case after this one is
 * finished.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { actionKeys } from '../actions/action-keys.ts';
import { type CaseActions, useCaseActions } from '../actions/use-case-actions.tsx';
import { deskPath } from '../model/list-trail.ts';
import type { ActionDone } from '../model/perform.ts';
import { refreshCase } from '../model/use-case.ts';
import { useNextCase } from '../page/next-case-bar.tsx';
import type { DeskAct } from './desk-bar.tsx';

function useDeskAct(detail: CaseDetail, actions: CaseActions): DeskAct | null {
  const { t } = useTranslation('actions');
  const step = detail.next_step;
  if (step.kind !== 'act' || actions.busy !== null) return null;
  const { action } = step;
  return {
    label: t(`name.${action}`),
    keyName: actionKeys['next-step'].keys[0],
    run: () => actions.run(action, detail),
  };
}

/** Returns the action that sends the case back for changes, for the chief whose turn it is. */
function useGiveBack(detail: CaseDetail, actions: CaseActions): DeskAct | null {
  const { t } = useTranslation('actions');
  if (!detail.actions.includes('return') || actions.busy !== null) return null;
  return {
    label: t('name.return'),
    keyName: actionKeys['return-case'].keys[0],
    run: () => actions.run('return', detail),
  };
}

export function useFinishing(detail: CaseDetail) {
  const cache = useQueryClient();
  const trail = useLocation({ select: ({ state }) => state.list });
  const following = useNextCase(detail.case_id, { trail, pathOf: deskPath });
  const refresh = () => void refreshCase(cache, detail.case_id);
  const onDone = ({ action }: ActionDone): void => {
    refresh();
    following.offer(action);
  };
  const actions = useCaseActions({ onDone, onStale: refresh });
  const [act, giveBack] = [useDeskAct(detail, actions), useGiveBack(detail, actions)];
  return { actions, following, act, giveBack };
}
