/**
 * Wraps a store so that its writers stop before the free space of the disk falls below a minimum. The free space is
 * checked before the first byte and at every mebibyte, because others write at the same time and a file may be longer
 * than was declared.
 *
 * Invariant: the maximum number of simultaneous writers, each between two checks, does not go below the minimum.
 */
import { FileFault, type FileStore, type FileWriter } from './file-store.ts';

const askEveryBytes = 1024 ** 2;
/** The bytes that writers may have written since their last check: 64 writers. */
const marginBytes = 64 * askEveryBytes;

/** Throws `files/no-room` if fewer bytes are free. */
async function requireFree(freeBytes: () => Promise<number>, floorBytes: number): Promise<void> {
  const free = await freeBytes();
  if (free < floorBytes) throw new FileFault('files/no-room', `the disk has ${free} bytes left`);
}

function keepingWriter(writer: FileWriter, ask: () => Promise<void>): FileWriter {
  let sinceCheck = askEveryBytes;
  return {
    ...writer,
    write: async (chunk) => {
      if (sinceCheck + chunk.byteLength > askEveryBytes) {
        await ask();
        sinceCheck = 0;
      }
      sinceCheck += chunk.byteLength;
      await writer.write(chunk);
    },
  };
}

export function keepFloor(store: FileStore, floorBytes: number): FileStore {
  if (floorBytes === 0) return store;
  const kept: FileStore = {
    ...store,
    create: async () =>
      keepingWriter(await store.create(), () =>
        requireFree(() => kept.freeBytes(), floorBytes + marginBytes),
      ),
  };
  return kept;
}
