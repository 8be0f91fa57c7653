/**
 * Shows in the dialog why an action failed: the server's text, and after a version conflict the current state of the
 * case. The typed text stays in the fields.
 */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { labelOf } from '@rhythmdesk/domain/case/status';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { RequestId } from '../../../ui/states/request-id.tsx';
import { UnsavedWork } from './use-settled-version.ts';

/**
 * `fresh`: the case after a version conflict, null if the caller no longer sees it, undefined if there was no conflict.
 */
export type ActionFault = { error: Error; fresh?: CaseRow | null | undefined };

function useStaleText(): (action: CaseAction, fresh: CaseRow | null) => string {
  const { t } = useTranslation('actions');
  const { t: word } = useTranslation('words');
  return (action, fresh) => {
    if (fresh === null) return t('stale.gone');
    const status = word(`status.${labelOf(fresh)}`);
    if (!fresh.actions.includes(action)) return t('stale.over', { status });
    if (fresh.technician === null) return t('stale.now-unassigned', { status });
    return t('stale.now', { status, technician: fresh.technician.name });
  };
}

export function ActionFaultBar({ action, fault }: { action: CaseAction; fault: ActionFault }) {
  const { t } = useTranslation('actions');
  const faultText = useFaultText();
  const staleText = useStaleText();
  const { error, fresh } = fault;
  if (fresh !== undefined) {
    return (
      <NoticeBar tone="error" title={t('stale.title')}>
        {staleText(action, fresh)}
      </NoticeBar>
    );
  }
  if (error instanceof UnsavedWork) return <NoticeBar tone="warning" title={t('unsaved')} />;
  const request_id = error instanceof ApiError && error.status >= 500 ? error.request_id : '';
  return (
    <NoticeBar tone="error" title={t('failed')}>
      {error instanceof ApiError && error.detail !== '' ? error.detail : faultText(error)}
      {request_id === '' ? null : <RequestId id={request_id} />}
    </NoticeBar>
  );
}

/** After a version conflict the action can be sent again only if the case still allows it. */
export function canSendAgain(action: CaseAction, fault: ActionFault | null): boolean {
  if (fault?.fresh === undefined) return true;
  return fault.fresh !== null && fault.fresh.actions.includes(action);
}
