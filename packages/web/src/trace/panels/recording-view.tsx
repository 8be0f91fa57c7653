/**
 * The recording of a case: three linked time scales, tools above and figures below.
 *
 * The page gives the manifest, a way to fetch tiles and, once they exist, beats, episodes and findings. It may
 * send the view somewhere through `ref`. The element carries `data-idle="true"` while nothing is fetched, decoded
 * or waits to be painted: what a screenshot waits for.
 */
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { DisclosurePanel } from './disclosure-panel.tsx';
import { FindingSteps } from './finding-steps.tsx';
import { MeasureBar } from './measure-bar.tsx';
import { nextPlace } from '../signal/findings.ts';
import type { ActiveFinding, FindingGroup } from '../signal/findings.ts';
import type { Beats, Episode, RateFigures, TrendPoint } from '../signal/reading.ts';
import type { Scene } from '../paint/scene.ts';
import { scaleHeights } from '../paint/scale-heights.ts';
import { ScaleEdgeWedge } from './scale-edge.tsx';
import { StripPanel } from './strip-panel.tsx';
import type { FetchTile, Stage } from './stage.ts';
import type { SmallStrips } from './small-strips.ts';
import { type DayOfRecording, dayOfRecording } from '../time/day-of-recording.ts';
import { passings } from '../time/written-times.ts';
import { disclosureLines, msAt } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { Place } from '../time/place.ts';
import { ToolBar } from './tool-bar.tsx';
import { TrendPanel } from './trend-panel.tsx';
import { rateFigures } from '../paint/trend-picture.ts';
import { useCalibration } from './use-calibration.ts';
import { useFrameSize } from './use-frame-size.ts';
import { useRecordingKeys } from './use-recording-keys.ts';
import { useStage } from './use-stage.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { useStored } from '../../platform/use-stored.ts';
import { across, middleOf, stripSpan } from '../time/view.ts';

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
  /** Brings an episode to the middle of the strip, a long one by its onset. */
  readonly show: (place: SampleSpan) => void;
  /** The samples on the strip now. */
  readonly strip: () => { readonly start: number; readonly end: number };
  readonly whenIdle: () => Promise<void>;
  readonly small: SmallStrips;
  readonly sampling_hz: number;
  /** Time of day in the hospital's time zone. */
  readonly timeOf: (sample: number) => string;
  /** Which day of a recording of more than one, counted from 1, and its date; null on a single day's. */
  readonly dayOf: (sample: number) => DayOfRecording | null;
  /** The samples at which it passed a time of day, in milliseconds after midnight. */
  readonly passings: (timeMs: number) => readonly number[];
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
  /** By rank. */
  readonly groups?: readonly FindingGroup[] | undefined;
  readonly active?: ActiveFinding | undefined;
  /** Another finding is read: by key, chip or step. The page brings the strip there with `ref`. */
  readonly onFinding?: ((kind: string, index: number) => void) | undefined;
  /** Where the view opens, as the address says; read once. */
  readonly place?: Place | undefined;
  /** The reader's place has changed and the hand has rested. */
  readonly onPlace?: ((place: Place) => void) | undefined;
  /** The user may switch single-letter keys off. */
  readonly singleKeys?: boolean | undefined;
  /** How the user shares the height between the scales, and what tells of a change; absent on both: as usual. */
  readonly split?: ScalesPreference | undefined;
  readonly onSplit?: ((split: ScalesPreference | undefined) => void) | undefined;
  readonly onAddStrip?: ((start: number, end: number) => void) | undefined;
  readonly actions?: ReactNode;
  readonly ref?: Ref<RecordingHandle> | undefined;
};

const none: readonly FindingGroup[] = [];
const noneActive: ActiveFinding = { kind: null, index: -1 };

/** Brings a place to the middle of the strip. */
function showPlace(stage: Stage, { start, end }: SampleSpan): void {
  const wide = across(stage.frame(), stage.view.get().speed);
  // A long episode is shown from its onset; the beats before it tell what it broke.
  const isLong = end - start > wide * 0.6;
  stage.dispatch({ kind: 'centre', sample: isLong ? start + wide / 3 : (start + end) / 2 });
}

