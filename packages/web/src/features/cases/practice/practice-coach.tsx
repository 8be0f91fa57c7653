/**
 * Shows the coach beside the desk of the practice: the current step, the completed steps, and at the end the score of
 * the reading.
 */
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { PracticeRecording } from '@rhythmdesk/ecg/synth/practice-recording';
import { CheckCircleIcon, CircleIcon, MinusCircleIcon } from '@phosphor-icons/react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { useKeyNamer } from '../../../ui/keys/key-names.ts';
import { useStripPlace } from '../analysis/strip-place.tsx';
import { plotSelectionOf } from '../desk/plots/plot-selection.ts';
import type { Desk } from '../desk/session/use-desk.ts';
import { useDeskView } from '../desk/session/desk-views.ts';
import { useReadingState } from '../reading/reading-context.tsx';
import { type PracticeStores, stepOf, withDone } from './practice-progress.ts';
import { isReadFor, isStepDone, placeOf, type PracticeStep, practiceSteps, tabOf } from './practice-steps.ts';
import { PracticeResult } from './practice-result.tsx';

const Panel = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  flex: 'none',
  width: 304,
  minHeight: 0,
  padding: 16,
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '& p': { margin: 0 },
}));
const Now = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: 12,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: theme.vars.palette.card,
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
}));
const Steps = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: textSize.small,
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 26 },
  '& li[aria-current]': { fontWeight: 600 },
  '& .done': { color: theme.vars.palette.success.main },
  '& .open': { color: theme.vars.palette.text.secondary },
}));
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 'auto' });

/** Time counts while the page is visible. */
const countS = 5;

function useSpent({ progress }: PracticeStores): void {
  useEffect(() => {
    const timer = setInterval(() => {
      const now = progress.get();
      if (document.visibilityState !== 'visible' || now.finished) return;
      progress.set({ ...now, spent_s: now.spent_s + countS });
    }, countS * 1000);
    return () => clearInterval(timer);
  }, [progress]);
}

/** Completes steps by what the reading shows, in any order. */
function useAdvancing(
  desk: Desk,
  practice: PracticeRecording,
  { progress, conclusion: written }: PracticeStores,
): void {
  const reading = useReadingState();
  const [tab] = useDeskView();
  const taken = useStored(plotSelectionOf(desk)) !== null;
  const conclusion = useStored(written, ({ text }) => text);
  const { view, shown } = desk;
  const log = reading?.log;
  const look = useEffectEvent(() => {
    if (shown === null || log === undefined) return;
    const undone = log.some(({ edit }) => edit.kind === 'undo');
    const now = { shown, tab, undone, taken, conclusion, turned: (view?.page() ?? 0) > 0 };
    const seen = practiceSteps.filter((step) => isStepDone(step, now, practice));
    progress.set(withDone(progress.get(), seen));
  });
  useEffect(() => look(), [shown, tab, taken, conclusion, log]);
  useEffect(() => view?.onMoved(() => look()), [view]);
}

function useShowing(desk: Desk, practice: PracticeRecording): (step: PracticeStep) => void {
  const strip = useStripPlace();
  const [, showTab] = useDeskView();
  return (step) => {
    // The next key press belongs to the desk, not to this button.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    showTab(tabOf(step));
    const place = placeOf(step, practice);
    if (place === null) return;
    const item = desk.groups
      .flatMap(({ items }) => [...items])
      .find((one) => one.of === 'episode' && isReadFor(step, one.finding, practice));
    if (item === undefined) strip.showSpan(place);
    else desk.open(item);
    if (step === 'relabel') desk.view?.select({ anchor: place.start, focus: place.start });
  };
}

