/**
 * Reads packed recordings: the positions of their blocks, and the samples in them. The positions of the latest
 * recordings are cached; a stored file never changes.
 */
import { unpackBlock } from '@rhythmdesk/ecg/packing/packed-block';
import { prefixBytes, readPackedIndex } from '@rhythmdesk/ecg/packing/packed-trace';
import { tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import { FileFault, type FileStore } from '../../platform/files/file-store.ts';
import type { TracePlace } from './trace-place.ts';

export type PackedPlace = TracePlace & { readonly packed: NonNullable<TracePlace['packed']> };
type Files = Pick<FileStore, 'read'>;

export const isPacked = <Place extends TracePlace>(place: Place): place is Place & PackedPlace =>
  place.packed !== undefined;

const damaged = ({ trace_sha256 }: TracePlace, fault: string): FileFault =>
  new FileFault('files/damaged', `the packed recording ${trace_sha256} is damaged: ${fault}`);

async function readStarts(files: Files, place: PackedPlace): Promise<Float64Array> {
  const { trace_sha256, header_bytes } = place;
  const { index_start, file_bytes } = place.packed;
  const head = await files.read(trace_sha256, { start: 0, length: prefixBytes });
  const index = await files.read(trace_sha256, { start: index_start, length: file_bytes - index_start });
  const found = readPackedIndex(head, index, { header_bytes, index_start, file_bytes });
  if (!found.ok) throw damaged(place, found.fault);
  return found.starts;
}

const recordingsKept = 64;
const kept = new Map<string, Promise<Float64Array>>();

/** Returns where each block begins: tile 0 of every lead, tile 1 of every lead, …; then where the last one ends. */
export function blockStarts(files: Files, place: PackedPlace): Promise<Float64Array> {
  const name = place.trace_sha256;
  const found = kept.get(name) ?? readStarts(files, place);
  kept.delete(name);
  kept.set(name, found);
  found.catch(() => {
    if (kept.get(name) === found) kept.delete(name);
  });
  const [oldest] = kept.keys();
  if (kept.size > recordingsKept && oldest !== undefined) kept.delete(oldest);
  return found;
}

/** Returns the samples of a block, valid until the next call. Throws if it is damaged or has not so many. */
export function samplesOf(place: TracePlace, block: Uint8Array, count?: number): Int16Array {
  const found = unpackBlock(block);
  if (!found.ok) throw damaged(place, `${found.fault} of a block`);
  if (count !== undefined && found.samples.length < count) throw damaged(place, 'samples of a block');
  return found.samples;
}

/** Returns the frames from sample `from` up to `to`, in memory of their own. */
export async function readPackedFrames(
  files: Files,
  place: PackedPlace,
  leads: number,
  from: number,
  to: number,
): Promise<Int16Array> {
  const frames = new Int16Array(leads * (to - from));
  if (frames.length === 0) return frames;
  const starts = await blockStarts(files, place);
  const first = leads * Math.floor(from / tileSamples);
  const end = leads * Math.ceil(to / tileSamples);
  const start = starts[first];
  if (start === undefined || end >= starts.length) throw damaged(place, 'samples');
  const bytes = await files.read(place.trace_sha256, { start, length: (starts[end] ?? 0) - start });
  for (let block = first; block < end; block++) {
    const own = bytes.subarray((starts[block] ?? 0) - start, (starts[block + 1] ?? 0) - start);
    const tile = Math.floor(block / leads) * tileSamples;
    const samples = samplesOf(place, own, Math.min(tileSamples, to - tile));
    copyLead(samples.subarray(Math.max(0, from - tile), to - tile), frames, {
      start: leads * Math.max(0, tile - from) + (block % leads),
      stride: leads,
    });
  }
  return frames;
}

function copyLead(
  samples: Int16Array,
  frames: Int16Array,
  { start, stride }: { readonly start: number; readonly stride: number },
): void {
  if (stride === 1) frames.set(samples, start);
  else for (let i = 0, at = start; i < samples.length; i++, at += stride) frames[at] = samples[i] ?? 0;
}
