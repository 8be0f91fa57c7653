/** Shows the tool bar of the recording: paper speed, gain, filter, leads, calipers, strips, findings. */
import { styled } from '@mui/material/styles';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../platform/use-stored.ts';
import { BarLine } from './bar-parts.tsx';
import {
  AddStripButton,
  AloneButton,
  CalibrateButton,
  GainRow,
  MeasureButton,
  Menus,
  SettingsMenu,
  SpeedRow,
} from './bar-tools.tsx';
import { HeadSpace } from './panel-head.tsx';
import type { Stage } from './stage.ts';

/** On a phone it is a single row: the heights of the scales depend on that. */
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 10px',
  '&[data-compact="true"]': { gap: 4 },
  '&[data-tight="true"]': { flexWrap: 'nowrap' },
  '&[data-narrow="true"]': { flexWrap: 'nowrap', gap: 2, padding: '4px 8px' },
  minHeight: 40,
  flex: 'none',
  padding: '4px 12px',
  backgroundColor: theme.vars.palette.surface.s1,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));

export type ToolBarProps = {
  readonly stage: Stage;
  readonly manifest: RecordingManifest;
  readonly narrow: boolean;
  /** Rarely changed settings are in one menu. */
  readonly compact: boolean;
  readonly onCalibrate: () => void;
  readonly onAddStrip?: (() => void) | undefined;
  /** Buttons for the previous and next finding. */
  readonly findings: ReactNode;
  /** Actions that the page adds at the right end. */
  readonly actions?: ReactNode;
};

function NarrowTools({ stage, manifest, onCalibrate, findings, actions }: ToolBarProps) {
  return (
    <>
      {findings}
      <HeadSpace />
      {actions}
      <SettingsMenu {...{ stage, manifest, onCalibrate }} sizePx={20} />
      <MeasureButton stage={stage} small />
    </>
  );
}

type WideToolsProps = ToolBarProps & {
  /** Rarely changed settings are in one menu. */
  readonly folded: boolean;
  /** Texts beside icons move to tooltips, so that everything fits in one row. */
  readonly tight: boolean;
};

function WideTools(props: WideToolsProps) {
  const { stage, manifest, compact, folded, tight, onCalibrate, onAddStrip, findings, actions } = props;
  return (
    <>
      <SpeedRow stage={stage} />
      {folded ? (
        <SettingsMenu {...{ stage, manifest, onCalibrate }} sizePx={18} />
      ) : (
        <>
          <GainRow stage={stage} />
          <BarLine />
          <Menus {...{ stage, manifest }} />
          <BarLine />
        </>
      )}
      <MeasureButton stage={stage} small={tight} sizePx={18} />
      <AddStripButton {...{ onAddStrip, tight }} />
      {compact ? null : <AloneButton stage={stage} />}
      {folded ? null : <CalibrateButton onCalibrate={onCalibrate} />}
      <HeadSpace />
      {findings}
      {actions}
    </>
  );
}

/** Below this width a bar with all its texts needs two rows; above the lower bound it fits in one row without them. */
const tightPx = { from: 700, to: 1060 } as const;
/** Below this width the settings are in one menu everywhere, so that Accept and Reject stay in the first row. */
const foldedPx = 1240;
/** Height of two rows. A bar that needs them keeps them while it has few tools, so that the page does not jump. */
const twoRowsPx = 72;

export function ToolBar(props: ToolBarProps) {
  const { stage, narrow, compact } = props;
  const widthPx = useStored(stage.sizes, ({ strip }) => strip.widthPx);
  const folded = !narrow && (compact || (widthPx > 0 && widthPx < foldedPx));
  const tight = folded && widthPx >= tightPx.from && widthPx < tightPx.to;
  const isLow = compact && folded && widthPx > 0 && widthPx < tightPx.from;
  const { t } = useTranslation('trace');
  return (
    <Bar
      role="toolbar"
      aria-label={t('region')}
      data-narrow={narrow}
      data-compact={compact}
      data-tight={tight}
      style={isLow ? { minHeight: twoRowsPx } : undefined}
    >
      {narrow ? <NarrowTools {...props} /> : <WideTools {...props} {...{ folded, tight }} />}
    </Bar>
  );
}
