/**
 * A store whose writers stop while so many bytes of the disk are still free. Asked before the first byte and at every
 * mebibyte, since others write meanwhile and a file may be longer than it was stated to be.
 *
 * Law: so many writers as there can ever be at once, each between two questions, do not go below the floor.
 */
import { FileFault, type FileStore, type FileWriter } from './file-store.ts';

const askEveryBytes = 1024 ** 2;
/** What writers may have written since they asked: 64 of them. */
const marginBytes = 64 * askEveryBytes;

/** Throws `files/no-room` where fewer bytes are free. */
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
