/**
 * The recording view's moving state, bound together outside React: the view, the sizes of the canvases, the tile
 * cache with its worker, and the painter. React draws the frame around them once; a pan never renders a
 * component that does not show a number.
 */
import { createLineColumns, disclosureLead, pageLinesIn } from '../paint/disclosure-picture.ts';
import type { DisclosureSize, LineColumns } from '../paint/disclosure-picture.ts';
import { createPainter } from '../paint/painter.ts';
import type { Painter } from '../paint/painter.ts';
import type { Surface } from '../paint/pen.ts';
import { createEpisodeHand, type EpisodeHand } from '../signal/edited-episode.ts';
import { tileMemory } from '../signal/protocol.ts';
import type { TraceTile } from '../signal/protocol.ts';
import type { Scene } from '../paint/scene.ts';
import type { SignalSource, TileSource } from '../signal/signal-reader.ts';
import { createSmallStrips } from './small-strips.ts';
import type { OpenSmallStrips, SmallStrips } from './small-strips.ts';
import { createStore } from '../../platform/store.ts';
import type { Store } from '../../platform/store.ts';
import { createTileCache, type TileAddress, type TileCache } from '../signal/tile-cache.ts';
import { fitGain, lookedAfter, refit } from './fit-view.ts';
import { needsOf } from './tile-needs.ts';
import { createWorkerDecoder } from '../signal/tile-decoder.ts';
import { planTiles, tilesOver } from '../signal/tile-plan.ts';
import type { Opening } from '../time/place.ts';
import { paperMm } from '../time/time-scale.ts';
import type { Clock } from '../time/time-scale.ts';
import { createTrendPictures } from '../paint/trend-picture.ts';
import { disclosureLinePx } from '../paint/renderer-disclosure.ts';
import type { TrendPictures } from '../paint/trend-picture.ts';
import { step } from '../time/view-state.ts';
import type { Command } from '../time/view-state.ts';
import { middleOf, type Frame, type View } from '../time/view.ts';

/** A tile's bytes, from wherever they are kept. Rejects where they cannot be had. */
export type FetchTile = (
  lead: number,
  level: number,
  index: number,
  signal: AbortSignal,
) => Promise<ArrayBuffer>;

type Sizes = {
  readonly trend: Surface;
  readonly disclosure: Surface;
  readonly strip: Surface;
  /** Below 768 px: 15 s a line, no gutter. */
  readonly narrow: boolean;
  /** What a line of the disclosure page holds. */
  readonly lineMs: number;
  /** Lines of a page that fill its room; null: as many of the usual height as fit. */
  readonly pageLines: number | null;
  /** Device pixels a millimetre as measured, or null. */
  readonly calibration: number | null;
};

export type Stage = {
  readonly view: Store<View>;
  readonly sizes: Store<Sizes>;
  readonly painter: Painter;
  readonly tiles: TileSource;
  readonly lineColumns: LineColumns;
  readonly trendPictures: TrendPictures;
  readonly frame: () => Frame;
  readonly disclosureSize: () => DisclosureSize;
  readonly gutterPx: () => number;
  readonly dispatch: (command: Command) => void;
  /** The sample that the reader looks at, also where an end of the recording keeps it off the middle. */
  readonly looked: () => number;
  /** Counts the reader's commands; a change of the screen's size is none. */
  readonly moved: Store<number>;
  /** Counts the calls to give the first caliper the focus. */
  readonly grasped: Store<number>;
  /** What the canvases show; called again when words, beats or theme change. */
  readonly show: (scene: Scene) => void;
  readonly scene: () => Scene | null;
  readonly failed: Store<number>;
  /** Counts the tiles that came: what is read from samples is read again. */
  readonly arrived: Store<number>;
  readonly retry: () => void;
  /** Fetches what stands around a sample once everything in sight is there: the reader goes there next. */
  readonly ahead: (sample: number | null) => void;
  /** The episode that is read, drawn over the strip, and the hand on its ends. */
  readonly hand: EpisodeHand;
  /** For small strips beside the recording. */
  readonly small: SmallStrips;
  /** Starts the worker and the cache; answers how to stop them. */
  readonly open: (fetchTile: FetchTile) => () => void;
  /** Everything has its size and is shown. */
  readonly ready: () => boolean;
  /** Nothing is fetched, decoded or waits to be painted. */
  readonly whenIdle: () => Promise<void>;
};

