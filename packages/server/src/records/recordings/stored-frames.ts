/** Reads the samples of a stored recording in order, one section at a time, for the analysis and for every export. */
import type { TraceLead } from '@rhythmdesk/ecg/formats/trace-data';
import { tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import type { FileStore } from '../../platform/files/file-store.ts';
import { isPacked, readPackedFrames } from './packed-frames.ts';
import type { TracePlace } from './trace-place.ts';

export type StoredFrames = TracePlace & {
  readonly samples: number;
  readonly sampling_hz: number;
  readonly leads: readonly TraceLead[];
};

/** Where samples are read from. */
export type SignalSource = { readonly files: Pick<FileStore, 'read'> };

/** Returns the number of samples per lead in about 256 kB, as a multiple of `multiple`. */
export function stretchSamples(leads: number, multiple = 1): number {
  return multiple * Math.max(1, Math.floor(131_072 / (leads * multiple)));
}

/** Returns the bytes as 16-bit words; they are copied only if they begin at an odd offset. */
function wordsOf(bytes: Uint8Array): Int16Array {
  const even = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.from(bytes);
  return new Int16Array(even.buffer, even.byteOffset, even.byteLength >> 1);
}

type FrameLayout = TracePlace & Pick<StoredFrames, 'samples'> & { readonly leads: readonly unknown[] };

/** Reads the frames from sample `from` up to `to`, which must fit into memory together. */
export async function readStretch(
  files: SignalSource['files'],
  { leads, ...place }: Omit<FrameLayout, 'samples'>,
  from: number,
  to: number,
): Promise<Int16Array> {
  if (isPacked(place)) return readPackedFrames(files, place, leads.length, from, to);
  const { trace_sha256, header_bytes } = place;
  const frameBytes = 2 * leads.length;
  const start = header_bytes + frameBytes * from;
  return wordsOf(await files.read(trace_sha256, { start, length: frameBytes * (to - from) }));
}

/** Divides sections into others of `size` values, the last one shorter. */
async function* divided(
  sections: AsyncIterable<Int16Array>,
  size: number,
): AsyncGenerator<Int16Array, undefined> {
  let rest = new Int16Array(0);
  for await (const section of sections) {
    let words = section;
    if (rest.length > 0) {
      words = new Int16Array(rest.length + section.length);
      words.set(rest);
      words.set(section, rest.length);
    }
    let at = 0;
    for (; at + size <= words.length; at += size) yield words.subarray(at, at + size);
    rest = words.slice(at);
  }
  if (rest.length > 0) yield rest;
}

/**
 * Reads sections of `step` samples of each lead, the last one shorter. Packed recordings are read in whole blocks, so
 * that no block is unpacked twice.
 */
export function readFrames(
  files: SignalSource['files'],
  layout: FrameLayout,
  step: number,
): AsyncGenerator<Int16Array, undefined> {
  const isAligned = !isPacked(layout) || step % tileSamples === 0;
  if (isAligned) return readSections(files, layout, step);
  const aligned = tileSamples * Math.ceil(step / tileSamples);
  return divided(readSections(files, layout, aligned), step * layout.leads.length);
}

/** Reads each section while the previous one is processed, so that the disk stays busy. */
async function* readSections(
  files: SignalSource['files'],
  { samples, ...place }: FrameLayout,
  step: number,
): AsyncGenerator<Int16Array, undefined> {
  const stretchAt = (from: number): Promise<Int16Array> => {
    const stretch = readStretch(files, place, from, Math.min(from + step, samples));
    stretch.catch(() => undefined);
    return stretch;
  };
  if (samples === 0) return;
  let stretch = stretchAt(0);
  for (let from = 0; from < samples; from += step) {
    const words = await stretch;
    if (from + step < samples) stretch = stretchAt(from + step);
    yield words;
  }
}
