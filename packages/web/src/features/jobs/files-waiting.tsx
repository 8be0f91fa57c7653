/** Shows, for each machine, the stored files that the bucket does not have yet; nothing if none waits. */
import { styled } from '@mui/material/styles';
import type { FilesWaiting } from '@rhythmdesk/contract/jobs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { NoticeBar } from '../../ui/states/notice-bar.tsx';
import { useNow } from '../../ui/use-now.ts';

const Notes = styled('div')({ display: 'grid', gap: 8, margin: '0 16px 12px', maxWidth: 720 });

export function FilesWaitingNotes({ waiting }: { readonly waiting: readonly FilesWaiting[] }) {
  const { t } = useTranslation('jobs');
  const format = useFormat();
  const nowMs = useNow();
  if (waiting.length === 0) return null;
  return (
    <Notes>
      {waiting.map(({ node_name, files, bytes, since, failing }) => (
        <NoticeBar
          key={node_name}
          tone={failing ? 'warning' : 'primary'}
          title={t('waiting', {
            count: files,
            files: format.number(files),
            name: node_name,
            bytes: format.bytes(bytes),
            since: format.moment(since, nowMs),
          })}
        >
          {failing ? t('waiting-failing') : null}
        </NoticeBar>
      ))}
    </Notes>
  );
}
