/**
 * Shows the recording of a case: three linked time scales, tools above and figures below.
 *
 * The page provides the manifest, a function that fetches tiles and, once they exist, beats, episodes and findings. It
 * can move the view through `ref`. The element has `data-idle="true"` while nothing is being fetched or decoded and no
 * paint is pending; screenshots wait for this.
 */
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useId, useImperativeHandle, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { FindingSteps } from './finding-steps.tsx';
import { InViewText } from './in-view-text.tsx';
import { MeasureBar } from './measure-bar.tsx';
import { nextPlace } from '../signal/findings.ts';
import type { EditedEpisode } from '../signal/edited-episode.ts';
import type { ActiveFinding, FindingGroup } from '../signal/findings.ts';
import type { Beats, Episode, RateFigures, TrendPoint } from '../signal/reading.ts';
import type { Scene } from '../paint/scene.ts';
import { lineMsOf, type PageShape } from './page-shape.ts';
import { stripLanePx } from '../paint/strip-leads.ts';
import { StripPanel } from './strip-panel.tsx';
import type { FetchTiles } from '../signal/tile-loader.ts';
import type { Stage } from './stage.ts';
import { recordingHandle } from './recording-handle.ts';
import type { RecordingHandle } from './recording-handle.ts';
import type { RecordingPlace } from '../time/place.ts';
import { ToolBar } from './tool-bar.tsx';
import type { SeenOnTrend } from './trend-panel.tsx';
import { type ScalesProps, UpperScales } from './upper-scales.tsx';
import { useCalibration } from './use-calibration.ts';
import { useFrameSize } from './use-frame-size.ts';
import { useIdleMark } from './use-idle-mark.ts';
import { useRecordingKeys } from './use-recording-keys.ts';
import { useStage } from './use-stage.ts';
import { useTraceColours } from '../paint/use-trace-colours.ts';
import { useStored } from '../../platform/use-stored.ts';
import { useNewest } from '../../ui/use-newest.ts';
import { middleOf, stripSpan } from '../time/view.ts';

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

export type RecordingViewProps = {
  readonly manifest: RecordingManifest;
  readonly fetchTiles: FetchTiles;
  /**
   * Rates from the analysis; without them they are computed from `beats`, else taken from the device's hourly count.
   */
  readonly trend?: readonly TrendPoint[] | undefined;
  /** The analysis's own lowest, mean and highest rate, shown beside the trend. */
  readonly rates?: RateFigures | undefined;
  /** The analysis is being fetched: no rate is drawn until its source is known. */
  readonly trendWaits?: boolean | undefined;
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
  /** Ordered by rank. */
  readonly groups?: readonly FindingGroup[] | undefined;
  readonly active?: ActiveFinding | undefined;
  /** Called when the user selects another finding by key, chip or step. The page moves the strip there with `ref`. */
  readonly onFinding?: ((kind: string, index: number) => void) | undefined;
  /** The initial view from the address; read once. */
  readonly place?: RecordingPlace | undefined;
  /** Called when the view has changed and the user has stopped moving. */
  readonly onPlace?: ((place: RecordingPlace) => void) | undefined;
  /** The user's division of the height between the scales, and the callback for a change; without both, the default. */
  readonly split?: ScalesPreference | undefined;
  readonly onSplit?: ((split: ScalesPreference | undefined) => void) | undefined;
  readonly onAddStrip?: ((start: number, end: number) => void) | undefined;
  readonly actions?: ReactNode;
  /** The page handles stepping through the findings itself. */
  readonly ownSteps?: boolean | undefined;
  /** A click on the strip selects the beat below it; the page changes it by keys. */
  readonly selects?: boolean | undefined;
  /** The page has no space for tools and figures of the strip. */
  readonly bare?: boolean | undefined;
  /** The trend is shown although the page has no space for the disclosure. */
  readonly overview?: boolean | undefined;
  /** The page has no space for trend and disclosure. */
  readonly alone?: boolean | undefined;
  /** Shows the disclosure as a page with this number of lines, turned as a whole; beats can be selected on it. */
  readonly page?: PageShape | undefined;
  /** Minutes in a line of the full disclosure. */
  readonly lineMinutes?: 1 | 5 | undefined;
  readonly seen?: SeenOnTrend | undefined;
  /** The strip keeps a lane above its paper for the selected episode; with patient events it always has one. */
  readonly lane?: boolean | undefined;
  /** The selected episode: drawn over the strip, with ends that can be moved. */
  readonly edited?: EditedEpisode | undefined;
  readonly pins?: Scene['pins'] | undefined;
  /** The beats that the next key judges, in order; marked on the strip. */
  readonly judged?: ArrayLike<number> | undefined;
  /** Called with the comment's number when the user clicks its disc. */
  readonly onPin?: ((number: number) => void) | undefined;
  readonly ref?: Ref<RecordingHandle> | undefined;
};

