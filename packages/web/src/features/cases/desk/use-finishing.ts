/**
 * Provides the actions on the case that the desk offers: its next step, its return, and the next case after this one is
 * finished.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { isHandedOn, workStep } from '@rhythmdesk/domain/case/work-step';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../../platform/use-stored.ts';
import { useNewest } from '../../../ui/use-newest.ts';
import { actionKeys } from '../actions/action-keys.ts';
import { type CaseActions, useCaseActions } from '../actions/use-case-actions.tsx';
import { useReportOld } from '../analysis/use-report-old.ts';
import { deskPath } from '../model/list-trail.ts';
import type { ActionDone } from '../model/perform.ts';
import { caseQuery, refreshCase } from '../model/use-case.ts';
import { tabOfStep } from '../model/work-tabs.ts';
import { useNextCase } from '../page/next-case-bar.tsx';
import { useDoneAction, useGoingOn } from '../page/use-going-on.ts';
import { returnDraft, returnDrafts, returnFieldOf, returnWishOf } from './changes/return-wish.ts';
import { madeToHandOnOf, reportWishOf } from './report/report-standing.ts';
import type { Desk } from './session/use-desk.ts';
import type { DeskView } from './session/desk-views.ts';
import type { DeskAct } from './desk-bar.tsx';

type DeskWork = {
  readonly desk: Desk;
  readonly view: DeskView;
  readonly show: (view: DeskView) => void;
};

/** Returns how many items of the queue were not judged; null until the reading is shown. */
const openItemsOf = ({ shown, groups }: Desk): number | null =>
  shown === null ? null : groups.reduce((sum, { found, judged }) => sum + found - judged, 0);

/** Returns the next step of the user at the desk; null while the next finding is the step, or another user acts. */
function useDeskAct(
  detail: CaseDetail,
  actions: CaseActions,
  { desk, view, show }: DeskWork,
): DeskAct | null {
  const { t } = useTranslation('actions');
  const { t: ofDesk } = useTranslation('desk');
  const { next_step, can_edit_reading: reads, technician_comment: conclusion } = detail;
  const report_old = useReportOld(detail);
  const step = workStep({ next_step, reads, open_items: openItemsOf(desk), conclusion, report_old });
  const keyName = actionKeys['next-step'].keys[0];
  if (step === null || step === 'read' || actions.busy !== null) return null;
  if (typeof step === 'object')
    return { label: t(`name.${step.action}`), keyName, run: () => actions.run(step.action, detail) };
  const makes = step === 'report' && view === 'report';
  const handsOn = 'action' in next_step && next_step.action === 'review-request';
  const label = makes ? ofDesk(handsOn ? 'next.hand-on' : 'next.make') : ofDesk(`next.${step}`);
  const run = (): void => {
    show(tabOfStep[step]);
    if (step === 'conclude') reportWishOf(desk).set('conclusion');
    if (makes) reportWishOf(desk).set(handsOn ? 'handing-on' : 'version');
  };
  return { label, keyName, run };
}

/** A version that was made to hand the case on requests the review, which leads on to the request for verification. */
function useHandingOn(case_id: number, actions: CaseActions, { desk }: DeskWork): void {
  const cache = useQueryClient();
  const made = madeToHandOnOf(desk);
  const isMade = useStored(made);
  const onMade = useEffectEvent(() => {
    if (!isMade) return;
    made.set(false);
    // The save of the version has read the case again, and the page may not be rendered with it yet.
    const detail = cache.getQueryData(caseQuery(case_id).queryKey);
    const step = detail?.next_step;
    if (detail !== undefined && step?.kind === 'act' && step.action === 'review-request')
      actions.run(step.action, detail);
  });
  useEffect(() => onMade(), [isMade]);
}

/**
 * Returns the action that sends the case back for changes, for the chief whose turn it is. Where its form is shown, it
 * moves the focus there; otherwise it opens a dialog.
 */
function useGiveBack(detail: CaseDetail, actions: CaseActions, { desk }: DeskWork): DeskAct | null {
  const { t } = useTranslation('actions');
  const wish = returnWishOf(desk);
  const comment = useStored(wish);
  const onWish = useEffectEvent(() => {
    if (comment === null) return;
    wish.set(null);
    actions.run('return', detail, { comment });
  });
  useEffect(() => onWish(), [comment]);
  if (!detail.actions.includes('return') || actions.busy !== null) return null;
  return {
    label: t('name.return'),
    keyName: actionKeys['return-case'].keys[0],
    run: () => {
      if (!returnFieldOf(desk).get()()) actions.run('return', detail);
    },
  };
}

/** Returns the same object while label and key stay, so that the bar renders only when they change. */
function useSameAct(act: DeskAct | null): DeskAct | null {
  const run = useNewest(() => act?.run());
  const { label, keyName } = act ?? {};
  return useMemo(
    () => (label === undefined || keyName === undefined ? null : { label, keyName, run }),
    [label, keyName, run],
  );
}

export function useFinishing(detail: CaseDetail, work: DeskWork) {
  const cache = useQueryClient();
  const trail = useLocation({ select: ({ state }) => state.list });
  const following = useNextCase(detail.case_id, {
    ...{ trail, pathOf: deskPath },
    isHandedOn: isHandedOn(detail.next_step),
  });
  const refresh = () => void refreshCase(cache, detail.case_id);
  const going = useDoneAction();
  const onDone = (done: ActionDone): void => {
    void refreshCase(cache, done.case_id, done.version);
    if (done.action === 'return') returnDrafts.forget(returnDraft(detail.case_id));
    going.onDone(done);
  };
  const actions = useCaseActions({ onDone, onStale: refresh });
  useGoingOn(going, { case_id: detail.case_id, actions, offer: following.offer });
  useHandingOn(detail.case_id, actions, work);
  const next = useDeskAct(detail, actions, work);
  // Until the page knows the case after an action, its next step is not known either.
  const act = useSameAct(going.done === null ? next : null);
  const giveBack = useSameAct(useGiveBack(detail, actions, work));
  return { actions, following, act, giveBack, isJudged: openItemsOf(work.desk) === 0 };
}
