/** Shows the selected critical finding: strip, confirm or reject, whom to call, who acknowledged, what happened. */
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { CriticalDetail, CriticalFinding } from '@rhythmdesk/contract/critical';
import { Link } from '@tanstack/react-router';
import {
  ArrowLeftIcon,
  ArrowUpRightIcon,
  CaretDownIcon,
  CaretUpIcon,
  CheckIcon,
} from '@phosphor-icons/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { criticalKeys } from '../actions/critical-keys.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { CriticalTag } from '../badges/critical-tag.tsx';
import { PatientName } from '../badges/patient-name.tsx';
import { useLiveWork } from '../model/use-live-work.ts';
import { casePath } from '../model/list-trail.ts';
import { callOrder } from './call-order.ts';
import { ContactsDialog } from './contacts-dialog.tsx';
import { EscalationList } from './escalation-list.tsx';
import { FindingStrip } from './place-strip.tsx';
import { NotifyHospital } from './notify-hospital.tsx';
import { type CriticalActs, useCriticalActs } from './use-critical-acts.ts';
import { useCriticalWords, useStepWords } from '../badges/use-critical-words.ts';
import { listKeys } from '../../../ui/list/list-keys.ts';

const Pane = styled('aside')(({ theme }) => ({
  minHeight: 0,
  overflowY: 'auto',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('lg')]: { borderLeft: 0 },
}));
const Head = styled('div')(({ theme }) => ({
  padding: '12px 16px',
  '& > div': { display: 'flex', alignItems: 'center', gap: 8, flexWrap: 'wrap', minHeight: 28 },
  '& .id': { ...theme.typography.mono, color: theme.vars.palette.text.secondary },
  '& .space': { flex: 1 },
  '& .name': { fontSize: textSize.section },
  '& small': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const PlaceSection = styled('section')(({ theme }) => ({
  padding: '11px 16px 12px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& header': { display: 'flex', alignItems: 'baseline', gap: 8, marginBottom: 8, flexWrap: 'wrap' },
  '& h2': { margin: 0, fontSize: textSize.body, fontWeight: 600 },
  '& small': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& header a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 24,
    marginLeft: 'auto',
    fontSize: textSize.small,
    fontWeight: 500,
    color: theme.vars.palette.primary.main,
  },
}));
const Judge = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 8,
  marginTop: 10,
  '& small': { gridColumn: '1 / -1' },
});

function JudgeButtons({ detail, acts }: { detail: CriticalDetail; acts: CriticalActs }) {
  const { t } = useTranslation('critical');
  const stepOf = useStepWords();
  const { state, judged_by: judge } = detail;
  const mayJudge = detail.acts.includes('confirm') || detail.acts.includes('refute');
  if (!mayJudge && judge === null) return null;
  if (!mayJudge)
    return (
      <Judge>
        <small>{stepOf(detail).note}</small>
      </Judge>
    );
  const isTrue = state === 'confirmed';
  return (
    <Judge>
      <Button
        variant={isTrue ? 'contained' : 'outlined'}
        aria-pressed={isTrue}
        disabled={acts.busy || !(isTrue || detail.acts.includes('confirm'))}
        startIcon={isTrue ? <CheckIcon size={16} aria-hidden="true" /> : null}
        onClick={() => (isTrue ? undefined : acts.run('confirm'))}
      >
        {t('act.confirm')}{' '}
        <KeyCap name={criticalKeys['critical-confirm'].keys[0]} command="critical-confirm" />
      </Button>
      <Button
        variant="outlined"
        aria-pressed={state === 'false'}
        disabled={acts.busy || !detail.acts.includes('refute')}
        onClick={() => acts.run('refute')}
      >
        {t('act.refute')} <KeyCap name={criticalKeys['critical-refute'].keys[0]} command="critical-refute" />
      </Button>
      {judge === null ? null : <small>{t('note.judged', { name: judge.name })}</small>}
    </Judge>
  );
}

