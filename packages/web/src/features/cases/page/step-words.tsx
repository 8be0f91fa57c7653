/**
 * Describes what the case waits for: why the next step is not possible yet, whose turn it is, or that the case has
 * ended.
 */
import { checkedStatuses } from '@rhythmdesk/domain/case/status';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { CheckCircleIcon, CheckIcon, HourglassMediumIcon, LockIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { deskPath } from '../model/list-trail.ts';
import { TimedText } from '../analysis/timed-text.tsx';

const Line = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: 0,
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
  '& svg': { flex: 'none', marginTop: 2 },
  '& strong': { display: 'block', fontWeight: 500, color: theme.vars.palette.text.primary },
}));
const Verified = styled(Line)(({ theme }) => ({
  '& svg': { flex: 'none', marginTop: 2, color: theme.vars.palette.success.main },
}));

/** The recording is not always known. */
type StepFacts = Pick<CaseDetail, 'next_step' | 'confirmer' | 'technician'> &
  Partial<Pick<CaseDetail, 'recording'>>;

type Owed = Extract<CaseDetail['next_step'], { kind: 'owed' }>;

/** Returns what is required first. */
function useOwedWords(): (step: Owed, recording: CaseDetail['recording'] | undefined) => string {
  const { t } = useTranslation('actions');
  const format = useFormat();
  return ({ guard, coverage_short }, recording) => {
    if (guard === 'recording' && recording === 'processing') return t('owed.recording-read');
    if (guard !== 'coverage') return t(`owed.${guard}`);
    const share = (percent = 0): string => format.percent(percent / 100, 0);
    const { seen_percent, asked_percent } = coverage_short ?? {};
    return t('owed.coverage', { seen: share(seen_percent), required: share(asked_percent) });
  };
}

export function useStepWords(detail: StepFacts): { head?: string; words: string } | null {
  const { t } = useTranslation('actions');
  const role = useWords();
  const owed = useOwedWords();
  const step = detail.next_step;
  switch (step.kind) {
    case 'act':
      return null;
    case 'owed':
      return { head: t('step', { action: t(`name.${step.action}`) }), words: owed(step, detail.recording) };
    case 'wait': {
      if (step.action === 'assign' || step.action === 'assign-to-me') return { words: t('wait.assign') };
      const person = step.on === 'confirmer' ? detail.confirmer : detail.technician;
      const name = person?.name ?? role.role(step.on === 'confirmer' ? 'CHIEF' : 'TECHNICIAN');
      return { words: t(`wait.${step.action}`, { name }) };
    }
    case 'finished':
      return { words: t('end.finished') };
    case 'closed':
      return { words: t('end.closed') };
  }
}

type BehindProps = { readonly detail: Pick<CaseDetail, 'case_id' | 'report_behind' | 'can_edit_reading'> };

/** Shows that what the newest report prints was edited after it; the reader can make it again. */
export function ReportBehind({ detail }: BehindProps) {
  const { t } = useTranslation('case-page');
  if (!detail.report_behind) return null;
  return (
    <NoticeBar
      tone="warning"
      title={t('report-behind')}
      actions={
        detail.can_edit_reading ? (
          <Link to={deskPath(detail.case_id)} search={{ tab: 'report' }}>
            {t('report-behind.open')}
          </Link>
        ) : undefined
      }
    />
  );
}

/** An hourglass only while somebody is waited for. */
const iconOf = {
  act: HourglassMediumIcon,
  owed: HourglassMediumIcon,
  wait: HourglassMediumIcon,
  finished: CheckIcon,
  closed: LockIcon,
} as const;

export function StepWords({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('actions');
  const said = useStepWords(detail);
  const Icon = iconOf[detail.next_step.kind];
  const isChecked = detail.verified && checkedStatuses.some((status) => status === detail.status);
  return (
    <>
      <ReportBehind detail={detail} />
      {isChecked ? (
        <Verified>
          <CheckCircleIcon size={16} weight="fill" aria-hidden="true" />
          {t('verified-by', { name: detail.confirmer?.name ?? '' })}
        </Verified>
      ) : null}
      {said === null ? null : (
        <Line>
          <Icon size={16} aria-hidden="true" />
          <span>
            {said.head === undefined ? null : <strong>{said.head}</strong>}
            {said.words}
          </span>
        </Line>
      )}
    </>
  );
}

type HandbackProps = {
  detail: Pick<CaseDetail, 'case_id' | 'recording' | 'handback'>;
  actions?: ReactNode;
};

/** Shows who returned the case, when and why, until work on it continues; a time in the comment links to its place. */
export function HandbackNote({ detail, actions }: HandbackProps) {
  const { t } = useTranslation('actions');
  const format = useFormat();
  const nowMs = useNow();
  if (detail.handback === null) return null;
  const { action, by, at, comment } = detail.handback;
  const title = t(`back.${action}`, { name: by?.name ?? '', when: format.moment(at, nowMs) });
  return (
    <NoticeBar tone="warning" title={title} actions={actions}>
      <span lang={nameLanguage(comment)} style={{ whiteSpace: 'pre-line' }}>
        <TimedText detail={detail} text={comment} />
      </span>
    </NoticeBar>
  );
}
