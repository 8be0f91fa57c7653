/** Shows the first scale: the whole recording. A click anywhere moves page and strip there. */
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore, type Store } from '../../platform/store.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { pageSpan } from '../paint/disclosure-picture.ts';
import type { Surface } from '../paint/drawing-context.ts';
import { FindingChips } from './finding-chips.tsx';
import type { GestureHandlers, Point } from './gestures.ts';
import { HeadSpace, PanelHead } from './panel-head.tsx';
import type { FindingGroup } from '../signal/findings.ts';
import type { SeenLane } from '../paint/trend-geometry.ts';
import { type PinMark, pinUnder } from '../paint/renderer-pins.ts';
import { drawOverTrend, drawStillTrend, trendPins } from '../paint/renderer-trend.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import { TrendReadout, type TrendPointer } from './trend-readout.tsx';
import { plotLeftPx, plotWidthPx, type Sizes } from './stage-sizes.ts';
import type { Stage } from './stage.ts';
import type { TraceColours } from '../paint/trace-colours.ts';
import { TraceCanvas } from './trace-canvas.tsx';
import { stripSpan } from '../time/view.ts';
import { useStored } from '../../platform/use-stored.ts';

function sampleAtPx(stage: Stage, px: number): number {
  const { trend, narrow } = stage.sizes.get();
  const { start, end } = stage.view.get().trend;
  const share = (px - plotLeftPx(narrow)) / plotWidthPx(trend, narrow);
  return Math.round(start + Math.min(1, Math.max(0, share)) * (end - start));
}

function samplesPerPx(stage: Stage): number {
  const { trend, narrow } = stage.sizes.get();
  const { start, end } = stage.view.get().trend;
  return (end - start) / plotWidthPx(trend, narrow);
}

type OnPin = (number: number) => void;

/** Returns the pinned comment whose disc is at a point. */
function pinAt(stage: Stage, at: Point): PinMark | null {
  const { start } = stage.view.get().trend;
  const left = plotLeftPx(stage.sizes.get().narrow);
  const px = (sample: number): number => left + (sample - start) / samplesPerPx(stage);
  const pins = stage.scene()?.pins ?? [];
  return pinUnder(
    pins.map((pin) => ({ px: px(pin.sample), pin })),
    trendPins,
    at,
  );
}

const wheelZoom = 1.0015;

function trendGestures(
  stage: Stage,
  pointer: Store<TrendPointer | null>,
  onPin: OnPin | undefined,
): GestureHandlers {
  const pinned = (at: Point): PinMark | null => (onPin === undefined ? null : pinAt(stage, at));
  const point = (px: number): void => {
    const at = (): SampleSpan => {
      const start = sampleAtPx(stage, px);
      return { start, end: start + Math.max(1, Math.ceil(samplesPerPx(stage))) };
    };
    pointer.set({ px, at });
  };
  const centre = (px: number): void => {
    stage.dispatch({ kind: 'centre', sample: sampleAtPx(stage, px) });
  };
  return {
    hover: (at) => (at === null ? pointer.set(null) : point(at.x)),
    // A click on a disc opens its comment, which moves the strip to its own place.
    begin: (at) => {
      if (pinned(at) === null) centre(at.x);
    },
    tap: (at) => {
      const pin = pinned(at);
      if (pin !== null) onPin?.(pin.number);
    },
    drag: ({ x }) => {
      centre(x);
      point(x);
    },
    pinch: (ratio, { x }) =>
      stage.dispatch({ kind: 'zoom-trend', factor: 1 / ratio, at: sampleAtPx(stage, x) }),
    wheel: (delta, { x }, zoom) => {
      if (zoom === 'time') {
        stage.dispatch({ kind: 'zoom-trend', factor: wheelZoom ** delta.y, at: sampleAtPx(stage, x) });
      } else {
        const px = Math.abs(delta.x) > Math.abs(delta.y) ? delta.x : delta.y;
        stage.dispatch({ kind: 'pan-trend', samples: px * samplesPerPx(stage) });
      }
    },
  };
}

/** A lane of reviewed stretches, with its text. */
export type SeenOnTrend = SeenLane & { readonly note: ReactNode };

type TrendPanelProps = {
  readonly stage: Stage;
  readonly colours: TraceColours;
  readonly groups: readonly FindingGroup[];
  /** The selected kind of finding. */
  readonly kind: string | null;
  readonly heightPx: number;
  readonly fromBeats: boolean;
  /** Whether there is a rate to show; `waits` while it is being fetched. */
  readonly known: boolean;
  readonly waits: boolean;
  readonly onKind: (kind: string) => void;
  readonly seen?: SeenOnTrend | undefined;
  /** Called with the comment's number when the user clicks its disc. */
  readonly onPin?: OnPin | undefined;
};

