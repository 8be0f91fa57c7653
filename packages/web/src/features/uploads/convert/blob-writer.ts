/**
 * Collects a stream of bytes into a file of this browser. Incoming pieces become blobs, which the browser may store on
 * its disk, so that a zip of a recording of weeks is never in this thread's memory as a whole.
 */
const pieceBytes = 8 * 2 ** 20;

export type BlobWriter = {
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>>;
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** The written data; for `writable`, after it has closed. */
  readonly blob: () => Blob;
};

export function blobWriter(): BlobWriter {
  const blobs: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const close = (): void => {
    blobs.push(new Blob(open));
    open = [];
    bytes = 0;
  };
  const write = (part: Uint8Array<ArrayBuffer>): void => {
    open.push(part);
    bytes += part.length;
    if (bytes >= pieceBytes) close();
  };
  return {
    writable: new WritableStream({ write }),
    write,
    blob: () => {
      close();
      return new Blob(blobs);
    },
  };
}
