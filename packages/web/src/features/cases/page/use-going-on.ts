/**
 * Continues after an action on a case, once the page knows the case as it is then. A review that was requested leads to
 * the request for verification; a request that was sent is confirmed. The next case is offered only when the user has
 * nothing more to do on this one.
 */
import { isHandedOn } from '@rhythmdesk/domain/case/work-step';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import type { ActionDone } from '../model/perform.ts';
import { caseQuery } from '../model/use-case.ts';

type GoingOn = {
  readonly done: ActionDone | null;
  readonly onDone: (done: ActionDone | null) => void;
};

/** Keeps the action that was done until the page has handled it. */
export function useDoneAction(): GoingOn {
  const [done, onDone] = useState<ActionDone | null>(null);
  return { done, onDone };
}

type Around = {
  readonly case_id: number;
  readonly actions: Pick<CaseActions, 'run'>;
  readonly offer: (action: ActionDone['action']) => void;
};

/**
 * Goes on once the case was read after the action. The version alone does not show that: a save puts its version into
 * the case on the page before the next step is read again.
 */
export function useGoingOn({ done, onDone }: GoingOn, { case_id, actions, offer }: Around): void {
  const { t } = useTranslation('actions');
  const { data: detail, isSuccess, fetchStatus } = useQuery({ ...caseQuery(case_id), enabled: false });
  const isRead = isSuccess && fetchStatus === 'idle';
  const goOn = useEffectEvent(() => {
    if (done === null || detail === undefined || !isRead || detail.version < done.version) return;
    onDone(null);
    const { next_step: step, confirmer } = detail;
    if (done.action === 'request-verification')
      showToast(t('done.request-verification', { name: confirmer?.name ?? '' }));
    if (done.action === 'review-request' && step.kind === 'act' && step.action === 'request-verification')
      actions.run('request-verification', detail);
    else if (isHandedOn(step)) offer(done.action);
  });
  useEffect(() => goOn(), [done, detail, isRead]);
}
