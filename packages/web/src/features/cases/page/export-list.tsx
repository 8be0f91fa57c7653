/** Lists the formats in which a recording can be exported; a running export shows its progress and can be cancelled. */
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { exportFormats, type ExportFormat } from '@rhythmdesk/contract/recordings';
import { DownloadSimpleIcon, XIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FilePanel } from './file-panel.ts';
import type { ExportProgress, RecordingExport } from './use-export.ts';

const List = styled(FilePanel)(({ theme }) => ({
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 34 },
  '& .form': { flex: 'none', width: 48, fontFamily: 'var(--font-mono)', fontSize: textSize.small },
  '& .about': { flex: 1, minWidth: 0, fontSize: textSize.small, color: theme.vars.palette.gray },
}));

/** Format names are the same in every language. */
const formNames = {
  edf: 'EDF+',
  'edf-continuous': 'EDF+C',
  'edf-beats': 'EDF+',
  wfdb: 'WFDB',
  dicom: 'DICOM',
  csv: 'CSV',
} as const satisfies Record<ExportFormat, string>;

function Progress({ running }: { running: ExportProgress }) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const { done_bytes, total_bytes } = running;
  const share = total_bytes === null ? null : Math.min(1, done_bytes / total_bytes);
  const words =
    share === null
      ? t('export.size', { size: format.bytes(done_bytes) })
      : t('export.share', { share: format.percent(share) });
  return (
    <span className="about">
      {words}
      <LinearProgress
        aria-label={words}
        sx={{ marginTop: '4px' }}
        {...(share === null ? {} : { variant: 'determinate', value: 100 * share })}
      />
    </span>
  );
}

export function ExportList({ exporting }: { exporting: RecordingExport }) {
  const { t } = useTranslation('case-page');
  const { running, start, cancel } = exporting;
  return (
    <List>
      <h3>{t('export')}</h3>
      <ul>
        {exportFormats.map((form) => (
          <li key={form}>
            <span className="form">{formNames[form]}</span>
            {running?.format === form ? (
              <>
                <Progress running={running} />
                <IconButton name={t('export.cancel')} size="small" onClick={cancel}>
                  <XIcon size={16} aria-hidden="true" />
                </IconButton>
              </>
            ) : (
              <>
                <span className="about">{t(`export.${form}`)}</span>
                <IconButton
                  name={t('export.start', { name: `${formNames[form]}: ${t(`export.${form}`)}` })}
                  size="small"
                  disabled={running !== undefined}
                  onClick={() => start(form)}
                >
                  <DownloadSimpleIcon size={16} aria-hidden="true" />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </List>
  );
}
