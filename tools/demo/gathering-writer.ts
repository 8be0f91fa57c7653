/** Writes a stored file in a few large pieces, because a generated signal comes in many small ones. */
import type { FileWriter } from '@rhythmdesk/server/platform/files/file-store';

const gatheredBytes = 256 * 1024;

/** Wraps a writer of the store so that it gets few large pieces instead of many small ones. */
export function gathering(writer: FileWriter): Pick<FileWriter, 'write' | 'commit'> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const piece = Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
    await writer.write(piece);
  };
  return {
    write: async (chunk) => {
      waiting.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= gatheredBytes) await flush();
    },
    commit: async () => {
      await flush();
      return writer.commit();
    },
  };
}
