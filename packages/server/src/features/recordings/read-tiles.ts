/** Reads the tiles of a recording from its files. */
import type { TileAddress } from '@rhythmdesk/contract/recordings';
import { packBlock } from '@rhythmdesk/ecg/packing/packed-block';
import { tileRange } from '@rhythmdesk/ecg/pyramid/layout';
import { encodeSampleTile, wordsOf } from '@rhythmdesk/ecg/pyramid/tile';
import type { FileStore } from '../../platform/files/file-store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Places } from '../../records/recordings/open-recording.ts';
import { blockStarts, isPacked, samplesOf } from '../../records/recordings/packed-frames.ts';

/** A range of a file that is read at once, and the function that cuts the tile from its bytes. */
type Reading = {
  readonly sha256: string;
  readonly start: number;
  readonly length: number;
  readonly cut: (bytes: Buffer) => Uint8Array;
};

const copied = (bytes: Buffer): Uint8Array => new Uint8Array(bytes);

/** Finds a raw tile: a block if the recording is packed, otherwise frames of all leads. */
async function findRaw(
  files: FileStore,
  { shape: { lead_count }, trace }: Places,
  { lead, index }: TileAddress,
  range: { readonly offset: number; readonly length: number },
  packed: boolean,
): Promise<Reading> {
  const sha256 = trace.trace_sha256;
  if (!isPacked(trace)) {
    const cut = (bytes: Buffer) => encodeSampleTile(bytes, lead_count, lead);
    return {
      ...{ sha256, start: range.offset, length: range.length },
      cut: packed ? (bytes) => packBlock(wordsOf(cut(bytes))) : cut,
    };
  }
  const starts = await blockStarts(files, trace);
  const block = index * lead_count + lead;
  const start = starts[block] ?? 0;
  const length = (starts[block + 1] ?? 0) - start;
  const unpack = (bytes: Buffer): Uint8Array => {
    const samples = samplesOf(trace, bytes);
    return new Uint8Array(new Int16Array(samples).buffer);
  };
  return { sha256, start, length, cut: packed ? copied : unpack };
}

async function findTile(
  files: FileStore,
  places: Places,
  tile: TileAddress,
  packed: boolean,
): Promise<Reading> {
  const range = tileRange(places.shape, tile.lead, tile.level, tile.index);
  if (range === null) throw new Refusal('object/not-found');
  if (tile.level === 0) return findRaw(files, places, tile, range, packed);
  const sha256 = places.level_sha256[tile.level - 1];
  if (sha256 === undefined) throw new Refusal('object/not-found');
  return { sha256, start: range.offset, length: range.length, cut: copied };
}

type Placed = Reading & { readonly at: number };

/** Divides readings into those of which one range of bytes is read: equal ones, and those that touch. */
function together(readings: readonly Placed[]): Placed[][] {
  const groups: Placed[][] = [];
  const sorted = readings.toSorted((a, b) => a.sha256.localeCompare(b.sha256) || a.start - b.start);
  for (const reading of sorted) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isNear =
      last?.sha256 === reading.sha256 &&
      (reading.start === last.start || reading.start === last.start + last.length);
    if (isNear) group?.push(reading);
    else groups.push([reading]);
  }
  return groups;
}

/** Returns the tiles in their order. With `packed`, raw tiles are packed blocks. */
export async function readTiles(
  files: FileStore,
  places: Places,
  tiles: readonly TileAddress[],
  packed: boolean,
): Promise<Uint8Array[]> {
  const found = await Promise.all(
    tiles.map(async (tile, at) => ({ at, ...(await findTile(files, places, tile, packed)) })),
  );
  const bodies: Uint8Array[] = [];
  const read = async (group: readonly Placed[]): Promise<void> => {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) return;
    const { sha256, start } = first;
    await files.lend(sha256, { start, length: last.start + last.length - start }, (bytes) => {
      for (const one of group)
        bodies[one.at] = one.cut(bytes.subarray(one.start - start, one.start - start + one.length));
    });
  };
  await Promise.all(together(found).map(read));
  return bodies;
}
