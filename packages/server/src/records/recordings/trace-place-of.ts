/** Returns where the samples of a recording's row are stored. */
import { storedPyramid } from '../../platform/db/schema/recording-shapes.ts';
import type { TracePlace } from './trace-place.ts';

export function tracePlaceOf(row: { readonly trace_sha256: string; readonly pyramid: unknown }): TracePlace {
  const { trace_sha256 } = row;
  const pyramid = storedPyramid.parse(row.pyramid);
  if (!('packed' in pyramid)) return { trace_sha256, header_bytes: pyramid.header_bytes };
  const { header_bytes, ...packed } = pyramid.packed;
  return { trace_sha256, header_bytes, packed };
}
