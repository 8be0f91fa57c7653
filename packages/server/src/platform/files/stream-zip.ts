/** Streams a zip while it is read: each entry is made when it is sent, and nothing is stored. */
import { Readable } from 'node:stream';
import { ZipWriter } from '@zip.js/zip.js';

export type ZipPart = {
  readonly name: string;
  /** Compression level; 0 stores the bytes unchanged. */
  readonly level: number;
  /** True if the entry may exceed 4 GB. */
  readonly zip64: boolean;
  readonly bytes: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Entries that may be opened one after the other, while the zip is sent. */
export type ZipParts = Iterable<ZipPart> | AsyncIterable<ZipPart>;

export function streamZip(parts: ZipParts): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { useWebWorkers: false });
  const write = async (): Promise<void> => {
    for await (const { name, level, zip64, bytes } of parts) {
      await zip.add(name, ReadableStream.from<Uint8Array>(bytes()), { level, zip64 });
    }
    await zip.close();
  };
  // If the reader has gone, writing ends; the reader reports its own error.
  write().catch((fault: unknown) => writable.abort(fault).catch(() => undefined));
  return Readable.fromWeb(readable);
}
