/** Loads tiles: reads them from a response as they arrive; raw ones are unpacked in the page's worker. */
import type { TileAddress } from '@rhythmdesk/contract/recordings';
import type { LoadTiles } from './tile-cache.ts';
import { unpackTile } from './tile-thread.ts';
import { decodeTraceTile, readPieces, type TraceTile } from './trace-tile.ts';

/**
 * The lengths of tiles and then their bytes, in the order in which they are named; raw tiles are packed. Rejects if they
 * cannot be fetched.
 */
export type FetchTiles = (
  tiles: readonly TileAddress[],
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array>>;

export const tileLoader =
  (fetchTiles: FetchTiles, unpack: typeof unpackTile = unpackTile): LoadTiles<TraceTile> =>
  async (tiles, signal, onTile) => {
    const unpacking: Promise<void>[] = [];
    const addRaw = async (tile: TileAddress, bytes: Uint8Array<ArrayBuffer>): Promise<void> =>
      onTile(tile, { kind: 'samples', samples: await unpack(bytes) });
    const reading = readPieces(await fetchTiles(tiles, signal), tiles.length, (bytes, at) => {
      const tile = tiles[at];
      if (tile === undefined) return;
      if (tile.level > 0) return onTile(tile, decodeTraceTile(tile.level, bytes));
      const raw = addRaw(tile, bytes);
      // A failure is reported below, after the last byte.
      raw.catch(() => undefined);
      unpacking.push(raw);
    });
    try {
      await reading;
    } finally {
      await Promise.allSettled(unpacking);
    }
    await Promise.all(unpacking);
  };
