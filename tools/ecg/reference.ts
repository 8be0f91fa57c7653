/**
 * Converts WFDB annotations to EC57 reference beats: the AAMI class of each symbol, and the segments that are not
 * compared.
 */
import { byteQ } from '@rhythmdesk/ecg/beats/beat-class';
import { beatLabels, wfdbCodes } from '@rhythmdesk/ecg/labels/beat-labels';
import type { LabelledBeats, Segment } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import type { Annotation } from './records.ts';

const byteOf = new Map(
  wfdbCodes.flatMap((code) => (code.beat ? [[code.mnemonic, beatLabels[code.beat].byte] as const] : [])),
);

export function referenceBeats(annotations: readonly Annotation[]): LabelledBeats {
  const beats = annotations.filter((note) => byteOf.has(note.symbol));
  return {
    samples: Uint32Array.from(beats, (note) => note.sample),
    classes: Uint8Array.from(beats, (note) => byteOf.get(note.symbol) ?? byteQ),
  };
}

/** Returns ventricular flutter and fibrillation, from '[' to ']' (EC57 excludes them from beat-by-beat comparison). */
export function flutterSegments(annotations: readonly Annotation[], marginSamples: number): Segment[] {
  const segments: Segment[] = [];
  let start = -1;
  for (const note of annotations) {
    if (note.symbol === '[') start = note.sample;
    if (note.symbol === ']' && start >= 0) {
      segments.push({ start: start - marginSamples, end: note.sample + marginSamples });
      start = -1;
    }
  }
  return segments;
}

/** Returns 1 for each of `peaks` in annotated atrial fibrillation. */
export function inFibrillation(annotations: readonly Annotation[], peaks: Uint32Array): Uint8Array {
  const changes = annotations.filter(({ aux }) => aux.startsWith('('));
  let next = 0;
  return Uint8Array.from(peaks, (peak) => {
    while ((changes[next]?.sample ?? Infinity) <= peak) next++;
    return Number((changes[next - 1]?.aux ?? '').startsWith('(AFIB'));
  });
}
