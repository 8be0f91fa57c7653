/**
 * Shows the bar below the strip: the caliper measurements as text, and a description of the strip for screen readers.
 * Voltages come from raw samples, whatever filter is on.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { RulerIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { useStored } from '../../platform/use-stored.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { InViewText } from './in-view-text.tsx';
import { measureInterval, measureVoltage } from '../time/measure.ts';
import type { Scene } from '../paint/scene.ts';
import { rawAt } from '../signal/signal-reader.ts';
import type { Stage } from './stage.ts';
import type { View } from '../time/view.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 32,
  flex: 'none',
  padding: '0 12px',
  fontSize: textSize.small,
  lineHeight: '16px',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.surface.s1,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& b': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& svg': { flex: 'none' },
}));

/** Number of leads whose voltages fit. */
const shownVoltages = 3;

function voltages(scene: Scene, view: View): { label: string; mv: number | null }[] {
  const { caliper } = view;
  if (caliper === null) return [];
  return view.leads.slice(0, shownVoltages).flatMap((index) => {
    const lead = scene.manifest.leads[index];
    if (lead === undefined) return [];
    const a = rawAt(scene.source, index, caliper.a);
    const b = rawAt(scene.source, index, caliper.b);
    return a === null || b === null ? [] : [{ label: lead.label, mv: measureVoltage(lead, a, b) }];
  });
}

function Measured({ stage, scene }: { stage: Stage; scene: Scene }) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  const view = useStored(stage.view);
  useStored(stage.arrived);
  if (view.caliper === null) return null;
  const { ms, bpm } = measureInterval(scene.clock, view.caliper);
  return (
    <>
      <span>
        <b>{t('measure.ms', { ms: Math.round(ms) })}</b> {t('measure.interval')}
      </span>
      {bpm !== null && <b>{t('measure.bpm', { bpm: Math.round(bpm) })}</b>}
      {voltages(scene, view).map(({ label, mv }) => (
        <span key={label}>
          {mv === null ? t('measure.noVoltage') : <b>{t('measure.mv', { mv: format.number(mv, 2) })}</b>}{' '}
          {label}
        </span>
      ))}
      {view.leads.length > shownVoltages ? (
        <span>{t('measure.leads', { shown: shownVoltages, total: view.leads.length })}</span>
      ) : null}
      <Button
        size="small"
        variant="text"
        color={view.marching ? 'primary' : 'inherit'}
        aria-pressed={view.marching}
        sx={{ height: 24, px: '7px' }}
        onClick={() => stage.dispatch({ kind: 'march' })}
      >
        {t('measure.march')}
      </Button>
    </>
  );
}

const Notice = styled('span')(({ theme }) => ({ flex: 'none', color: theme.vars.palette.ecg.paper_text }));

export function MeasureBar({
  stage,
  scene,
  id,
  narrow,
}: {
  stage: Stage;
  scene: Scene;
  id: string;
  narrow: boolean;
}) {
  const measuring = useStored(stage.view, (view) => view.measuring);
  return (
    <Bar>
      {measuring && (
        <>
          <RulerIcon size={16} aria-hidden="true" />
          <Measured stage={stage} scene={scene} />
        </>
      )}
      {narrow && !measuring && scene.words.notice !== null && <Notice>{scene.words.notice}</Notice>}
      <InViewText stage={stage} scene={scene} id={id} hidden={narrow && measuring} />
    </Bar>
  );
}
