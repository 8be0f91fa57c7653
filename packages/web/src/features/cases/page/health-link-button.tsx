/** Opens the links for the patient, for users who deal with the patient once a report is released. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { can } from '@rhythmdesk/domain/people/can';
import { ShareNetworkIcon } from '@phosphor-icons/react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const HealthLinksDialog = lazy(() =>
  import('./health-links-dialog.tsx').then((module) => ({ default: module.HealthLinksDialog })),
);

type HealthLinkButtonProps = { readonly detail: Pick<CaseDetail, 'case_id' | 'report_versions'> };

export function HealthLinkButton({ detail: { case_id, report_versions } }: HealthLinkButtonProps) {
  const { t } = useTranslation('health-links');
  const [open, setOpen] = useState(false);
  const { user_role } = useSessionUser();
  const mayMake = can(user_role, 'agreement.write') !== 'never' && can(user_role, 'file.report') !== 'never';
  if (!mayMake || report_versions.length === 0) return null;
  return (
    <>
      <IconButton name={t('open-list')} size="small" onClick={() => setOpen(true)}>
        <ShareNetworkIcon size={16} aria-hidden="true" />
      </IconButton>
      {open ? (
        <DialogSlot>
          <HealthLinksDialog case_id={case_id} onClose={() => setOpen(false)} />
        </DialogSlot>
      ) : null}
    </>
  );
}