/** Below this width the head has no space for the title and the share beside the chips. */
const crampedPx = 640;
/** Width of the title, of what was reviewed (only its button in a cramped head), and of a chip. */
const headPx = { title: 190, seen: 330, button: 200, chip: 118 } as const;
const mostChips = 4;

/** Whether the head is cramped, and how many chips are completely in view, as a text that changes only with them. */
const chipRoom =
  (hasSeen: boolean) =>
  ({ trend: { widthPx } }: Sizes): string => {
    const isCramped = widthPx < crampedPx;
    const title = isCramped ? 24 : headPx.title;
    const others = title + (hasSeen ? (isCramped ? headPx.button : headPx.seen) : 0);
    const chips = Math.floor((widthPx - others) / headPx.chip);
    return `${String(isCramped)} ${String(Math.min(mostChips, Math.max(1, chips)))}`;
  };

type TrendHeadProps = Omit<TrendPanelProps, 'heightPx'>;

function TrendHead({ stage, colours, groups, kind, fromBeats, known, waits, onKind, seen }: TrendHeadProps) {
  const { t } = useTranslation('trace');
  const format = useFormat();
  const { clock } = stage.frame();
  const zoomed = useStored(stage.view, ({ trend }) => trend.end - trend.start < clock.samples);
  const narrow = useStored(stage.sizes, (sizes) => sizes.narrow);
  const [cramped, chips] = useStored(stage.sizes, chipRoom(seen !== undefined)).split(' ');
  const counted = fromBeats ? 'trend.beats' : 'trend.device';
  const said = waits ? 'trend.beats' : known ? counted : 'trend.none';
  const length = format.duration((clock.samples * 1000) / clock.sampling_hz);
  return (
    <PanelHead data-cramped={cramped}>
      <h2>{t('trend.title')}</h2>
      <p>{t(said, { length })}</p>
      <HeadSpace />
      {zoomed && (
        <Button
          size="small"
          variant="text"
          sx={{ height: 22 }}
          onClick={() => stage.dispatch({ kind: 'zoom-trend', factor: Infinity, at: 0 })}
        >
          {t('trend.all')}
        </Button>
      )}
      {!narrow && seen?.note}
      {!narrow && <FindingChips {...{ groups, kind, onKind, colours }} most={Number(chips)} />}
    </PanelHead>
  );
}

/** Returns the inputs of the drawing, cached while only the lens moves. */
function trendOf(stage: Stage, surface: Surface, read: FindingGroup | null) {
  const scene = stage.scene();
  if (scene === null) return null;
  const { narrow } = stage.sizes.get();
  const view = stage.view.get();
  const size = { surface, plotLeftPx: plotLeftPx(narrow), plotWidthPx: plotWidthPx(surface, narrow) };
  return {
    picture: stage.trendPictures(scene, view.trend, size, read),
    // Without a disclosure the lens shows where the strip is.
    lens: view.alone ? stripSpan(view, stage.frame()) : pageSpan(scene, view, stage.disclosureSize()),
  };
}

export function TrendPanel({ heightPx, ...head }: TrendPanelProps) {
  const { stage, colours, groups, kind, seen = null, onPin } = head;
  const read = groups.find((group) => group.kind === kind) ?? null;
  const { t } = useTranslation('trace');
  const [pointer] = useState(() => createStore<TrendPointer | null>(null));
  const gestures = useMemo(() => trendGestures(stage, pointer, onPin), [stage, pointer, onPin]);
  return (
    <section style={{ display: 'flex', flexDirection: 'column', height: heightPx }}>
      <TrendHead {...head} />
      <TraceCanvas
        painter={stage.painter}
        label={t('trend.label')}
        cursor="pointer"
        touchAction="pan-y"
        gestures={gestures}
        onSize={(trend) => stage.sizes.set({ ...stage.sizes.get(), trend })}
        follows={(surface) => {
          const shown = trendOf(stage, surface, read);
          return shown === null ? [null] : [shown.picture, shown.lens.start, shown.lens.end, seen, colours];
        }}
        draw={(ctx, surface, still) => {
          const shown = trendOf(stage, surface, read);
          if (shown === null) return;
          const picture = { ...shown.picture, lens: shown.lens, seen };
          still.lay(ctx, surface, [shown.picture, seen, colours], (on) =>
            drawStillTrend(on, picture, colours),
          );
          drawOverTrend(ctx, picture, colours);
        }}
      >
        <TrendReadout stage={stage} pointer={pointer} />
      </TraceCanvas>
    </section>
  );
}
