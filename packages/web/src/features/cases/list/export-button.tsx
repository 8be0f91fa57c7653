/** Exports what is filtered as a spreadsheet; while it is being made, its progress and the way to stop it. */
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { DownloadSimpleIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { runExport, stopExport, useExportRun } from './export-run.ts';
import type { AskedList } from './list-state.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, width: 288, padding: 16 });
const Note = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

const floating = { marginTop: '4px', borderRadius: '8px', boxShadow: 'var(--rd-palette-shadow-menu)' };

export function ExportButton({ asked }: { asked: AskedList }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const run = useExportRun();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const share = run?.total_bytes ? (100 * run.received_bytes) / run.total_bytes : null;
  const begin = () => {
    const { page: _page, size: _size, ...filter } = asked;
    void runExport(filter);
  };
  return (
    <>
      <IconButton
        name={t('export')}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          if (!run) begin();
        }}
      >
        <DownloadSimpleIcon size={18} aria-hidden="true" />
      </IconButton>
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
