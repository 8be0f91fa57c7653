/**
 * Caches the tiles that the screen needs, and fetches those that are missing.
 *
 * The view passes one ordered list of wanted tiles at every move. Missing tiles that are drawn now are fetched first,
 * in that order, several tiles per request. Only after they are complete is the rest fetched, one request after the
 * other, so that prefetching never delays what is drawn. A request is aborted if none of its tiles is wanted any
 * longer. When the byte budget is used up, the least recently used tile is evicted; no tile on the newest list is
 * evicted.
 *
 * Invariants: a tile never changes, so it is fetched once while it is cached; a failed tile is reported, and fetched
 * again only when the list is passed again after `retryAfterMs`; `idle` is true only while no request is running and no
 * wanted tile is waiting, `complete` while this holds for the tiles that the screen draws.
 */
import { tileName } from '@rhythmdesk/contract/recordings';
import type { TileAddress } from '@rhythmdesk/contract/recordings';
import { createIdle } from './idle.ts';
import type { Idle } from './idle.ts';

/** Passes on each tile as it arrives; rejects if not all arrived. */
export type LoadTiles<Tile> = (
  addresses: readonly TileAddress[],
  signal: AbortSignal,
  onTile: (address: TileAddress, tile: Tile) => void,
) => Promise<void>;

export type TileCacheOptions<Tile> = {
  readonly budgetBytes: number;
  /** Maximum number of parallel requests for what is drawn. */
  readonly parallel: number;
  /** Maximum number of tiles per request. */
  readonly perRequest: number;
  readonly retryAfterMs: number;
  readonly nowMs: () => number;
  readonly load: LoadTiles<Tile>;
  readonly bytesOf: (tile: Tile) => number;
  /** A drawn tile arrived, or one failed: time to draw again. */
  readonly onChange: () => void;
};

export type TileCache<Tile> = {
  readonly get: (address: TileAddress) => Tile | undefined;
  /** Whether a tile is there, without counting as a use of it. */
  readonly has: (name: string) => boolean;
  /** The first `drawn` of them are drawn now, the others are prefetched; absent: all are drawn now. */
  readonly want: (addresses: readonly TileAddress[], drawn?: number) => void;
  /** Whether every tile that is drawn now has arrived; false before anything is drawn. */
  readonly isWhole: () => boolean;
  /** Number of tiles on the newest list whose last request failed. */
  readonly failedCount: () => number;
  /** Forgets failures, so that the next list requests them at once. */
  readonly retry: () => void;
  readonly bytes: () => number;
  readonly idle: Idle;
  readonly complete: Idle;
  readonly close: () => void;
};

type Request = { readonly abort: AbortController; readonly names: readonly string[] };

type Shelf<Tile> = {
  readonly options: TileCacheOptions<Tile>;
  readonly kept: Map<string, { tile: Tile; bytes: number }>;
  readonly requests: Set<Request>;
  readonly onTheWay: Set<string>;
  readonly failedAt: Map<string, number>;
  /** Tiles of a request that failed: each is requested alone, so that one damaged tile does not block the others. */
  readonly alone: Set<string>;
  wanted: Map<string, TileAddress>;
  /** The wanted tiles that are drawn now. */
  drawn: ReadonlySet<string>;
  bytes: number;
  closed: boolean;
};

function emptyShelf<Tile>(options: TileCacheOptions<Tile>): Shelf<Tile> {
  return {
    options,
    kept: new Map(),
    requests: new Set(),
    onTheWay: new Set(),
    failedAt: new Map(),
    alone: new Set(),
    wanted: new Map(),
    drawn: new Set(),
    bytes: 0,
    closed: false,
  };
}

function evict<Tile>(shelf: Shelf<Tile>): void {
  for (const [name, entry] of shelf.kept) {
    if (shelf.bytes <= shelf.options.budgetBytes) return;
    if (shelf.wanted.has(name)) continue;
    shelf.kept.delete(name);
    shelf.bytes -= entry.bytes;
  }
}

function put<Tile>(shelf: Shelf<Tile>, name: string, tile: Tile): void {
  const bytes = shelf.options.bytesOf(tile);
  shelf.kept.set(name, { tile, bytes });
  shelf.bytes += bytes;
  shelf.onTheWay.delete(name);
  shelf.failedAt.delete(name);
  shelf.alone.delete(name);
  evict(shelf);
}

/** Moves a tile to the most recently used end: a Map keeps the order of insertion. */
function touch<Tile>(shelf: Shelf<Tile>, name: string): Tile | undefined {
  const entry = shelf.kept.get(name);
  if (entry === undefined) return undefined;
  shelf.kept.delete(name);
  shelf.kept.set(name, entry);
  return entry.tile;
}

