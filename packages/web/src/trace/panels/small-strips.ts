/**
 * Provides signal for small strips beside the recording. They have their own tile cache, so that they never evict the
 * main strip's tiles.
 */
import { mostTiles } from '@rhythmdesk/contract/recordings';
import { readSignal } from '../signal/signal-reader.ts';
import type { SignalSource } from '../signal/signal-reader.ts';
import type { RawRun } from '../signal/signal.ts';
import { createTileCache } from '../signal/tile-cache.ts';
import type { LoadTiles, TileCache } from '../signal/tile-cache.ts';
import { tileMemory } from '../signal/trace-tile.ts';
import type { TraceTile } from '../signal/trace-tile.ts';
import { tilesOver } from '../signal/tile-plan.ts';
import { createStore } from '../../platform/store.ts';
import type { Store } from '../../platform/store.ts';
import type { RecordingClock, SampleSpan } from '../time/time-scale.ts';

export type SmallStrips = {
  /** Registers a span as shown until the returned function is called; a shown span is fetched. */
  readonly show: (span: SampleSpan) => () => void;
  /** The same for many spans at once and for the given leads; without leads, for the lead of the full disclosure. */
  readonly showAll: (spans: readonly SampleSpan[], leads?: readonly number[]) => () => void;
  readonly runs: (span: SampleSpan, lead?: number) => readonly RawRun[];
  /** The number of leads of the recording, and the lead that the full disclosure shows. */
  readonly leads: number;
  readonly lead: () => number;
  readonly arrived: Store<number>;
  readonly clock: RecordingClock;
};

type Shown = { readonly span: SampleSpan; readonly leads: readonly number[] | undefined };

type Load = LoadTiles<TraceTile>;

const budgetBytes = 8_388_608;

export type OpenSmallStrips = SmallStrips & { readonly open: (load: Load) => () => void };

export function createSmallStrips(source: Omit<SignalSource, 'tiles'>, lead: () => number): OpenSmallStrips {
  const { clock } = source;
  const shown = new Set<Shown>();
  const arrived = createStore(0);
  let cache: TileCache<TraceTile> | null = null;
  const want = (): void => {
    const needs = [...shown].flatMap(({ span, leads }) =>
      (leads ?? [lead()]).map((one) => ({ lead: one, level: 0, span })),
    );
    cache?.want(needs.flatMap((need) => tilesOver(clock.samples, need)));
  };
  const changed = (): void => arrived.set(arrived.get() + 1);
  const showAll = (spans: readonly SampleSpan[], leads?: readonly number[]): (() => void) => {
    const added = spans.map((span): Shown => ({ span, leads }));
    for (const one of added) shown.add(one);
    want();
    return () => {
      for (const one of added) shown.delete(one);
    };
  };
  return {
    clock,
    arrived,
    show: (span) => showAll([span]),
    showAll,
    runs: (span, of = lead()) =>
      readSignal({ ...source, tiles: { get: (address) => cache?.get(address) } }, of, 0, span).raw,
    leads: source.leads.length,
    lead,
    open: (load) => {
      const opened = createTileCache<TraceTile>({
        budgetBytes,
        parallel: 2,
        perRequest: mostTiles,
        retryAfterMs: 4000,
        nowMs: () => performance.now(),
        load,
        bytesOf: tileMemory,
        onChange: changed,
      });
      cache = opened;
      want();
      return () => {
        cache = null;
        opened.close();
      };
    },
  };
}
