/** Exports what is filtered as a spreadsheet; while it is being made, its progress and the way to stop it. */
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { DownloadSimpleIcon } from '@phosphor-icons/react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { IconButton } from '../icon-button.tsx';
import { type Download, runExport, stopExport, useExportRun } from './export-run.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, width: 288, padding: 16 });
const Note = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

const floating = { marginTop: '4px', borderRadius: '8px', boxShadow: 'var(--rd-palette-shadow-menu)' };

export type ExportButtonProps = {
  readonly onDownload: Download;
  readonly filename: string;
  /** With its word beside the icon, where there is room for it. */
  readonly spelled?: boolean;
};

export function ExportButton({ onDownload, filename, spelled = false }: ExportButtonProps) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const run = useExportRun();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const share = run?.total_bytes ? (100 * run.received_bytes) / run.total_bytes : null;
  const begin = (event: MouseEvent<HTMLElement>) => {
    setAnchor(event.currentTarget);
    if (!run) void runExport(onDownload, filename);
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
        open={anchor !== null && run !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('export'), sx: floating } }}
      >
        <Frame role="status">
          <strong>
            {run && run.received_bytes > 0
              ? t('export.receiving', { received: format.bytes(run.received_bytes) })
              : t('export.working')}
          </strong>
          <LinearProgress
            aria-label={t('export')}
            variant={share === null ? 'indeterminate' : 'determinate'}
            {...(share === null ? {} : { value: share })}
          />
          <Note>{t('export.note')}</Note>
          <Button size="small" onClick={stopExport}>
            {t('export.stop')}
          </Button>
        </Frame>
      </Popover>
    </>
  );
}