/** Steps through the places of the kind that is read. */
function useFindingSteps(
  stage: Stage,
  { groups = none, active = noneActive, onFinding }: RecordingViewProps,
) {
  const go = (kind: string | null, last: number, by: -1 | 1): void => {
    const group = groups.find((one) => one.kind === kind);
    if (group === undefined || kind === null) return;
    const index = nextPlace(group.places, last, middleOf(stage.view.get(), stage.frame()), by);
    if (index >= 0) onFinding?.(kind, index);
  };
  return {
    step: (by: -1 | 1) => go(active.kind, active.index, by),
    choose: (kind: string) => {
      const first = kind === active.kind ? active.index : -1;
      const group = groups.find((one) => one.kind === kind);
      if (first >= 0) go(kind, first, 1);
      else if (group !== undefined && group.places.starts.length > 0) onFinding?.(kind, 0);
    },
  };
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
  readonly onKind: (kind: string) => void;
};

/** Trend and full disclosure, each with its wedge to the scale below. */
function WideScales({ props, stage, scene, heightPx, narrow, colours, onKind }: WideScalesProps) {
  const recordingLines = disclosureLines(scene.clock, narrow ? 15_000 : 60_000).count;
  const room = { totalPx: heightPx, narrow, recordingLines };
  const heights = scaleHeights(room, props.split);
  const { onSplit } = props;
  const split = narrow || onSplit === undefined ? undefined : { room, heights, onSplit };
  return (
    <>
      <TrendPanel
        stage={stage}
        colours={colours}
        groups={props.groups ?? none}
        kind={props.active?.kind ?? null}
        heightPx={heights.trend}
        fromBeats={props.trend !== undefined || props.beats !== undefined}
        known={rateFigures(scene) !== null}
        waits={props.trendWaits ?? false}
        onKind={onKind}
      />
      <ScaleEdgeWedge stage={stage} edge="trend" colours={colours} split={split} />
      <DisclosurePanel
        stage={stage}
        scene={scene}
        colours={colours}
        heightPx={heights.disclosure}
        narrow={narrow}
      />
      <ScaleEdgeWedge stage={stage} edge="disclosure" colours={colours} split={split} />
    </>
  );
}

function Scales(parts: ScalesProps) {
  const { props, stage, scene, narrow } = parts;
  const { groups = none, active = noneActive } = props;
  const colours = useTraceColours();
  const textId = useId();
  const steps = useFindingSteps(stage, props);
  const { calibration, calibrate } = useStageMeasures(stage, narrow);
  const [calibrating, setCalibrating] = useState(false);
  const alone = useStored(stage.view, (view) => view.alone);
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
        <FindingSteps
          groups={groups}
          active={active}
          colours={colours}
          onStep={steps.step}
          onKind={steps.choose}
        />
      }
      actions={props.actions}
    />
  );
  return (
    <>
      {!narrow && bar}
      {!alone && <WideScales {...parts} colours={colours} onKind={steps.choose} />}
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

export default function RecordingView({ ref, ...props }: RecordingViewProps) {
  const { t } = useTranslation('trace');
  const { calibration } = useCalibration();
  const { stage, scene } = useStage(props, calibration !== null);
  const [frame, size] = useFrameSize();
  const marked = useIdleMark(stage);
  useImperativeHandle(
    ref,
    () => ({
      goTo: (sample) => stage.dispatch({ kind: 'centre', sample }),
      show: (place) => showPlace(stage, place),
      strip: () => stripSpan(stage.view.get(), stage.frame()),
      whenIdle: stage.whenIdle,
      small: stage.small,
      sampling_hz: scene.clock.sampling_hz,
      timeOf: (sample) => scene.wall.second(msAt(scene.clock, sample)),
      dayOf: (sample) => dayOfRecording(scene.clock, scene.wall, sample),
      passings: (timeMs) => passings(scene.clock, scene.wall, timeMs),
    }),
    [stage, scene.clock, scene.wall],
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
