/**
 * Exports the filtered list as a spreadsheet; while it is being made, the button shows its progress and can cancel it.
 */
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { DownloadSimpleIcon } from '@phosphor-icons/react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { useExportJob } from './export-job.ts';
import type { ExportOrder } from './export-order.ts';
import { DirectProgress, JobProgress } from './export-popover.tsx';
import { runExport, useExportRun } from './export-run.ts';

const floating = { marginTop: '4px', borderRadius: '8px', boxShadow: 'var(--rd-palette-shadow-menu)' };

export type ExportButtonProps = {
  readonly order: ExportOrder;
  readonly filename: string;
  /** Shows its text beside the icon if there is space. */
  readonly spelled?: boolean;
};

export function ExportButton({ order, filename, spelled = false }: ExportButtonProps) {
  const { t } = useTranslation('lists');
  const run = useExportRun();
  const job = useExportJob();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const begin = (event: MouseEvent<HTMLElement>) => {
    setAnchor(event.currentTarget);
    if (!run) void runExport(order, filename);
  };
  return (
    <>
      {spelled ? (
        <Button startIcon={<DownloadSimpleIcon size={16} aria-hidden="true" />} onClick={begin}>
          {t('export.word')}
        </Button>
      ) : (
        <IconButton name={t('export')} onClick={begin}>
          <DownloadSimpleIcon size={18} aria-hidden="true" />
        </IconButton>
      )}
      <Popover
        open={anchor !== null && (run !== null || job !== null)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('export'), sx: floating } }}
      >
        {run !== null ? (
          <DirectProgress run={run} />
        ) : job !== null ? (
          <JobProgress item={job} onLeave={close} />
        ) : null}
      </Popover>
    </>
  );
}
