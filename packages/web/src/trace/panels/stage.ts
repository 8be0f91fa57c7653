/**
 * Holds the changing state of the recording view outside React: the view, the sizes of the canvases, the tile cache and
 * the painter. React renders the frame around them once; a pan renders only components that show a number.
 */
import { mostTiles } from '@rhythmdesk/contract/recordings';
import { createDisclosurePages, disclosureLead } from '../paint/disclosure-picture.ts';
import type { DisclosurePages, DisclosureSize } from '../paint/disclosure-picture.ts';
import { createPainter } from '../paint/painter.ts';
import type { Painter } from '../paint/painter.ts';
import { createEpisodeHand, type EpisodeHand } from '../signal/edited-episode.ts';
import { tileLoader, type FetchTiles } from '../signal/tile-loader.ts';
import { startTileThread } from '../signal/tile-thread.ts';
import { tileMemory } from '../signal/trace-tile.ts';
import type { TraceTile } from '../signal/trace-tile.ts';
import type { Scene } from '../paint/scene.ts';
import type { TileSource } from '../signal/signal-reader.ts';
import { createSmallStrips, type SmallSource } from './small-strips.ts';
import type { OpenSmallStrips, SmallStrips } from './small-strips.ts';
import { createStore } from '../../platform/store.ts';
import type { Store } from '../../platform/store.ts';
import { createTileCache, type TileCache } from '../signal/tile-cache.ts';
import { fitGain, lookedAfter, refit } from './fit-view.ts';
import { firstSizes, frameOf, isSized, pageSizeOf, type Sizes } from './stage-sizes.ts';
import { needsOf } from './tile-needs.ts';
import { planTiles } from '../signal/tile-plan.ts';
import type { Opening } from '../time/place.ts';
import type { RecordingClock } from '../time/time-scale.ts';
import { createTrendPictures } from '../paint/trend-picture.ts';
import type { TrendPictures } from '../paint/trend-picture.ts';
import { step } from '../time/view-state.ts';
import type { TraceCommand } from '../time/view-state.ts';
import { middleOf, type Frame, type View } from '../time/view.ts';

/**
 * `moving`: something in view waits to be fetched or painted; `drawn`: everything in view is painted, more is being
 * fetched ahead; `idle`: nothing is in progress.
 */
type Rest = 'moving' | 'drawn' | 'idle';

export type Stage = {
  readonly view: Store<View>;
  readonly sizes: Store<Sizes>;
  readonly painter: Painter;
  readonly tiles: TileSource;
  readonly disclosurePages: DisclosurePages;
  readonly trendPictures: TrendPictures;
  readonly frame: () => Frame;
  readonly disclosureSize: () => DisclosureSize;
  readonly gutterPx: () => number;
  readonly dispatch: (command: TraceCommand) => void;
  /** The sample that the user looks at, even if an end of the recording keeps it off the middle. */
  readonly looked: () => number;
  /** Counts the user's commands; a change of the screen size does not count. */
  readonly moved: Store<number>;
  /** Counts the requests to focus the first caliper. */
  readonly grasped: Store<number>;
  /** Sets what the canvases show; called again when texts, beats or theme change. */
  readonly show: (scene: Scene) => void;
  readonly scene: () => Scene | null;
  readonly failed: Store<number>;
  /** Whether all signal that the canvases draw has arrived, and none could not be loaded. */
  readonly isWhole: () => boolean;
  /** Counts the tiles that have arrived: values read from samples are then read again. */
  readonly arrived: Store<number>;
  readonly retry: () => void;
  /**
   * Prefetches the surroundings of samples after everything in view has arrived; the user is expected to go there next.
   */
  readonly ahead: (samples: readonly number[]) => void;
  /** The selected episode, drawn over the strip, and the editor of its ends. */
  readonly hand: EpisodeHand;
  /** Provides signal for small strips beside the recording. */
  readonly small: SmallStrips;
  /** Starts the cache; returns the function that stops it. */
  readonly open: (fetchTiles: FetchTiles) => () => void;
  readonly rest: Store<Rest>;
  /** Resolves when nothing is being fetched or decoded and no paint is pending. */
  readonly whenIdle: () => Promise<void>;
};

const megabyte = 1_048_576;
const budgetBytes = 96 * megabyte;
/**
 * Parallel fetches of what is drawn. A browser opens six connections per host; two are left for the rest of the page.
 */
const parallelFetches = 4;
const retryAfterMs = 4000;

type StageState = {
  readonly view: Store<View>;
  readonly sizes: Store<Sizes>;
  readonly failed: Store<number>;
  readonly arrived: Store<number>;
  readonly rest: Store<Rest>;
  readonly painter: Painter;
  cache: TileCache<TraceTile> | null;
  scene: Scene | null;
  /** Where the user is expected to go next. */
  ahead: readonly number[];
  /** The sample that the user last navigated to; null at the start of the recording, before any navigation. */
  looked: number | null;
};

