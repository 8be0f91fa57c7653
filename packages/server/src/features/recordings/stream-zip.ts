/** A zip that is written while it is read: each entry is made as it is sent, and nothing is kept. */
import { Readable } from 'node:stream';
import { ZipWriter } from '@zip.js/zip.js';

export type ZipPart = {
  readonly name: string;
  /** 0 leaves the bytes as they are. */
  readonly level: number;
  /** Set where the entry may pass 4 GB. */
  readonly zip64: boolean;
  readonly bytes: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

export function streamZip(parts: readonly ZipPart[]): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { useWebWorkers: false });
  const write = async (): Promise<void> => {
    for (const { name, level, zip64, bytes } of parts) {
      await zip.add(name, ReadableStream.from<Uint8Array>(bytes()), { level, zip64 });
    }
    await zip.close();
  };
  // A reader that has gone ends the writing; its own error is the reader's to tell.
  write().catch((fault: unknown) => writable.abort(fault).catch(() => undefined));
  return Readable.fromWeb(readable);
}
