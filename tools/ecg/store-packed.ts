/** Stores frames as the server stores a recording: packed. */
import { TracePacker } from '@rhythmdesk/ecg/packing/packed-trace';
import type { FileStore } from '@rhythmdesk/server/platform/files/file-store';
import type { TracePlace } from '@rhythmdesk/server/records/recordings/trace-place';

type Shape = { readonly leads: number; readonly samples: number };

/** `header`: the bytes of the header of TraceData.dat; `parts`: the frames in order. */
export async function storePacked(
  files: FileStore,
  shape: Shape,
  header: Uint8Array,
  parts: Iterable<Int16Array>,
): Promise<TracePlace> {
  const writer = await files.create();
  const waiting: Uint8Array[] = [];
  const packer = new TracePacker(shape, header, (bytes) => waiting.push(bytes));
  for (const part of parts) {
    packer.push(part);
    await writer.write(Buffer.concat(waiting.splice(0)));
  }
  const { header_bytes, ...packed } = packer.finish();
  await writer.write(Buffer.concat(waiting));
  return { trace_sha256: (await writer.commit()).sha256, header_bytes, packed };
}
