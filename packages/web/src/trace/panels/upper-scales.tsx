/** Draws the scales above the strip: trend and full disclosure, one page of the disclosure, or the trend alone. */
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import type { Scene } from '../paint/scene.ts';
import { pageHeight, scaleHeights } from '../paint/scale-heights.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { rateFigures } from '../paint/trend-picture.ts';
import type { ActiveFinding, FindingGroup } from '../signal/findings.ts';
import type { Beats, TrendPoint } from '../signal/reading.ts';
import { disclosureLines } from '../time/time-scale.ts';
import { DisclosurePanel } from './disclosure-panel.tsx';
import { lineMsOf, type PageShape } from './page-shape.ts';
import { ScaleEdgeWedge } from './scale-edge.tsx';
import type { Stage } from './stage.ts';
import { type SeenOnTrend, TrendPanel } from './trend-panel.tsx';

const none: readonly FindingGroup[] = [];

/** The parts of the recording view that the scales above the strip need. */
type UpperProps = {
  readonly trend?: readonly TrendPoint[] | undefined;
  readonly trendWaits?: boolean | undefined;
  readonly beats?: Beats | undefined;
  readonly groups?: readonly FindingGroup[] | undefined;
  readonly active?: ActiveFinding | undefined;
  readonly split?: ScalesPreference | undefined;
  readonly onSplit?: ((split: ScalesPreference | undefined) => void) | undefined;
  /** The trend is shown although the page has no space for the disclosure. */
  readonly overview?: boolean | undefined;
  readonly page?: PageShape | undefined;
  readonly lineMinutes?: 1 | 5 | undefined;
  readonly seen?: SeenOnTrend | undefined;
  readonly onPin?: ((number: number) => void) | undefined;
};

export type ScalesProps<Props = UpperProps> = {
  readonly props: Props;
  readonly stage: Stage;
  readonly scene: Scene;
  readonly heightPx: number;
  readonly narrow: boolean;
};

type WideScalesProps = ScalesProps & {
  readonly colours: TraceColours;
  readonly onKind: (kind: string) => void;
};

/** Shows trend and full disclosure, each with its wedge to the scale below. */
function WideScales(parts: WideScalesProps) {
  const { props, stage, scene, heightPx, narrow, colours } = parts;
  const lineMs = lineMsOf(narrow, props);
  const recordingLines = disclosureLines(scene.clock, lineMs).count;
  const room = { totalPx: heightPx, narrow, recordingLines };
  const heights = scaleHeights(room, props.split);
  const split = narrow || props.onSplit === undefined ? undefined : { room, heights, onSplit: props.onSplit };
  return (
    <>
      <Trend {...parts} heightPx={heights.trend} />
      <ScaleEdgeWedge stage={stage} edge="trend" colours={colours} split={split} />
      <DisclosurePanel
        stage={stage}
        scene={scene}
        colours={colours}
        heightPx={heights.disclosure}
        narrow={narrow}
        lineMs={lineMs}
        takes={false}
      />
      <ScaleEdgeWedge stage={stage} edge="disclosure" colours={colours} split={split} />
    </>
  );
}

/** Shows the full disclosure alone, one page at a time. */
function PageScale(parts: ScalesProps & { readonly colours: TraceColours }) {
  const { props, stage, scene, heightPx, narrow, colours } = parts;
  return (
    <DisclosurePanel
      {...{ stage, scene, colours, narrow }}
      heightPx={pageHeight(heightPx)}
      lineMs={lineMsOf(narrow, props)}
      takes
    />
  );
}

/** Height of the trend if it is the only scale above the strip. */
const overviewPx = 132;

function Trend({ props, stage, scene, heightPx, colours, onKind }: WideScalesProps) {
  return (
    <TrendPanel
      {...{ stage, colours, heightPx, onKind }}
      groups={props.groups ?? none}
      kind={props.active?.kind ?? null}
      fromBeats={props.trend !== undefined || props.beats !== undefined}
      known={rateFigures(scene) !== null}
      waits={props.trendWaits ?? false}
      seen={props.seen}
      onPin={props.onPin}
    />
  );
}

/** The trend without the disclosure. */
function Overview(parts: WideScalesProps) {
  return <Trend {...parts} heightPx={overviewPx} />;
}

/** `alone`: there is no space for trend and disclosure. */
export function UpperScales({ alone, ...parts }: WideScalesProps & { readonly alone: boolean }) {
  const { overview = false, page } = parts.props;
  if (alone) return overview ? <Overview {...parts} /> : null;
  return page === undefined ? <WideScales {...parts} /> : <PageScale {...parts} />;
}