function usePaneKeys(detail: CriticalDetail, acts: CriticalActs): void {
  const { t } = useTranslation('critical');
  const [first] = callOrder(detail.contacts);
  const call = (): void => {
    if (first !== undefined) acts.run('call', { contact: first.name, way: 'telephone' });
  };
  const toForm = (): void => document.querySelector<HTMLInputElement>('[data-acknowledge]')?.focus();
  const runs = [
    ['confirm', () => acts.run('confirm')],
    ['refute', () => acts.run('refute')],
    ['call', call],
    ['acknowledge', toForm],
    ['escalate', () => acts.run('escalate')],
  ] as const;
  useCommands(
    runs.map(([act, run]) => {
      const id = `critical-${act}` as const;
      const title = t(`act.${act}`);
      const when = (): boolean => detail.acts.includes(act);
      return { id, keys: criticalKeys[id].keys, title, footer: true, once: true, run, when };
    }),
  );
}

export type Steps = { readonly onStep: (by: 1 | -1) => void; readonly onClose: (() => void) | null };

function PaneHead({ finding, steps, end }: { finding: CriticalFinding; steps: Steps; end: ReactNode }) {
  const { t } = useTranslation('critical');
  const { hn_id, hospital, due_at, ended_at } = finding;
  return (
    <Head>
      <div>
        {steps.onClose === null ? null : (
          <IconButton name={t('back')} onClick={steps.onClose}>
            <ArrowLeftIcon size={18} aria-hidden="true" />
          </IconButton>
        )}
        <span className="id">{hn_id}</span>
        {ended_at === null ? <CriticalTag due_at={due_at} /> : null}
        <span className="space" />
        <IconButton
          name={t('key.previous')}
          keyName={listKeys['list-up'].keys[0]}
          command="list-up"
          onClick={() => steps.onStep(-1)}
        >
          <CaretUpIcon size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          name={t('key.next')}
          keyName={listKeys['list-down'].keys[0]}
          command="list-down"
          onClick={() => steps.onStep(1)}
        >
          <CaretDownIcon size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="name">
        <PatientName row={finding} />
        <span className="space" />
        {end}
      </div>
      <small lang={nameLanguage(hospital.name)}>{hospital.name}</small>
    </Head>
  );
}

function Opened({ detail, steps }: { detail: CriticalDetail; steps: Steps }) {
  const { t } = useTranslation('critical');
  const acts = useCriticalActs(detail.finding_id);
  const wordsOf = useCriticalWords();
  const [isChanging, setChanging] = useState(false);
  usePaneKeys(detail, acts);
  const { title, figure, at } = wordsOf(detail);
  const escalate = detail.acts.includes('escalate') && detail.next_level !== null;
  return (
    <>
      <PaneHead
        finding={detail}
        steps={steps}
        end={
          escalate ? (
            <Button size="small" disabled={acts.busy} onClick={() => acts.run('escalate')}>
              {t('act.escalate')}{' '}
              <KeyCap name={criticalKeys['critical-escalate'].keys[0]} command="critical-escalate" quiet />
            </Button>
          ) : null
        }
      />
      <PlaceSection>
        <header>
          <h2>{title}</h2>
          <small>
            {figure} · {at}
          </small>
          <Link to={casePath(detail.case_id)}>
            {t('open-case')} <ArrowUpRightIcon size={14} aria-hidden="true" />
          </Link>
        </header>
        <FindingStrip finding={detail} height={40} mmPerMv={10} leads={2} label={title} />
        <small>{t('paper')}</small>
        {detail.places > 1 ? <small> · {t('places', { count: detail.places })}</small> : null}
        <JudgeButtons detail={detail} acts={acts} />
      </PlaceSection>
      <NotifyHospital detail={detail} acts={acts} onContacts={() => setChanging(true)} />
      <EscalationList detail={detail} />
      {isChanging ? <ContactsDialog detail={detail} onClose={() => setChanging(false)} /> : null}
    </>
  );
}

export function CriticalPane({ finding_id, steps }: { finding_id: number; steps: Steps }) {
  const { t } = useTranslation('critical');
  const { data: answered, error, retry } = useLiveWork(callQuery('criticalFinding', { finding_id }));
  // The previous finding is not shown as a placeholder: actions apply to the displayed finding.
  const data = answered?.finding_id === finding_id ? answered : undefined;
  return (
    <Pane aria-label={t('pane')}>
      {data === undefined && error !== null ? <ErrorState error={error} onRetry={retry} /> : null}
      {data === undefined && error === null ? <Skeleton variant="rectangular" height={240} /> : null}
      {data === undefined ? null : <Opened key={finding_id} detail={data} steps={steps} />}
    </Pane>
  );
}
