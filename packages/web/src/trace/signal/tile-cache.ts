/**
 * Keeps the tiles that the screen needs, and asks for those that it lacks.
 *
 * The view hands over one ordered wish list at every move. What is on the list and missing is fetched in that
 * order, a few at a time; what is on its way and no longer on the list is aborted; what was used longest ago
 * leaves first once the byte budget is spent, and nothing on the newest list leaves.
 *
 * Laws: a tile never changes, so it is asked for once while it is kept; a failed tile is reported and asked for
 * again only when the list is handed over after `retryAfterMs`; `idle` is true only while nothing is on its way and
 * nothing wished for waits, `complete` while nothing that the screen draws does.
 */
import { createIdle } from './idle.ts';
import type { Idle } from './idle.ts';

export type TileAddress = { readonly lead: number; readonly level: number; readonly index: number };

export function tileName(address: TileAddress): string {
  return `${address.lead}/${address.level}/${address.index}`;
}

export type TileCacheOptions<Tile> = {
  readonly budgetBytes: number;
  readonly parallel: number;
  readonly retryAfterMs: number;
  readonly nowMs: () => number;
  readonly load: (address: TileAddress, signal: AbortSignal) => Promise<Tile>;
  readonly bytesOf: (tile: Tile) => number;
  /** A tile that is drawn arrived, or one failed: time to draw again. */
  readonly onChange: () => void;
};

export type TileCache<Tile> = {
  readonly get: (address: TileAddress) => Tile | undefined;
  /** The first `drawn` of them are drawn now, the others are fetched ahead; absent: all are drawn now. */
  readonly want: (addresses: readonly TileAddress[], drawn?: number) => void;
  /** Tiles of the newest list whose last answer was a failure. */
  readonly failedCount: () => number;
  /** Forgets failures, so that the next list asks for them at once. */
  readonly retry: () => void;
  readonly bytes: () => number;
  readonly idle: Idle;
  readonly complete: Idle;
  readonly close: () => void;
};

type Shelf<Tile> = {
  kept: Map<string, { tile: Tile; bytes: number }>;
  onTheWay: Map<string, AbortController>;
  failedAt: Map<string, number>;
  wanted: Map<string, TileAddress>;
  /** Those of the wanted that are drawn now. */
  drawn: ReadonlySet<string>;
  bytes: number;
  closed: boolean;
};

function emptyShelf<Tile>(): Shelf<Tile> {
  return {
    kept: new Map(),
    onTheWay: new Map(),
    failedAt: new Map(),
    wanted: new Map(),
    drawn: new Set(),
    bytes: 0,
    closed: false,
  };
}

function evict<Tile>(shelf: Shelf<Tile>, budgetBytes: number): void {
  for (const [name, entry] of shelf.kept) {
    if (shelf.bytes <= budgetBytes) return;
    if (shelf.wanted.has(name)) continue;
    shelf.kept.delete(name);
    shelf.bytes -= entry.bytes;
  }
}

function put<Tile>(shelf: Shelf<Tile>, name: string, tile: Tile, options: TileCacheOptions<Tile>): void {
  const bytes = options.bytesOf(tile);
  shelf.kept.set(name, { tile, bytes });
  shelf.bytes += bytes;
  shelf.failedAt.delete(name);
  evict(shelf, options.budgetBytes);
}

/** Moves a tile to the young end of the shelf: a Map keeps the order of insertion. */
function touch<Tile>(shelf: Shelf<Tile>, name: string): Tile | undefined {
  const entry = shelf.kept.get(name);
  if (entry === undefined) return undefined;
  shelf.kept.delete(name);
  shelf.kept.set(name, entry);
  return entry.tile;
}

function nextMissing<Tile>(
  shelf: Shelf<Tile>,
  nowMs: number,
  retryAfterMs: number,
): [string, TileAddress] | undefined {
  for (const entry of shelf.wanted) {
    const [name] = entry;
    if (shelf.kept.has(name) || shelf.onTheWay.has(name)) continue;
    const failedAt = shelf.failedAt.get(name);
    if (failedAt !== undefined && nowMs - failedAt < retryAfterMs) continue;
    return entry;
  }
  return undefined;
}

/** Whether everything that is drawn now has come or was lost. */
function isComplete<Tile>({ drawn, kept, failedAt, onTheWay }: Shelf<Tile>): boolean {
  for (const name of drawn) {
    if (!kept.has(name) && (!failedAt.has(name) || onTheWay.has(name))) return false;
  }
  return true;
}

function abortUnwanted<Tile>(shelf: Shelf<Tile>): void {
  for (const [name, abort] of shelf.onTheWay) {
    if (shelf.wanted.has(name)) continue;
    abort.abort();
    shelf.onTheWay.delete(name);
  }
}

function clear<Tile>(shelf: Shelf<Tile>): void {
  shelf.closed = true;
  for (const abort of shelf.onTheWay.values()) abort.abort();
  shelf.onTheWay.clear();
  shelf.kept.clear();
  shelf.bytes = 0;
}

async function loadOnto<Tile>(
  shelf: Shelf<Tile>,
  address: TileAddress,
  signal: AbortSignal,
  options: TileCacheOptions<Tile>,
): Promise<void> {
  try {
    const tile = await options.load(address, signal);
    if (!signal.aborted) put(shelf, tileName(address), tile, options);
  } catch {
    if (!signal.aborted) shelf.failedAt.set(tileName(address), options.nowMs());
  }
}

export function createTileCache<Tile>(options: TileCacheOptions<Tile>): TileCache<Tile> {
  const shelf = emptyShelf<Tile>();
  const [idle, complete] = [createIdle(), createIdle()];

  const fetchOne = async (name: string, address: TileAddress): Promise<void> => {
    const abort = new AbortController();
    shelf.onTheWay.set(name, abort);
    await loadOnto(shelf, address, abort.signal, options);
    if (shelf.onTheWay.get(name) === abort) shelf.onTheWay.delete(name);
    if (shelf.closed) return;
    const isSeen = shelf.drawn.has(name) || shelf.failedAt.has(name);
    // Before it is idle, so that nobody takes what waits to be painted for done.
    if (isSeen && !abort.signal.aborted) options.onChange();
    pump();
  };

  const pump = (): void => {
    while (shelf.onTheWay.size < options.parallel) {
      const next = nextMissing(shelf, options.nowMs(), options.retryAfterMs);
      if (next === undefined) break;
      void fetchOne(next[0], next[1]);
    }
    complete.set(isComplete(shelf));
    idle.set(shelf.onTheWay.size === 0);
  };

  const want = (addresses: readonly TileAddress[], drawn = addresses.length): void => {
    if (shelf.closed) return;
    shelf.wanted = new Map(addresses.map((address) => [tileName(address), address]));
    shelf.drawn = new Set([...shelf.wanted.keys()].slice(0, drawn));
    abortUnwanted(shelf);
    pump();
  };

  return {
    get: (address) => touch(shelf, tileName(address)),
    want,
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
