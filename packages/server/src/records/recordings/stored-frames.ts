/** The samples of a stored recording, a stretch at a time, in order. */
import type { TraceLead } from '@rhythmdesk/ecg/formats/trace-data';
import type { FileStore } from '../../platform/files/file-store.ts';

export type StoredFrames = {
  readonly trace_sha256: string;
  readonly header_bytes: number;
  readonly samples: number;
  readonly sampling_hz: number;
  readonly leads: readonly TraceLead[];
};

/** Where samples are read from. */
export type SignalSource = { readonly files: Pick<FileStore, 'read'> };

/** Samples of one lead in about 256 kB, in whole multiples. */
export function stretchSamples(leads: number, multiple = 1): number {
  return multiple * Math.max(1, Math.floor(131_072 / (leads * multiple)));
}

function wordsOf(bytes: Buffer): Int16Array<ArrayBuffer> {
  const words = new Int16Array(bytes.byteLength / 2);
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

/** Stretches of `step` samples of each lead, the last one shorter. */
export async function* readFrames(
  files: SignalSource['files'],
  { trace_sha256, header_bytes, samples, leads }: StoredFrames,
  step: number,
): AsyncGenerator<Int16Array<ArrayBuffer>, undefined> {
  const frameBytes = 2 * leads.length;
  for (let from = 0; from < samples; from += step) {
    const length = frameBytes * Math.min(step, samples - from);
    yield wordsOf(await files.read(trace_sha256, { start: header_bytes + frameBytes * from, length }));
  }
}