/** Before everything has a size and something to show, the state is `moving`. */
function restOf({ scene, cache, sizes, view, painter }: StageState): Rest {
  if (scene === null || cache === null || !isSized(sizes.get(), view.get())) return 'moving';
  if (!painter.painted.get() || !cache.complete.get()) return 'moving';
  return cache.idle.get() ? 'idle' : 'drawn';
}

function openCache(state: StageState, small: OpenSmallStrips, fetchTiles: FetchTiles): () => void {
  startTileThread();
  const load = tileLoader(fetchTiles);
  const cache = createTileCache<TraceTile>({
    budgetBytes,
    parallel: parallelFetches,
    perRequest: mostTiles,
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
  const rests = (): void => state.rest.set(restOf(state));
  const leave = [cache.complete.subscribe(rests), cache.idle.subscribe(rests)];
  const closeSmall = small.open(load);
  state.painter.invalidate();
  return () => {
    state.cache = null;
    leave.forEach((one) => one());
    closeSmall();
    cache.close();
  };
}

function createState(view: View): StageState {
  return {
    view: createStore(view),
    sizes: createStore(firstSizes),
    failed: createStore(0),
    arrived: createStore(0),
    rest: createStore<Rest>('moving'),
    painter: createPainter(),
    cache: null,
    scene: null,
    ahead: [],
    looked: null,
  };
}

type Measures = { readonly frame: () => Frame; readonly disclosureSize: () => DisclosureSize };

/**
 * Initializes the view once the strip has a size, fits it to each new size, and requests tiles in the frame that
 * paints.
 */
function drive(
  state: StageState,
  clock: RecordingClock,
  opening: Opening,
  { frame, disclosureSize }: Measures,
): void {
  let settled = false;
  state.view.subscribe(state.painter.invalidate);
  state.painter.painted.subscribe(() => state.rest.set(restOf(state)));
  state.sizes.subscribe(() => {
    const isSettling = !settled && state.sizes.get().strip.widthPx > 0;
    settled ||= isSettling;
    // At the usual gain, tall beats of one lead would run through the next on a phone.
    if (isSettling && opening.fitsNarrow && state.sizes.get().narrow)
      state.view.set({ ...state.view.get(), autoGain: true });
    if (settled) fitGain(state, frame());
    if (isSettling) state.looked ??= opening.middle;
    refit(state, frame());
    state.painter.invalidate();
  });
  // Tiles are requested in the same frame that paints, so a fast scroll makes at most one request per frame.
  state.painter.add(() => {
    const { scene, cache } = state;
    if (scene === null || cache === null || !isSized(state.sizes.get(), state.view.get())) return;
    const view = state.view.get();
    const [size, page] = [frame(), disclosureSize()];
    const ahead = state.ahead.map((sample) => step(view, size, { kind: 'centre', sample }));
    const needs = (of: View) => needsOf(scene, of, size, page);
    const { tiles, drawn } = planTiles(clock.samples, needs(view), ahead.flatMap(needs));
    cache.want(tiles, drawn);
    state.failed.set(cache.failedCount());
  });
}

const sharedOf = ({ view, sizes, painter, failed, arrived, rest }: StageState) => ({
  view,
  sizes,
  painter,
  failed,
  arrived,
  grasped: createStore(0),
  rest,
});

/** Resolves once nothing more is fetched or drawn. */
async function whenIdle(state: StageState): Promise<void> {
  await state.painter.painted.whenIdle();
  await state.cache?.idle.whenIdle();
  await state.painter.painted.whenIdle();
}

export function createStage(
  recording: RecordingClock & Pick<SmallSource, 'leads' | 'gaps'>,
  opening: Opening,
): Stage {
  const state = createState(opening.view);
  const frame = (): Frame => frameOf(recording, state.sizes.get());
  const disclosureSize = (): DisclosureSize => pageSizeOf(frame(), state.sizes.get());
  const moved = createStore(0);
  const { leads, gaps } = recording;
  const small = createSmallStrips({ clock: recording, leads, gaps }, () => disclosureLead(state.view.get()));
  state.view.subscribe(small.follow);
  drive(state, recording, opening, { frame, disclosureSize });
  return {
    ...sharedOf(state),
    tiles: { get: (address) => state.cache?.get(address) },
    disclosurePages: createDisclosurePages(),
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
    isWhole: () => state.cache?.isWhole() === true,
    retry: () => {
      state.cache?.retry();
      small.retry();
      state.failed.set(0);
      state.painter.invalidate();
    },
    ahead: (samples) => {
      state.ahead = samples;
      state.painter.invalidate();
    },
    hand: createEpisodeHand(state.painter.invalidate),
    small,
    open: (fetchTiles) => openCache(state, small, fetchTiles),
    whenIdle: () => whenIdle(state),
  };
}