function StepList({ stores }: { readonly stores: PracticeStores }) {
  const { t } = useTranslation('practice');
  const progress = useStored(stores.progress);
  const now = stepOf(progress);
  return (
    <Steps aria-label={t('steps')}>
      {practiceSteps.map((step) => {
        const state = progress.done.includes(step)
          ? 'done'
          : progress.skipped.includes(step)
            ? 'skipped'
            : 'open';
        const Icon = { done: CheckCircleIcon, skipped: MinusCircleIcon, open: CircleIcon }[state];
        return (
          <li key={step} aria-current={step === now ? 'step' : undefined}>
            <Icon
              size={15}
              role="img"
              aria-label={t(`state.${state}`)}
              className={state === 'done' ? 'done' : 'open'}
            />
            {t(`step.${step}`)}
          </li>
        );
      })}
    </Steps>
  );
}

/** Returns the keys that a step mentions, with the user's custom keys. */
function useStepKeys() {
  const nameOf = useKeyNamer();
  return {
    accept: nameOf('⏎', 'accept'),
    reject: nameOf('Del', 'reject'),
    onset: nameOf('[', 'onset-earlier'),
    s: nameOf('S', 'name-s'),
    v: nameOf('V', 'name-v'),
    undo: nameOf('Ctrl+Z', 'undo'),
    seen: nameOf('Space', 'seen'),
    strip: nameOf('B', 'strip'),
    templates: nameOf('2', 'tab-templates'),
    plots: nameOf('3', 'tab-plots'),
    scan: nameOf('4', 'tab-scan'),
    report: nameOf('5', 'tab-report'),
    phrase: nameOf('/', 'phrase'),
    changes: nameOf('6', 'tab-changes'),
  };
}

type CoachProps = {
  readonly desk: Desk;
  readonly practice: PracticeRecording;
  readonly stores: PracticeStores;
  readonly onLeave: () => void;
  readonly onAgain: () => void;
};

function NowStep({ step, desk, practice, stores }: CoachProps & { readonly step: PracticeStep }) {
  const { t } = useTranslation('practice');
  const keys = useStepKeys();
  const show = useShowing(desk, practice);
  const skip = (): void => {
    const now = stores.progress.get();
    stores.progress.set({ ...now, skipped: [...now.skipped, step] });
  };
  return (
    <Now aria-live="polite" aria-label={t('now')}>
      <Typography variant="subtitle2" component="h3">
        {t(`step.${step}`)}
      </Typography>
      <p>{t(`text.${step}`, keys)}</p>
      <div>
        <Button size="small" variant="contained" onClick={() => show(step)}>
          {t('show')}
        </Button>
        <Button size="small" variant="text" onClick={skip}>
          {t('skip')}
        </Button>
      </div>
    </Now>
  );
}

export function PracticeCoach(props: CoachProps) {
  const { desk, practice, stores, onLeave } = props;
  const { t } = useTranslation('practice');
  const format = useFormat();
  const progress = useStored(stores.progress);
  useSpent(stores);
  useAdvancing(desk, practice, stores);
  const step = stepOf(progress);
  const finish = (): void => stores.progress.set({ ...stores.progress.get(), finished: true });
  if (progress.finished) return <PracticeResult {...props} frame={Panel} />;
  const count = { done: format.number(progress.done.length), total: format.number(practiceSteps.length) };
  return (
    <Panel aria-label={t('title')}>
      <Typography variant="h3" component="h2">
        {t('title')}
      </Typography>
      <p>{t('lead')}</p>
      <LinearProgress
        variant="determinate"
        value={(100 * progress.done.length) / practiceSteps.length}
        aria-label={t('progress', count)}
      />
      <span>{t('progress', count)}</span>
      {step === null ? <p>{t('all-done')}</p> : <NowStep key={step} {...props} step={step} />}
      <StepList stores={stores} />
      <Foot>
        <Button size="small" variant={step === null ? 'contained' : 'outlined'} onClick={finish}>
          {t('finish')}
        </Button>
        <Button size="small" variant="text" onClick={onLeave}>
          {t('leave')}
        </Button>
      </Foot>
    </Panel>
  );
}
