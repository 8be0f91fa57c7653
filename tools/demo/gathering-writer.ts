/** Hands a stored file on in few large pieces, since a signal is drawn in many small ones. */
import type { FileWriter } from '@rhythmdesk/server/platform/files/file-store';

const gatheredBytes = 256 * 1024;

/** A writer of the store that gets few large pieces instead of many small ones. */
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
