// Encodes a whole TraceViewData.dat for a signal in memory; long ones use OverviewMaker chunk by chunk.

import {
  encodeTraceViewHeader,
  traceViewFileBytes,
  traceViewHeaderBytes,
} from '../formats/trace-view-data.ts';
import { OverviewMaker } from './overview.ts';

/** Returns the file's bytes. `frames` are the interleaved samples of all leads. */
export function encodeTraceView(
  frames: Int16Array,
  leadCount: number,
  samplesPerBucket: number,
): Uint8Array<ArrayBuffer> {
  const samples = frames.length / leadCount;
  const buckets = Math.ceil(samples / samplesPerBucket);
  const bytes = new Uint8Array(traceViewFileBytes(leadCount, buckets));
  bytes.set(encodeTraceViewHeader({ leads: leadCount, samples_per_bucket: samplesPerBucket, buckets }));
  const words = new Int16Array(bytes.buffer, traceViewHeaderBytes);
  let at = 0;
  const maker = new OverviewMaker(leadCount, samplesPerBucket, 'frames', (pairs) => {
    words.set(pairs, at);
    at += pairs.length;
  });
  maker.addFrames(frames, 0, samples);
  maker.finish();
  return bytes;
}
