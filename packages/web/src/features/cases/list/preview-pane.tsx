/**
 * The current case beside the list, 392 wide: who and what next, the whole recording, eight numbers, the first strip,
 * the last comments with a line to reply, the earlier recording. What this caller may not see is not there.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail, CaseRow } from '@rhythmdesk/contract/cases';
import { CaretDownIcon, CaretUpIcon, XIcon } from '@phosphor-icons/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useCaseAccess } from '../model/case-access.ts';
import { CommentLine } from '../page/comment-line.tsx';
import { Comments } from '../page/comments.tsx';
import { PreviewEarlier } from './preview-earlier.tsx';
import { PreviewIdentity } from './preview-identity.tsx';
import { PreviewReason } from '../actions/preview-reason.tsx';
import { PreviewRecording, RecordingSkeleton, RowNumbers } from './preview-recording.tsx';
import { usePreviewCase } from './use-preview-case.ts';

const previewWidthPx = 392;

const Pane = styled('aside')(({ theme }) => ({
  width: previewWidthPx,
  flex: 'none',
  overflow: 'auto',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
}));
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '10px 12px 0 16px',
  '& > .id': { ...theme.typography.mono, color: theme.vars.palette.text.secondary },
  '& > .space': { flex: 1 },
}));

export type PreviewPaneProps = {
  row: CaseRow;
  onOpen: () => void;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
};

function PreviewBar({ row, onStep, onClose }: Omit<PreviewPaneProps, 'onOpen'>) {
  const { t } = useTranslation('case-list');
  const { t: word } = useTranslation('words');
  return (
    <Bar>
      <span className="id">{row.hn_id}</span>
      {row.priority === 'urgent' ? <UrgentTag label={word('priority.urgent')} /> : null}
      <span className="space" />
      <IconButton name={t('preview.previous')} keyName="K" onClick={() => onStep(-1)}>
        <CaretUpIcon size={16} aria-hidden="true" />
      </IconButton>
      <IconButton name={t('preview.next')} keyName="J" onClick={() => onStep(1)}>
        <CaretDownIcon size={16} aria-hidden="true" />
      </IconButton>
      <IconButton name={t('preview.close')} keyName="Space" onClick={onClose}>
        <XIcon size={16} aria-hidden="true" />
      </IconButton>
    </Bar>
  );
}

function PreviewBody({ detail }: { detail: CaseDetail }) {
  const { talks } = useCaseAccess();
  return (
    <>
      {detail.recording === 'not_allowed' ? (
        <RowNumbers row={detail} />
      ) : (
        <PreviewRecording detail={detail} />
      )}
      {talks ? (
        <>
          <Comments detail={detail} last={2} />
          <CommentLine key={detail.case_id} detail={detail} />
        </>
      ) : null}
      <PreviewEarlier detail={detail} />
    </>
  );
}

function Waiting() {
  return (
    <Loading>
      <RecordingSkeleton />
    </Loading>
  );
}

export function PreviewPane({ row, onOpen, onStep, onClose }: PreviewPaneProps) {
  const { t } = useTranslation('case-list');
  const opened = usePreviewCase(row);
  return (
    <Pane aria-label={t('preview')}>
      <PreviewBar row={row} onStep={onStep} onClose={onClose} />
      <PreviewIdentity row={row} detail={opened.kind === 'open' ? opened.detail : null} onOpen={onOpen} />
      {opened.kind === 'open' ? (
        <Suspense fallback={<RecordingSkeleton />}>
          <PreviewBody detail={opened.detail} />
        </Suspense>
      ) : null}
      {opened.kind === 'reason-owed' ? <PreviewReason key={row.case_id} case_id={row.case_id} /> : null}
      {opened.kind === 'failed' ? <ErrorState error={opened.error} onRetry={opened.retry} /> : null}
      {opened.kind === 'loading' ? <Waiting /> : null}
    </Pane>
  );
}
