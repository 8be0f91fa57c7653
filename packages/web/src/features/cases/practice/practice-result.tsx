/** Shows the score of the practice reading against the known truth, beside the score of the analysis alone. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { PracticeRecording } from '@rhythmdesk/ecg/synth/practice-recording';
import { type FoundShare, practiceScore, type PracticeScore } from '@rhythmdesk/ecg/scoring/practice-score';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import {
  createReadingFigures,
  readFindings,
  type ReadFinding,
} from '@rhythmdesk/ecg/reading/reading-figures';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { ComponentType, ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useStored } from '../../../platform/use-stored.ts';
import type { Desk } from '../desk/session/use-desk.ts';
import type { ShownReading } from '../reading/reading-state.ts';
import type { PracticeStores } from './practice-progress.ts';
import { practiceSteps } from './practice-steps.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: textSize.small,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '4px 2px', textAlign: 'right', fontWeight: 400 },
  '& th:first-of-type': { textAlign: 'left' },
  '& thead th': { color: theme.vars.palette.text.secondary, verticalAlign: 'bottom' },
  '& tr': { borderBottom: `1px solid ${theme.vars.palette.line.hair}` },
}));
const Missed = styled('ul')({ margin: 0, paddingLeft: 18, fontSize: textSize.small });
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 'auto' });

const rows = ['beats', 'v', 's', 'af', 'vt', 'pauses'] as const satisfies readonly (keyof PracticeScore)[];

const standing = (findings: readonly ReadFinding[]) =>
  findings
    .filter(({ state }) => state !== 'rejected')
    .map(({ kind, start_sample, end_sample }) => ({ kind, start: start_sample, end: end_sample }));

/** Returns the score of the analysis before any edit. */
function machineScore({ truth, analysis, sampling_hz }: PracticeRecording): PracticeScore {
  const reading = applyEdits(analysis, []);
  const summary = createReadingFigures()(reading, { criteria: defaultCriteria, engine_version: '' });
  return practiceScore(truth, analysis.beats, standing(readFindings(summary, reading)), sampling_hz);
}

export function readerScore(shown: ShownReading, { truth, sampling_hz }: PracticeRecording): PracticeScore {
  const beats = { samples: shown.beats.sample, classes: shown.beats.class };
  return practiceScore(truth, beats, standing(shown.findings), sampling_hz);
}

/** Writes a percentage that is never rounded up: only a complete result is 100 %. */
const whole = (share: number): number => Math.floor(share * 100 + 1e-6) / 100;

function Shares({
  name,
  own,
  machine,
}: {
  readonly name: string;
  readonly own: FoundShare;
  readonly machine: FoundShare;
}) {
  const format = useFormat();
  const said = (share: number | null): string => (share === null ? '–' : format.percent(whole(share), 0));
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{said(own.sensitivity)}</td>
      <td>{said(own.predictivity)}</td>
      <td>{said(machine.sensitivity)}</td>
      <td>{said(machine.predictivity)}</td>
    </tr>
  );
}

function Scores({ own, machine }: { readonly own: PracticeScore; readonly machine: PracticeScore }) {
  const { t } = useTranslation('practice');
  return (
    <Table>
      <thead>
        <tr>
          <td />
          <th scope="colgroup" colSpan={2}>
            {t('score.own')}
          </th>
          <th scope="colgroup" colSpan={2}>
            {t('score.machine')}
          </th>
        </tr>
        <tr>
          <th scope="col">{t('score.of')}</th>
          <th scope="col">{t('score.found')}</th>
          <th scope="col">{t('score.right')}</th>
          <th scope="col">{t('score.found')}</th>
          <th scope="col">{t('score.right')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Shares key={row} name={t(`score.${row}`)} own={own[row]} machine={machine[row]} />
        ))}
      </tbody>
    </Table>
  );
}

type ResultProps = {
  readonly desk: Desk;
  readonly practice: PracticeRecording;
  readonly stores: PracticeStores;
  readonly onLeave: () => void;
  readonly onAgain: () => void;
  readonly frame: ComponentType<{ readonly children: ReactNode; readonly 'aria-label': string }>;
};

export function PracticeResult({ desk, practice, stores, onLeave, onAgain, frame: Frame }: ResultProps) {
  const { t } = useTranslation('practice');
  const format = useFormat();
  const { done, spent_s } = useStored(stores.progress);
  const machine = useMemo(() => machineScore(practice), [practice]);
  const { shown } = desk;
  const own = useMemo(
    () => (shown === null ? machine : readerScore(shown, practice)),
    [shown, practice, machine],
  );
  const missed = practiceSteps.filter((step) => !done.includes(step));
  const goOn = (): void => stores.progress.set({ ...stores.progress.get(), finished: false, skipped: [] });
  return (
    <Frame aria-label={t('score.title')}>
      <Typography variant="h3" component="h2">
        {t('score.title')}
      </Typography>
      <Typography variant="h2" component="p">
        {format.percent(whole(own.total), 0)}
      </Typography>
      <p>{t('score.lead', { machine: format.percent(whole(machine.total), 0) })}</p>
      <p>{t('score.time', { minutes: format.number(Math.max(1, Math.round(spent_s / 60))) })}</p>
      <Scores own={own} machine={machine} />
      <p>
        {t('score.steps', { done: format.number(done.length), total: format.number(practiceSteps.length) })}
      </p>
      {missed.length === 0 ? null : (
        <Missed aria-label={t('score.missed')}>
          {missed.map((step) => (
            <li key={step}>{t(`step.${step}`)}</li>
          ))}
        </Missed>
      )}
      <Foot>
        {missed.length === 0 ? null : (
          <Button size="small" variant="outlined" onClick={goOn}>
            {t('go-on')}
          </Button>
        )}
        <Button size="small" variant="outlined" onClick={onAgain}>
          {t('again')}
        </Button>
        <Button size="small" variant="contained" onClick={onLeave}>
          {t('leave')}
        </Button>
      </Foot>
    </Frame>
  );
}
