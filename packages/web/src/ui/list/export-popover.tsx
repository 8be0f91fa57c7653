/** Shows the progress of the current spreadsheet export: immediate, or in the background with a link to My exports. */
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { cancelJob, isUnderWay } from './export-job.ts';
import { type ExportRun, saveExport, stopExport } from './export-run.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, width: 304, padding: 16 });
const Note = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));
const Acts = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 8 });

export function DirectProgress({ run }: { run: ExportRun }) {
  const { t } = useTranslation('lists');
  const format = useFormat();
  const share = run.total_bytes ? (100 * run.received_bytes) / run.total_bytes : null;
  return (
    <Frame role="status">
      <strong>
        {run.received_bytes > 0
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
  );
}

/** Shows the rows done of all rows, as a bar while the export is being made. */
export function ExportBar({ item }: { item: ExportItem }) {
  const { t } = useTranslation('exports');
  const known = item.state === 'working' && item.rows_total > 0;
  return (
    <LinearProgress
      aria-label={t('progress', { name: item.filename })}
      variant={known ? 'determinate' : 'indeterminate'}
      {...(known ? { value: Math.min(100, (100 * item.rows_done) / item.rows_total) } : {})}
    />
  );
}

export function useExportWords(): (item: ExportItem) => string {
  const { t } = useTranslation('exports');
  const format = useFormat();
  return ({ state, rows_done, rows_total }) =>
    state === 'working'
      ? t('rows-done', { done: format.number(rows_done), total: format.number(rows_total) })
      : t(`state.${state}`);
}

export function JobProgress({ item, onLeave }: { item: ExportItem; onLeave: () => void }) {
  const { t } = useTranslation('exports');
  const navigate = useNavigate();
  const words = useExportWords();
  const { export_id, filename, state, detail } = item;
  const list = () => {
    onLeave();
    void navigate({ to: '/exports' });
  };
  return (
    <Frame role="status">
      <strong>{words(item)}</strong>
      {isUnderWay(item) ? <ExportBar item={item} /> : null}
      <Note>
        {state === 'failed' ? (detail ?? t('failed')) : isUnderWay(item) ? t('background') : filename}
      </Note>
      <Acts>
        {isUnderWay(item) ? (
          <Button size="small" onClick={() => void cancelJob(export_id)}>
            {t('cancel')}
          </Button>
        ) : null}
        {state === 'done' ? (
          <Button size="small" onClick={() => void saveExport(item)}>
            {t('download')}
          </Button>
        ) : null}
        <Button size="small" onClick={list}>
          {t('title')}
        </Button>
      </Acts>
    </Frame>
  );
}