/** Returns whether everything that is drawn now has arrived or failed. */
function isComplete<Tile>({ drawn, kept, failedAt, onTheWay }: Shelf<Tile>): boolean {
  for (const name of drawn) {
    if (!kept.has(name) && (!failedAt.has(name) || onTheWay.has(name))) return false;
  }
  return true;
}

/** Returns the tiles of the next request; empty if enough requests are running or nothing is missing. */
function nextMissing<Tile>(shelf: Shelf<Tile>): TileAddress[] {
  const { kept, onTheWay, failedAt, alone, requests, wanted, drawn } = shelf;
  const { nowMs, retryAfterMs, parallel, perRequest } = shelf.options;
  const isAhead = isComplete(shelf);
  if (requests.size >= (isAhead ? 1 : parallel)) return [];
  const now = nowMs();
  const missing: TileAddress[] = [];
  for (const [name, address] of wanted) {
    if (!isAhead && !drawn.has(name)) break;
    if (kept.has(name) || onTheWay.has(name)) continue;
    if (now - (failedAt.get(name) ?? -Infinity) < retryAfterMs) continue;
    if (alone.has(name) && missing.length > 0) continue;
    missing.push(address);
    if (alone.has(name) || missing.length === perRequest) break;
  }
  return missing;
}

function drop<Tile>({ requests, onTheWay }: Shelf<Tile>, request: Request): void {
  requests.delete(request);
  for (const name of request.names) onTheWay.delete(name);
}

function abortUnwanted<Tile>(shelf: Shelf<Tile>): void {
  for (const request of shelf.requests) {
    if (request.names.some((name) => shelf.wanted.has(name) && !shelf.kept.has(name))) continue;
    request.abort.abort();
    drop(shelf, request);
  }
}

function clear<Tile>(shelf: Shelf<Tile>): void {
  shelf.closed = true;
  for (const { abort } of shelf.requests) abort.abort();
  shelf.requests.clear();
  shelf.onTheWay.clear();
  shelf.kept.clear();
  shelf.bytes = 0;
}

function fail<Tile>({ options, alone, onTheWay, failedAt }: Shelf<Tile>, { names }: Request): void {
  for (const name of names.filter((one) => onTheWay.has(one))) {
    if (names.length > 1) alone.add(name);
    else {
      alone.delete(name);
      failedAt.set(name, options.nowMs());
    }
  }
  options.onChange();
}

/** Resolves once the request is over, whether it succeeded or failed. */
async function send<Tile>(
  shelf: Shelf<Tile>,
  addresses: readonly TileAddress[],
  onDrawn: () => void,
): Promise<void> {
  const { options, requests, onTheWay } = shelf;
  const request: Request = { abort: new AbortController(), names: addresses.map(tileName) };
  const { signal } = request.abort;
  requests.add(request);
  for (const name of request.names) onTheWay.add(name);
  try {
    await options.load(addresses, signal, (address, tile) => {
      if (signal.aborted) return;
      put(shelf, tileName(address), tile);
      if (shelf.drawn.has(tileName(address))) onDrawn();
    });
  } catch {
    if (!signal.aborted) fail(shelf, request);
  }
  if (!signal.aborted) drop(shelf, request);
}

export function createTileCache<Tile>(options: TileCacheOptions<Tile>): TileCache<Tile> {
  const shelf = emptyShelf(options);
  const [idle, complete] = [createIdle(), createIdle()];
  // The change is reported before completeness, so that nobody regards tiles that still wait to be painted as drawn.
  const onDrawn = (): void => {
    options.onChange();
    complete.set(isComplete(shelf));
  };
  const pump = (): void => {
    if (shelf.closed) return;
    for (let next = nextMissing(shelf); next.length > 0; next = nextMissing(shelf)) {
      void send(shelf, next, onDrawn).then(pump);
    }
    complete.set(isComplete(shelf));
    idle.set(shelf.requests.size === 0);
  };
  return {
    get: (address) => touch(shelf, tileName(address)),
    has: (name) => shelf.kept.has(name),
    want: (addresses, drawn = addresses.length) => {
      if (shelf.closed) return;
      shelf.wanted = new Map(addresses.map((address) => [tileName(address), address]));
      shelf.drawn = new Set([...shelf.wanted.keys()].slice(0, drawn));
      abortUnwanted(shelf);
      pump();
    },
    isWhole: () => shelf.drawn.size > 0 && [...shelf.drawn].every((name) => shelf.kept.has(name)),
    failedCount: () => [...shelf.failedAt.keys()].filter((name) => shelf.wanted.has(name)).length,
    retry: () => shelf.failedAt.clear(),
    bytes: () => shelf.bytes,
    idle,
    complete,
    close: () => {
      clear(shelf);
      complete.set(true);
      idle.set(true);
    },
  };
}
