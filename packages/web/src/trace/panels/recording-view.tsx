/**
 * The recording of a case: three linked time scales, tools above and figures below.
 *
 * The page gives the manifest, a way to fetch tiles and, once they exist, beats, episodes and findings. It may
 * send the view somewhere through `ref`. The element carries `data-idle="true"` while nothing is fetched, decoded
 * or waits to be painted: what a screenshot waits for.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { DisclosurePanel } from './disclosure-panel.tsx';
import { FindingSteps, findingFrom } from './finding-steps.tsx';
import { MeasureBar } from './measure-bar.tsx';
import type { Beats, Episode, Finding, RateFigures, TrendPoint } from '../signal/reading.ts';
import type { Scene } from '../paint/scene.ts';
import { scaleHeights } from '../paint/scale-heights.ts';
import { StripPanel } from './strip-panel.tsx';
import type { FetchTile, Stage } from './stage.ts';
import { disclosureLines } from '../time/time-scale.ts';
import { ToolBar } from './tool-bar.tsx';
import { TrendPanel } from './trend-panel.tsx';
import { rateFigures } from '../paint/trend-picture.ts';
import { useCalibration } from './use-calibration.ts';
import { useFrameSize } from './use-frame-size.ts';
import { useRecordingKeys } from './use-recording-keys.ts';
import { useStage } from './use-stage.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { across, stripSpan } from '../time/view-state.ts';
import { Wedge } from './wedge.tsx';

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minWidth: 0,
  minHeight: 0,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.surface.s1,
}));

export type RecordingHandle = {
  /** Brings a sample to the middle of the strip. */
  readonly goTo: (sample: number) => void;
  /** The samples on the strip now. */
  readonly strip: () => { readonly start: number; readonly end: number };
  readonly whenIdle: () => Promise<void>;
};

export type RecordingViewProps = {
  readonly manifest: RecordingManifest;
  readonly fetchTile: FetchTile;
  /** Rates from the analysis; without them they come from `beats`, else from the device's hourly count. */
  readonly trend?: readonly TrendPoint[] | undefined;
  /** The analysis's own lowest, mean and highest rate, named beside the trend. */
  readonly rates?: RateFigures | undefined;
  /** The analysis is being fetched: no rate is drawn until it is known whose it is. */
  readonly trendWaits?: boolean | undefined;
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
  /** In order of time. */
  readonly findings?: readonly Finding[] | undefined;
  readonly startSample?: number | undefined;
  /** The user may switch single-letter keys off. */
  readonly singleKeys?: boolean | undefined;
  readonly onAddStrip?: ((start: number, end: number) => void) | undefined;
  readonly actions?: ReactNode;
  readonly ref?: Ref<RecordingHandle> | undefined;
};

const none: readonly Finding[] = [];

/** Steps through the findings and brings each to the middle of the strip. */
function useFindingSteps(stage: Stage, findings: readonly Finding[]) {
  const [current, setCurrent] = useState(-1);
  const show = (index: number): void => {
    const finding = findings[index];
    if (finding === undefined) return;
    setCurrent(index);
    const wide = across(stage.frame(), stage.view.get().speed);
    // A long episode is shown from its onset; the beats before it tell what it broke.
    const middle = (finding.start_sample + finding.end_sample) / 2;
    const long = finding.end_sample - finding.start_sample > wide * 0.6;
    stage.dispatch({ kind: 'centre', sample: long ? finding.start_sample + wide / 6 : middle });
  };
  const step = (by: -1 | 1): void => {
    const wide = across(stage.frame(), stage.view.get().speed);
    const from = findings[current]?.start_sample ?? stage.view.get().start + wide / 2;
    show(findingFrom(findings, from, by));
  };
  const nextOfKind = (kind: Finding['kind']): void => {
    const after = findings.findIndex((one, index) => index > current && one.kind === kind);
    show(after >= 0 ? after : findings.findIndex((one) => one.kind === kind));
  };
  return { current, step, nextOfKind };
}

/** Marks the element while something is under way. */
function useIdleMark(stage: Stage): Ref<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let turns = 0;
    return stage.painter.add(() => {
      turns += 1;
      const turn = turns;
      if (ref.current) ref.current.dataset['idle'] = 'false';
      void stage.whenIdle().then(() => {
        if (turn === turns && ref.current && stage.ready()) ref.current.dataset['idle'] = 'true';
      });
    });
  }, [stage]);
  return ref;
}

