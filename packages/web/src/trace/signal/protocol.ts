/**
 * What the page and its trace worker exchange: a request with a tile's bytes, a decoded tile as the answer.
 *
 * Bytes go in and typed arrays come out, both transferred, never copied. A message is checked where it arrives.
 */
type SampleTile = { readonly kind: 'samples'; readonly samples: Int16Array<ArrayBuffer> };
type BucketTile = {
  readonly kind: 'buckets';
  readonly min: Int16Array<ArrayBuffer>;
  readonly max: Int16Array<ArrayBuffer>;
  /** 1 where any sample of the bucket is missing. */
  readonly gap: Uint8Array<ArrayBuffer>;
};
export type TraceTile = SampleTile | BucketTile;

/** One request: the bytes of a tile at a level. */
export type DecodeBody = { readonly level: number; readonly bytes: ArrayBuffer };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isDecode(value: unknown): value is DecodeBody & { readonly id: number } {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['level'] === 'number' &&
    value['bytes'] instanceof ArrayBuffer
  );
}

export function isTile(value: unknown): value is TraceTile {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'samples') return value['samples'] instanceof Int16Array;
  const extremes = value['min'] instanceof Int16Array && value['max'] instanceof Int16Array;
  return value['kind'] === 'buckets' && extremes && value['gap'] instanceof Uint8Array;
}

export function tileMemory(tile: TraceTile): number {
  if (tile.kind === 'samples') return tile.samples.byteLength;
  return tile.min.byteLength + tile.max.byteLength + tile.gap.byteLength;
}

export function tileBuffers(tile: TraceTile): ArrayBuffer[] {
  if (tile.kind === 'samples') return [tile.samples.buffer];
  return [...new Set([tile.min.buffer, tile.max.buffer, tile.gap.buffer])];
}