const nothing: Surface = { widthPx: 0, heightPx: 0, dpr: 1 };
const megabyte = 1_048_576;
const budgetBytes = 96 * megabyte;
/** A browser holds six connections a host; two are left for the rest of the page. */
const parallelFetches = 4;
const retryAfterMs = 4000;

export const plotLeftPx = (narrow: boolean): number => (narrow ? 52 : 64);
/** Room for the figures at the right of trend and disclosure. */
const plotRightPx = (narrow: boolean): number => (narrow ? 58 : 73);

export function plotWidthPx(surface: Surface, narrow: boolean): number {
  return Math.max(1, surface.widthPx - plotLeftPx(narrow) - plotRightPx(narrow));
}

type StageState = {
  readonly view: Store<View>;
  readonly sizes: Store<Sizes>;
  readonly failed: Store<number>;
  readonly arrived: Store<number>;
  readonly painter: Painter;
  cache: TileCache<TraceTile> | null;
  scene: Scene | null;
  /** Where the reader goes next. */
  ahead: number | null;
  /** What the reader last looked for; null at the beginning of the recording, where nothing was called for. */
  looked: number | null;
};

function isSized({ trend, disclosure, strip, pageLines }: Sizes, { alone }: View): boolean {
  const scales = pageLines === null ? [trend, disclosure, strip] : [disclosure, strip];
  return (alone ? [strip] : scales).every(({ widthPx }) => widthPx > 0);
}

function frameOf(clock: Clock, sizes: Sizes): Frame {
  const { strip, disclosure, narrow, lineMs, calibration } = sizes;
  return {
    clock,
    lineMs,
    pageLines: sizes.pageLines ?? pageLinesIn(disclosure.heightPx),
    paged: sizes.pageLines !== null,
    paperPx: Math.max(1, strip.widthPx - (narrow ? 0 : 64)),
    stripPx: strip.heightPx,
    mmPx: paperMm(calibration, strip.dpr),
  };
}

function pageSizeOf(frame: Frame, sizes: Sizes): DisclosureSize {
  return {
    surface: sizes.disclosure,
    plotLeftPx: plotLeftPx(sizes.narrow),
    plotWidthPx: plotWidthPx(sizes.disclosure, sizes.narrow),
    lineMs: frame.lineMs,
    pageLines: frame.pageLines,
    linePx:
      sizes.pageLines === null
        ? disclosureLinePx
        : Math.max(1, Math.floor(sizes.disclosure.heightPx / sizes.pageLines)),
    mmPx: frame.mmPx,
  };
}

function openCache(state: StageState, small: OpenSmallStrips, fetchTile: FetchTile): () => void {
  const decoder = createWorkerDecoder();
  const load = async (address: TileAddress, signal: AbortSignal): Promise<TraceTile> => {
    const bytes = await fetchTile(address.lead, address.level, address.index, signal);
    return decoder.decode(address.level, bytes);
  };
  const cache = createTileCache<TraceTile>({
    budgetBytes,
    parallel: parallelFetches,
    retryAfterMs,
    nowMs: () => performance.now(),
    load,
    bytesOf: tileMemory,
    onChange: () => {
      state.failed.set(cache.failedCount());
      state.arrived.set(state.arrived.get() + 1);
      state.painter.invalidate();
    },
  });
  state.cache = cache;
  const closeSmall = small.open(load);
  state.painter.invalidate();
  return () => {
    state.cache = null;
    closeSmall();
    cache.close();
    decoder.close();
  };
}

