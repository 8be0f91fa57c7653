/**
 * Gives the memory of arrays that nobody reads any more back at once, not when the collector comes by: after fourteen
 * days these are tens of megabytes, while the next ones are made. Where a runtime cannot do so, nothing happens.
 */
interface Movable {
  transfer(length: number): unknown;
}
const canMove = (buffer: object): buffer is Movable => 'transfer' in buffer;

/** The arrays are empty afterwards. */
export function release(...arrays: readonly { readonly buffer: object }[]): void {
  for (const { buffer } of arrays) if (canMove(buffer)) buffer.transfer(0);
}
