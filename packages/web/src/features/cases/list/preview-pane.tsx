/**
 * Shows the current case beside the list, 392 px wide: patient and next action, the whole recording, eight numbers, the
 * first strip, the last comments with a line to reply, the earlier recording. Parts that this caller may not see are
 * left out.
 */
import type { CaseDetail, CaseRow } from '@rhythmdesk/contract/cases';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewFrame } from '../../../ui/list/preview-frame.tsx';
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

export type PreviewPaneProps = {
  row: CaseRow;
  onOpen: () => void;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
};

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
  const { t: word } = useTranslation('words');
  const opened = usePreviewCase(row);
  return (
    <PreviewFrame
      head={
        <>
          <span className="id">{row.hn_id}</span>
          {row.priority === 'urgent' ? <UrgentTag label={word('priority.urgent')} /> : null}
        </>
      }
      previousName={t('preview.previous')}
      nextName={t('preview.next')}
      onStep={onStep}
      onClose={onClose}
    >
      <PreviewIdentity row={row} detail={opened.kind === 'open' ? opened.detail : null} onOpen={onOpen} />
      {opened.kind === 'open' ? (
        <Suspense fallback={<RecordingSkeleton />}>
          <PreviewBody detail={opened.detail} />
        </Suspense>
      ) : null}
      {opened.kind === 'reason-owed' ? <PreviewReason key={row.case_id} case_id={row.case_id} /> : null}
      {opened.kind === 'failed' ? <ErrorState error={opened.error} onRetry={opened.retry} /> : null}
      {opened.kind === 'loading' ? <Waiting /> : null}
    </PreviewFrame>
  );
}
