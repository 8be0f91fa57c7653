/** Accesses stretches of a ring whose length is a power of two: copies them in and out, or reads them in place. */

export function copyToRing(
  values: Float32Array,
  from: number,
  count: number,
  ring: Float32Array,
  to: number,
): void {
  const at = to & (ring.length - 1);
  const first = Math.min(count, ring.length - at);
  ring.set(values.subarray(from, from + first), at);
  if (first < count) ring.set(values.subarray(from + first, from + count), 0);
}

export function copyFromRing(ring: Float32Array, from: number, count: number, into: Float32Array): void {
  const at = from & (ring.length - 1);
  const first = Math.min(count, ring.length - at);
  into.set(ring.subarray(at, at + first), 0);
  if (first < count) into.set(ring.subarray(0, count - first), first);
}

/**
 * Returns the `count` values from index `from` without a break: the ring itself, or a copy in `spare` if they wrap
 * around the ring's end. `placeIn` returns where they begin in the result.
 */
export function unbroken(ring: Float32Array, from: number, count: number, spare: Float32Array): Float32Array {
  const mask = ring.length - 1;
  if ((from & mask) + count <= ring.length) return ring;
  for (let k = 0; k < count; k++) spare[k] = ring[(from + k) & mask] ?? 0;
  return spare;
}
export const placeIn = (row: Float32Array, ring: Float32Array, from: number): number =>
  row === ring ? from & (ring.length - 1) : 0;
