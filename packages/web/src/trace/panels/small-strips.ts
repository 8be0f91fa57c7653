/**
 * Provides signal for small strips beside the recording. They have their own tile cache, so that they never evict the
 * main strip's tiles.
 */
import { mostTiles, tileName, type RecordingManifest } from '@rhythmdesk/contract/recordings';
import type { LeadScale } from '../time/measure.ts';
import { readSamples } from '../signal/signal-reader.ts';
import type { SignalSource } from '../signal/signal-reader.ts';
import { listedGaps, type RawRun } from '../signal/signal.ts';
import { createTileCache } from '../signal/tile-cache.ts';
import type { LoadTiles, TileCache } from '../signal/tile-cache.ts';
import { tileMemory } from '../signal/trace-tile.ts';
import type { TraceTile } from '../signal/trace-tile.ts';
import { tilesOver } from '../signal/tile-plan.ts';
import { createStore } from '../../platform/store.ts';
import type { Store } from '../../platform/store.ts';
import type { RecordingClock, SampleSpan } from '../time/time-scale.ts';

export type SmallStrips = {
  /**
   * Registers spans as shown until the returned function is called, and fetches them. Without `leads` it fetches the lead of
   * the full disclosure.
   */
  readonly showAll: (spans: readonly SampleSpan[], leads?: readonly number[]) => () => void;
  readonly runs: (span: SampleSpan, lead?: number) => readonly RawRun[];
  /** The returned function tells which tiles of these spans are there, with one digit for each. */
  readonly holding: (spans: readonly SampleSpan[], leads: readonly number[]) => () => string;
  /** The number of leads of the recording, and the lead that the full disclosure shows. */
  readonly leads: number;
  readonly lead: () => number;
  /** Returns the lead of the full disclosure, or another one if that lead has no signal in any of these spans. */
  readonly leadWithin: (spans: readonly SampleSpan[]) => number;
  /** Returns the name of a lead, or `undefined` for the lead of the full disclosure, whose name is shown elsewhere. */
  readonly otherName: (lead: number) => string | undefined;
  readonly arrived: Store<number>;
  readonly clock: RecordingClock;
};

type Shown = { readonly span: SampleSpan; readonly leads: readonly number[] | undefined };

type Load = LoadTiles<TraceTile>;

const budgetBytes = 8_388_608;

export type OpenSmallStrips = SmallStrips & {
  readonly open: (load: Load) => () => void;
  /** Fetches the lead of the full disclosure if it is another one now, and draws the strips with it. */
  readonly follow: () => void;
  /** Fetches again what could not be fetched. */
  readonly retry: () => void;
};

export type SmallSource = Omit<SignalSource, 'tiles' | 'leads'> & {
  readonly leads: readonly (LeadScale & { readonly label?: string })[];
  /** The stretches without signal, as the manifest lists them. */
  readonly gaps?: RecordingManifest['gaps'] | undefined;
};

export function createSmallStrips(source: SmallSource, lead: () => number): OpenSmallStrips {
  const { clock } = source;
  const shown = new Set<Shown>();
  const arrived = createStore(0);
  let cache: TileCache<TraceTile> | null = null;
  let followed = lead();
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
  const isEmpty = (spans: readonly SampleSpan[], of: number): boolean => {
    const gaps = listedGaps(source.gaps ?? [], of);
    return spans.every((span) => gaps.some(({ start, end }) => start <= span.start && span.end <= end));
  };
  return {
    clock,
    arrived,
    showAll,
    runs: (span, of = lead()) =>
      readSamples({ ...source, tiles: { get: (address) => cache?.get(address) } }, of, span),
    holding: (spans, leads) => {
      const needs = leads.flatMap((one) => spans.map((span) => ({ lead: one, level: 0, span })));
      const names = needs.flatMap((need) => tilesOver(clock.samples, need).map(tileName));
      return () => names.map((name) => (cache?.has(name) === true ? '1' : '0')).join('');
    },
    leads: source.leads.length,
    lead,
    leadWithin: (spans) => {
      const usual = lead();
      if (!isEmpty(spans, usual)) return usual;
      const other = source.leads.findIndex((_, one) => one !== usual && !isEmpty(spans, one));
      return other === -1 ? usual : other;
    },
    otherName: (of) => (of === lead() ? undefined : source.leads[of]?.label),
    follow: () => {
      if (lead() === followed) return;
      followed = lead();
      want();
      changed();
    },
    retry: () => {
      cache?.retry();
      want();
    },
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
