/**
 * Shows a bar over a case with a critical finding: the finding, the deadline to notify the hospital, and a link to the
 * board.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { SirenIcon } from '@phosphor-icons/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useTimeToDeadline } from '../badges/critical-tag.tsx';
import { useCriticalWords } from '../badges/use-critical-words.ts';

const Frame = styled('div')({ padding: '8px 16px 0' });
const ToBoard = styled('span')({
  '& a': { padding: '4px 8px', borderRadius: 6, fontWeight: 600, color: 'inherit' },
});

function Bar({ case_id, due_at }: { case_id: number; due_at: string }) {
  const { t } = useTranslation('words');
  const { t: critical } = useTranslation('critical');
  const wordsOf = useCriticalWords();
  const timeTo = useTimeToDeadline();
  const { data } = useQuery({ ...callQuery('criticalOfCase', { case_id }), staleTime: 0 });
  const open = data?.items.filter(({ ended_at }) => ended_at === null) ?? [];
  return (
    <Frame>
      <NoticeBar
        tone="error"
        icon={<SirenIcon size={16} weight="fill" aria-hidden="true" />}
        title={t('critical', { time: timeTo(due_at).words })}
        actions={
          <ToBoard>
            <Link to="/critical" search={{ finding: open[0]?.finding_id }}>
              {critical('rules.to-board')}
            </Link>
          </ToBoard>
        }
      >
        {open.map((finding) => `${wordsOf(finding).title}, ${wordsOf(finding).at}`).join(' · ')}
      </NoticeBar>
    </Frame>
  );
}

export function CriticalBar({ detail }: { detail: CaseDetail }) {
  const { case_id, critical_due_at: due_at } = detail;
  return due_at === null ? null : <Bar key={due_at} case_id={case_id} due_at={due_at} />;
}
