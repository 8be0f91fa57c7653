/**
 * Requests every second of a recording on paper, with a choice of minutes per line. It is made in the background and
 * then available in My exports. For readers, if there is a recording.
 */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { disclosureMinutes } from '@rhythmdesk/contract/reports';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { RowsIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { showJob, useExportJob } from '../../../ui/list/export-job.ts';
import { exportOrder } from '../../../ui/list/export-order.ts';
import { JobProgress } from '../../../ui/list/export-popover.tsx';

type FullDisclosureButtonProps = {
  readonly detail: Pick<CaseDetail, 'case_id' | 'recording'>;
  readonly language: Language;
};

type Minutes = (typeof disclosureMinutes)[number];

function useDisclosure({ detail: { case_id }, language }: FullDisclosureButtonProps) {
  const job = useExportJob();
  const [begun, setBegun] = useState<number | null>(null);
  const begin = async (minutes: Minutes): Promise<void> => {
    try {
      const item = await exportOrder('fullDisclosure', { case_id, minutes, language }).begin();
      showJob(item);
      setBegun(item.export_id);
    } catch (error) {
      await showFault(error);
    }
  };
  return { begin, job: job !== null && job.export_id === begun ? job : null, leave: () => setBegun(null) };
}

export function FullDisclosureButton(props: FullDisclosureButtonProps) {
  const { t } = useTranslation('report');
  const { role_key } = useSessionUser().user_role;
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { begin, job, leave } = useDisclosure(props);
  if (props.detail.recording !== 'ready' || !hasPage(role_key, '/review/{case_id}')) return null;
  const choose = (minutes: Minutes): void => {
    setOpen(false);
    void begin(minutes);
  };
  return (
    <>
      <IconButton
        name={t('full-disclosure')}
        size="small"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => {
          setButton(event.currentTarget);
          setOpen(true);
        }}
      >
        <RowsIcon size={16} aria-hidden="true" />
      </IconButton>
      <Menu
        anchorEl={button}
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{ list: { 'aria-label': t('full-disclosure') } }}
      >
        {disclosureMinutes.map((minutes) => (
          <MenuItem key={minutes} onClick={() => choose(minutes)}>
            {t('full-disclosure.minutes', { count: Number(minutes) })}
          </MenuItem>
        ))}
      </Menu>
      <Popover
        open={job !== null}
        anchorEl={button}
        onClose={leave}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transformOrigin={{ vertical: 'top', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('full-disclosure') } }}
      >
        {job === null ? null : <JobProgress item={job} onLeave={leave} />}
      </Popover>
    </>
  );
}
