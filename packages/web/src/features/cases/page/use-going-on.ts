/**
 * Continues after an action on a case, once the page knows the case as it is then. A review that was requested leads to
 * the request for verification; a request that was sent is confirmed. The next case is offered only when the user has
 * nothing more to do on this one.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { isHandedOn } from '@rhythmdesk/domain/case/work-step';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/toast-queue.ts';
import type { CaseActions } from '../actions/use-case-actions.tsx';
import type { ActionDone } from '../model/perform.ts';

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
  readonly detail: CaseDetail;
  readonly actions: Pick<CaseActions, 'run'>;
  readonly offer: (action: ActionDone['action']) => void;
};

export function useGoingOn({ done, onDone }: GoingOn, { detail, actions, offer }: Around): void {
  const { t } = useTranslation('actions');
  const goOn = useEffectEvent(() => {
    const { next_step: step, confirmer } = detail;
    if (done === null || detail.version < done.version) return;
    // The answer to the action updates the version of a case before its next step is read again.
    if ('action' in step && step.action === done.action && step.kind !== 'wait') return;
    onDone(null);
    if (done.action === 'request-verification')
      showToast(t('done.request-verification', { name: confirmer?.name ?? '' }));
    if (done.action === 'review-request' && step.kind === 'act' && step.action === 'request-verification')
      actions.run('request-verification', detail);
    else if (isHandedOn(step)) offer(done.action);
  });
  useEffect(() => goOn(), [done, detail]);
}
