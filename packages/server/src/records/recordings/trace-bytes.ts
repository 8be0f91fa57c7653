/** Makes TraceData.dat again from its packed form. */
import { createHash } from 'node:crypto';
import { prefixBytes } from '@rhythmdesk/ecg/packing/packed-trace';
import { FileFault } from '../../platform/files/file-store.ts';
import { readFrames, stretchSamples, type SignalSource, type StoredFrames } from './stored-frames.ts';

/**
 * Yields the bytes of TraceData.dat. Throws `files/damaged` before the last ones if they differ from those that were
 * received, whose SHA-256 is `content_sha256`.
 */
export async function* traceBytes(
  files: SignalSource['files'],
  frames: Omit<StoredFrames, 'sampling_hz'>,
  content_sha256: string,
): AsyncGenerator<Uint8Array, undefined> {
  const { trace_sha256, header_bytes, leads } = frames;
  const hash = createHash('sha256');
  let held: Uint8Array = await files.read(trace_sha256, { start: prefixBytes, length: header_bytes });
  for await (const words of readFrames(files, frames, stretchSamples(leads.length))) {
    hash.update(held);
    yield held;
    held = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  }
  if (hash.update(held).digest('hex') !== content_sha256)
    throw new FileFault(
      'files/damaged',
      `the packed recording ${trace_sha256} differs from what was received`,
    );
  yield held;
}