type ScalesProps = {
  readonly props: Omit<RecordingViewProps, 'ref'>;
  readonly stage: Stage;
  readonly scene: Scene;
  readonly heightPx: number;
  readonly narrow: boolean;
};

/** Hands the strip's span to the page, where it takes strips. */
function useAddStrip(stage: Stage, onAddStrip: RecordingViewProps['onAddStrip']): (() => void) | undefined {
  return useMemo(() => {
    if (onAddStrip === undefined) return undefined;
    return () => {
      const { start, end } = stripSpan(stage.view.get(), stage.frame());
      onAddStrip(start, end);
    };
  }, [stage, onAddStrip]);
}

/** The measured screen and the page's width, told to the stage. */
function useStageMeasures(stage: Stage, narrow: boolean) {
  const measured = useCalibration();
  const { calibration } = measured;
  useEffect(() => {
    stage.sizes.set({ ...stage.sizes.get(), narrow, calibration });
  }, [stage, narrow, calibration]);
  return measured;
}

type WideScalesProps = ScalesProps & {
  readonly colours: TraceColours;
  readonly onKind: (kind: Finding['kind']) => void;
};

/** Trend and full disclosure, each with its wedge to the scale below. */
function WideScales({ props, stage, scene, heightPx, narrow, colours, onKind }: WideScalesProps) {
  const lines = disclosureLines(scene.clock, narrow ? 15_000 : 60_000).count;
  const heights = scaleHeights(heightPx, narrow, lines);
  return (
    <>
      <TrendPanel
        stage={stage}
        colours={colours}
        findings={props.findings ?? none}
        heightPx={heights.trend}
        fromBeats={props.trend !== undefined || props.beats !== undefined}
        known={rateFigures(scene) !== null}
        waits={props.trendWaits ?? false}
        onKind={onKind}
      />
      <Wedge stage={stage} from="trend" colours={colours} />
      <DisclosurePanel
        stage={stage}
        scene={scene}
        colours={colours}
        heightPx={heights.disclosure}
        narrow={narrow}
      />
      <Wedge stage={stage} from="disclosure" colours={colours} />
    </>
  );
}

function Scales(parts: ScalesProps) {
  const { props, stage, scene, narrow } = parts;
  const { findings = none } = props;
  const colours = useTraceColours();
  const textId = useId();
  const steps = useFindingSteps(stage, findings);
  const { calibration, calibrate } = useStageMeasures(stage, narrow);
  const [calibrating, setCalibrating] = useState(false);
  const addStrip = useAddStrip(stage, props.onAddStrip);
  useRecordingKeys(stage, { singleKeys: props.singleKeys ?? true, onFinding: steps.step, onStrip: addStrip });
  const bar = (
    <ToolBar
      stage={stage}
      scene={scene}
      narrow={narrow}
      onCalibrate={() => setCalibrating(true)}
      onAddStrip={addStrip}
      findings={
        <FindingSteps findings={findings} current={steps.current} colours={colours} onStep={steps.step} />
      }
      actions={props.actions}
    />
  );
  return (
    <>
      {!narrow && bar}
      <WideScales {...parts} colours={colours} onKind={steps.nextOfKind} />
      {narrow && bar}
      <StripPanel stage={stage} scene={scene} colours={colours} describedBy={textId} />
      <MeasureBar stage={stage} scene={scene} id={textId} narrow={narrow} />
      <CalibrationDialog
        open={calibrating}
        calibration={calibration}
        onClose={() => setCalibrating(false)}
        onKeep={calibrate}
      />
    </>
  );
}

export function RecordingView({ ref, ...props }: RecordingViewProps) {
  const { t } = useTranslation('trace');
  const { calibration } = useCalibration();
  const { stage, scene } = useStage(props, calibration !== null);
  const [frame, size] = useFrameSize();
  const marked = useIdleMark(stage);
  useImperativeHandle(
    ref,
    () => ({
      goTo: (sample) => stage.dispatch({ kind: 'centre', sample }),
      strip: () => stripSpan(stage.view.get(), stage.frame()),
      whenIdle: stage.whenIdle,
    }),
    [stage],
  );
  return (
    <Frame ref={frame} role="region" aria-label={t('region')}>
      <div ref={marked} style={{ display: 'contents' }} data-idle="false">
        {size !== null && (
          <Scales props={props} stage={stage} scene={scene} heightPx={size.heightPx} narrow={size.narrow} />
        )}
      </div>
    </Frame>
  );
}

export default RecordingView;
