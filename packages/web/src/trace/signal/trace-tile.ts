/** Describes a tile as the page caches it, and decodes it from a response. `ecg/pyramid` defines its byte format. */
import { decodeTile, wordsOf } from '@rhythmdesk/ecg/pyramid/tile';

type SampleTile = { readonly kind: 'samples'; readonly samples: Int16Array };
type BucketTile = {
  readonly kind: 'buckets';
  readonly min: Int16Array;
  readonly max: Int16Array;
  /** 1 if any sample of the bucket is missing. */
  readonly gap: Uint8Array;
};
export type TraceTile = SampleTile | BucketTile;

/**
 * Decodes a tile that is not packed. Throws a RangeError if the bytes are not a tile of that level. It takes microseconds,
 * so no worker is used.
 */
export function decodeTraceTile(level: number, bytes: Uint8Array): TraceTile {
  if (level === 0) return { kind: 'samples', samples: wordsOf(bytes) };
  return { kind: 'buckets', ...decodeTile(bytes) };
}

export function tileMemory(tile: TraceTile): number {
  if (tile.kind === 'samples') return tile.samples.byteLength;
  return tile.min.byteLength + tile.max.byteLength + tile.gap.byteLength;
}

/** No tile is longer; a longer one is not waited for. */
const mostBytes = 65_536;

/** Returns the lengths of the pieces, which come before them. Throws a RangeError if one cannot be right. */
function sizesIn(lengths: Uint8Array<ArrayBuffer>): number[] {
  const view = new DataView(lengths.buffer);
  const sizes = Array.from({ length: lengths.length / 4 }, (_, at) => view.getUint32(4 * at, true));
  if (sizes.some((size) => size === 0 || size > mostBytes)) throw new RangeError('a tile has a wrong length');
  return sizes;
}

/**
 * Cuts a response into its pieces and passes on each, in memory of its own, as soon as its last byte has arrived, so that
 * what is in view is drawn before the rest has arrived. Rejects with a RangeError if there are more or fewer bytes.
 */
export async function readPieces(
  body: ReadableStream<Uint8Array>,
  count: number,
  onPiece: (bytes: Uint8Array<ArrayBuffer>, at: number) => void,
): Promise<void> {
  const reader = body.getReader();
  let sizes: readonly number[] = [];
  // The lengths come first.
  let at = -1;
  let piece = new Uint8Array(4 * count);
  let filled = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    let rest = next.value;
    while (rest.length > 0) {
      const part = rest.subarray(0, piece.length - filled);
      if (part.length === 0) throw new RangeError('more bytes than the tiles have');
      piece.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < piece.length) continue;
      if (at < 0) sizes = sizesIn(piece);
      else onPiece(piece, at);
      at += 1;
      piece = new Uint8Array(sizes[at] ?? 0);
      filled = 0;
    }
  }
  if (at < count) throw new RangeError('fewer bytes than the tiles have');
}
