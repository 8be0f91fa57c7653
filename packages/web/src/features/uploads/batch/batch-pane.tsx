/** Drop zone, cards, foot. */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { CheckCircleIcon, PencilSimpleIcon, XCircleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useBatch } from './batch.ts';
import { DropZone } from './drop-zone.tsx';
import { sendBatch } from './send-batch.ts';
import { SendFoot } from './send-foot.tsx';
import { takeFiles } from './take-files.ts';
import { UploadCard } from './upload-card.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { usePrepared, type Hospital, type Prepared } from './use-prepared.ts';

const Body = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  padding: '4px 20px 20px 24px',
  [theme.breakpoints.down('md')]: { overflow: 'visible', padding: '4px 12px 12px' },
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  minHeight: 46,
  padding: '8px 0',
  '& .note': { marginLeft: 'auto', color: theme.vars.palette.text.secondary },
}));
const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
  gap: 12,
});

function BatchHead({ prepared }: { prepared: readonly Prepared[] }) {
  const { t } = useTranslation('uploads');
  const refused = prepared.filter(({ verdict }) => verdict.kind === 'refused').length;
  const asks = prepared.filter(({ verdict }) => verdict.kind === 'asks').length;
  const checked = prepared.filter(
    ({ verdict }) => verdict.kind === 'checked' || verdict.kind === 'signal',
  ).length;
  return (
    <Head role="status">
      <Typography variant="h3" component="h2">
        {t('ready-to-send')}
      </Typography>
      {checked > 0 ? (
        <Tag tone="success" icon={<CheckCircleIcon size={12} weight="fill" aria-hidden="true" />}>
          {t('count.checked', { count: checked })}
        </Tag>
      ) : null}
      {asks > 0 ? (
        <Tag tone="warning" icon={<PencilSimpleIcon size={12} aria-hidden="true" />}>
          {t('count.asks', { count: asks })}
        </Tag>
      ) : null}
      {refused > 0 ? (
        <Tag tone="error" icon={<XCircleIcon size={12} weight="fill" aria-hidden="true" />}>
          {t('count.refused', { count: refused })}
        </Tag>
      ) : null}
      <span className="note">{t('read-from-file')}</span>
    </Head>
  );
}

export function BatchPane({ hospitals, loaded }: { hospitals: readonly Hospital[]; loaded: boolean }) {
  const { t } = useTranslation('uploads');
  const user_id = useSessionUser().id;
  const { consent } = useBatch();
  const prepared = usePrepared(hospitals);
  const onFiles = (files: File[]) => void takeFiles(user_id, files);
  const isOver = useFileDrop(onFiles);
  if (loaded && hospitals.length === 0) {
    return <EmptyState title={t('no-hospital.title')} body={t('no-hospital.body')} />;
  }
  return (
    <>
      <Body>
        <DropZone isOver={isOver} onFiles={onFiles} />
        {prepared.length === 0 ? (
          <EmptyState title={t('empty.title')} body={t('empty.body')} />
        ) : (
          <>
            <BatchHead prepared={prepared} />
            <Grid>
              {prepared.map((each) => (
                <UploadCard key={each.card.id} prepared={each} hospitals={hospitals} />
              ))}
            </Grid>
          </>
        )}
      </Body>
      {prepared.length > 0 ? (
        <SendFoot prepared={prepared} onSend={() => sendBatch(user_id, prepared, consent)} />
      ) : null}
    </>
  );
}
