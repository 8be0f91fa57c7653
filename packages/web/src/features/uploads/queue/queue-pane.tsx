/** Shows the uploads beside the drop zone: the whole queue in one line, then each recording. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { InfoIcon, PauseIcon, PlayIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Bar } from './bar.tsx';
import { engine, useSendings } from './engine.ts';
import { QueueItem, type QueueItemProps } from './queue-item.tsx';
import { inOrder, isOpen, sumOf, type Sending } from './sending.ts';

const Pane = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('md')]: { borderLeft: 0, borderTop: `1px solid ${theme.vars.palette.line.main}` },
}));
const Head = styled('header')(({ theme }) => ({
  padding: '10px 16px 12px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));
const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 36,
});
const Sum = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  marginTop: 8,
  '& strong': { fontWeight: 600 },
  '& span': { color: theme.vars.palette.text.secondary },
}));
const List = styled('ul')({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
const Note = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: 0,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  fontSize: textSize.small,
  lineHeight: '18px',
  color: theme.vars.palette.text.secondary,
  '& svg': { flex: 'none', marginTop: 1 },
}));
const Nothing = styled('p')(({ theme }) => ({
  flex: 1,
  margin: 0,
  padding: '16px',
  color: theme.vars.palette.text.secondary,
}));

function PauseAll({ open }: { open: readonly Sending[] }) {
  const { t } = useTranslation('uploads');
  const ids = open.map(({ id }) => id);
  if (ids.length === 0) return null;
  if (open.every(({ paused }) => paused)) {
    return (
      <Button startIcon={<PlayIcon size={16} aria-hidden="true" />} onClick={() => engine.resume(ids)}>
        {t('resume-all')}
      </Button>
    );
  }
  return (
    <Button startIcon={<PauseIcon size={16} aria-hidden="true" />} onClick={() => engine.pause(ids)}>
      {t('pause-all')}
    </Button>
  );
}

function QueueSum({ sendings }: { sendings: readonly Sending[] }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const sum = sumOf(sendings);
  if (sum.open === 0) return null;
  const share = sum.size_bytes > 0 ? sum.sent_bytes / sum.size_bytes : 0;
  const sent = format.bytes(sum.sent_bytes);
  const size = format.bytes(sum.size_bytes);
  const speed = format.bytes(sum.bytes_per_s);
  return (
    <>
      <Bar share={share} label={t('queue.progress')} heightPx={6} still={sum.bytes_per_s === 0} />
      <Sum>
        <strong>{t('sent-of', { sent, size })}</strong>
        {sum.left_ms === null ? null : (
          <span>{t('speed-left', { speed, left: format.duration(sum.left_ms) })}</span>
        )}
      </Sum>
    </>
  );
}

export function QueuePane({ onFiles }: Pick<QueueItemProps, 'onFiles'>) {
  const { t } = useTranslation('uploads');
  const sendings = useSendings(useSessionUser().id);
  const cache = useQueryClient();
  useLiveEvent((event) => {
    if (event.type === 'case') void cache.invalidateQueries({ queryKey: ['cases'] });
  });
  return (
    <Pane aria-label={t('queue.title')}>
      <Head>
        <Row>
          <Typography variant="h3" component="h2">
            {t('queue.title')}
          </Typography>
          <PauseAll open={sendings.filter(isOpen)} />
        </Row>
        <QueueSum sendings={sendings} />
      </Head>
      {sendings.length === 0 ? (
        <Nothing>{t('queue.empty')}</Nothing>
      ) : (
        <List>
          {inOrder(sendings).map((each) => (
            <QueueItem key={each.id} sending={each} onFiles={onFiles} />
          ))}
        </List>
      )}
      <Note>
        <InfoIcon size={15} aria-hidden="true" />
        {t('queue.note')}
      </Note>
    </Pane>
  );
}