const none: readonly FindingGroup[] = [];
const noneActive: ActiveFinding = { kind: null, index: -1 };

/** Steps through the places of the selected kind. */
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

/** Passes the strip's span to the page, if the page accepts strips. */
function useAddStrip(stage: Stage, onAddStrip: RecordingViewProps['onAddStrip']): (() => void) | undefined {
  const add = useNewest(() => {
    const { start, end } = stripSpan(stage.view.get(), stage.frame());
    onAddStrip?.(start, end);
  });
  return onAddStrip === undefined ? undefined : add;
}

/** Hides trend and disclosure if the page says so, and shows them again when it no longer does. */
function useAlone(stage: Stage, alone: boolean | undefined): void {
  useEffect(() => {
    if (alone !== true) return undefined;
    stage.dispatch({ kind: 'alone', on: true });
    return () => stage.dispatch({ kind: 'alone', on: false });
  }, [stage, alone]);
}

/** Passes the calibration, the width of the page and the length of a line to the stage. */
function useStageMeasures(stage: Stage, narrow: boolean, props: RecordingViewProps) {
  const lineMs = lineMsOf(narrow, props);
  const pageLines = props.page?.lines ?? null;
  const lanePx = props.lane === true || props.manifest.events.length > 0 ? stripLanePx : 0;
  const measured = useCalibration();
  const { calibration } = measured;
  useEffect(() => {
    stage.sizes.set({ ...stage.sizes.get(), narrow, lineMs, pageLines, lanePx, calibration });
  }, [stage, narrow, lineMs, pageLines, lanePx, calibration]);
  return measured;
}

function Scales(parts: ScalesProps<Omit<RecordingViewProps, 'ref'>>) {
  const { props, stage, scene, narrow } = parts;
  const { groups = none, active = noneActive } = props;
  const colours = useTraceColours();
  const textId = useId();
  const steps = useFindingSteps(stage, props);
  const { calibration, calibrate } = useStageMeasures(stage, narrow, props);
  const [calibrating, setCalibrating] = useState(false);
  const openCalibration = useCallback(() => setCalibrating(true), []);
  useAlone(stage, props.alone);
  useEffect(() => stage.hand.show(props.edited ?? null), [stage, props.edited]);
  const alone = useStored(stage.view, (view) => view.alone);
  const addStrip = useAddStrip(stage, props.onAddStrip);
  useRecordingKeys(stage, { onFinding: steps.step, onStrip: addStrip, ownSteps: props.ownSteps });
  const { actions, selects = false, onPin } = props;
  const chips = { groups, active, colours, onStep: steps.step, onKind: steps.choose };
  const bar = (
    <ToolBar
      {...{ stage, narrow, actions }}
      manifest={scene.manifest}
      compact={props.ownSteps === true}
      onCalibrate={openCalibration}
      onAddStrip={addStrip}
      findings={props.ownSteps === true ? null : <FindingSteps {...chips} />}
    />
  );
  return (
    <>
      {!narrow && props.bare !== true && bar}
      <UpperScales {...parts} {...{ alone, colours }} onKind={steps.choose} />
      {narrow && bar}
      <StripPanel {...{ stage, scene, colours, selects, onPin }} describedBy={textId} />
      {props.bare === true ? (
        <InViewText stage={stage} scene={scene} id={textId} hidden />
      ) : (
        <MeasureBar stage={stage} scene={scene} id={textId} narrow={narrow} />
      )}
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
  const { manifest, clock, wall, words, events } = scene;
  // The handle stays the same while the reading changes: the page would otherwise render again for each change.
  useImperativeHandle(ref, () => recordingHandle(stage, { manifest, clock, wall, words, events }), [
    stage,
    manifest,
    clock,
    wall,
    words,
    events,
  ]);
  return (
    <Frame ref={frame} role="region" aria-label={t('region')}>
      <div ref={marked} style={{ display: 'contents' }} data-drawn="false" data-idle="false">
        {size !== null && (
          <Scales props={props} stage={stage} scene={scene} heightPx={size.heightPx} narrow={size.narrow} />
        )}
      </div>
    </Frame>
  );
}