function createState(view: View): StageState {
  return {
    view: createStore(view),
    sizes: createStore<Sizes>({
      trend: nothing,
      disclosure: nothing,
      strip: nothing,
      narrow: false,
      lineMs: 60_000,
      pageLines: null,
      calibration: null,
    }),
    failed: createStore(0),
    arrived: createStore(0),
    painter: createPainter(),
    cache: null,
    scene: null,
    ahead: null,
    looked: null,
  };
}

type Measures = { readonly frame: () => Frame; readonly disclosureSize: () => DisclosureSize };

/** Settles once the strip has its size, fits the view to each new size, and asks for tiles in the frame that paints. */
function drive(state: StageState, clock: Clock, opening: Opening, { frame, disclosureSize }: Measures): void {
  let settled = false;
  state.view.subscribe(state.painter.invalidate);
  state.sizes.subscribe(() => {
    const isSettling = !settled && state.sizes.get().strip.widthPx > 0;
    settled ||= isSettling;
    if (settled) fitGain(state, frame());
    if (isSettling) state.looked ??= opening.middle;
    refit(state, frame());
    state.painter.invalidate();
  });
  // Requested in the same frame that paints, so a fast scroll makes one request a frame at most.
  state.painter.add(() => {
    const { scene, cache } = state;
    if (scene === null || cache === null || !isSized(state.sizes.get(), state.view.get())) return;
    const view = state.view.get();
    const [size, page] = [frame(), disclosureSize()];
    const plan = planTiles(clock.samples, needsOf(scene, view, size, page));
    if (state.ahead !== null) {
      const next = step(view, size, { kind: 'centre', sample: state.ahead });
      for (const need of needsOf(scene, next, size, page)) plan.push(...tilesOver(clock.samples, need));
    }
    cache.want(plan);
  });
}

const sharedOf = ({ view, sizes, painter, failed, arrived }: StageState) => ({
  view,
  sizes,
  painter,
  failed,
  arrived,
  grasped: createStore(0),
});

export function createStage(recording: Clock & Pick<SignalSource, 'leads'>, opening: Opening): Stage {
  const state = createState(opening.view);
  const frame = (): Frame => frameOf(recording, state.sizes.get());
  const disclosureSize = (): DisclosureSize => pageSizeOf(frame(), state.sizes.get());
  const moved = createStore(0);
  const small = createSmallStrips({ clock: recording, leads: recording.leads }, () =>
    disclosureLead(state.view.get()),
  );
  drive(state, recording, opening, { frame, disclosureSize });
  return {
    ...sharedOf(state),
    tiles: { get: (address) => state.cache?.get(address) },
    lineColumns: createLineColumns(),
    trendPictures: createTrendPictures(),
    frame,
    disclosureSize,
    gutterPx: () => (state.sizes.get().narrow ? 0 : 64),
    dispatch: (command) => {
      const next = step(state.view.get(), frame(), command);
      state.looked = lookedAfter(command, { before: state.view.get(), next, looked: state.looked }, frame());
      state.view.set(next);
      moved.set(moved.get() + 1);
    },
    looked: () => state.looked ?? middleOf(state.view.get(), frame()),
    moved,
    show: (scene) => {
      state.scene = scene;
      state.painter.invalidate();
    },
    scene: () => state.scene,
    retry: () => {
      state.cache?.retry();
      state.failed.set(0);
      state.painter.invalidate();
    },
    ahead: (sample) => {
      state.ahead = sample;
      state.painter.invalidate();
    },
    ready: () => state.scene !== null && state.cache !== null && isSized(state.sizes.get(), state.view.get()),
    hand: createEpisodeHand(state.painter.invalidate),
    small,
    open: (fetchTile) => openCache(state, small, fetchTile),
    whenIdle: async () => {
      await state.painter.whenPainted();
      await state.cache?.whenIdle();
      await state.painter.whenPainted();
    },
  };
}
