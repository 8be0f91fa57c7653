/** Opens the links for the patient, for users who deal with the patient once a report is released. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { can } from '@rhythmdesk/domain/people/can';
import { ShareNetworkIcon } from '@phosphor-icons/react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { openDialog } from '../../../ui/dialogs/open-dialog.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

const HealthLinksDialog = lazy(() =>
  import('./health-links-dialog.tsx').then((module) => ({ default: module.HealthLinksDialog })),
);

type HealthLinkButtonProps = { readonly detail: Pick<CaseDetail, 'case_id' | 'report_versions'> };

export function HealthLinkButton({ detail: { case_id, report_versions } }: HealthLinkButtonProps) {
  const { t } = useTranslation('health-links');
  const { user_role } = useSessionUser();
  const mayMake = can(user_role, 'agreement.write') !== 'never' && can(user_role, 'file.report') !== 'never';
  if (!mayMake || report_versions.length === 0) return null;
  const open = () => openDialog((close) => <HealthLinksDialog case_id={case_id} onClose={close} />);
  return (
    <IconButton name={t('open-list')} size="small" onClick={open}>
      <ShareNetworkIcon size={16} aria-hidden="true" />
    </IconButton>
  );
}
