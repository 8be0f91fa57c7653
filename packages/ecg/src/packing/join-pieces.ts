/** Joins pieces behind their lengths, 32 bits each, little-endian: the answer to a request of packed tiles. */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = 4 * pieces.length;
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, head));
  const view = new DataView(joined.buffer);
  let at = head;
  for (const [number, piece] of pieces.entries()) {
    view.setUint32(4 * number, piece.length, true);
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
