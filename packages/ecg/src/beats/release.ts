/**
 * Frees the memory of unused arrays at once, without waiting for the garbage collector: after fourteen days these are
 * tens of megabytes, and the next ones are already being allocated. If the runtime does not support this, it does
 * nothing.
 */
interface Movable {
  transfer(length: number): unknown;
}
const canMove = (buffer: object): buffer is Movable => 'transfer' in buffer;

/** Releases the arrays; they are empty afterwards. */
export function release(...arrays: readonly { readonly buffer: object }[]): void {
  for (const { buffer } of arrays) if (canMove(buffer)) buffer.transfer(0);
}
