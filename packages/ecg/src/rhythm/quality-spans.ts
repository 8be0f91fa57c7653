/**
 * Converts the seconds that cannot be read beat by beat to spans: no signal, noise, and ventricular flutter or
 * fibrillation, which is a finding and never noise. Flutter interrupted by up to five unreadable seconds is one episode
 * that includes the interruption.
 *
 * Invariants: every second that is not usable is in exactly one span; no usable second is in any.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import { qualityCode } from '../signal/quality.ts';
import type { Quality } from '../signal/quality.ts';

const longestBreakS = 5;

type SpanKind = 'noise' | 'no_signal' | 'vfl';

const kindOf = (code: number): SpanKind | null =>
  code === qualityCode.usable
    ? null
    : code === qualityCode.no_signal
      ? 'no_signal'
      : code === qualityCode.flutter
        ? 'vfl'
        : 'noise';

export interface QualitySpan {
  readonly kind: SpanKind;
  readonly start_sample: number;
  readonly end_sample: number;
}

export function qualitySpans(quality: Quality, beats: BeatTable): QualitySpan[] {
  const hz = beats.sampling_hz;
  const codes = joinedFlutter(quality);
  const spans: QualitySpan[] = [];
  for (let from = 0; from < quality.seconds;) {
    const kind = kindOf(codes[from] ?? 0);
    let to = from + 1;
    while (to < quality.seconds && kindOf(codes[to] ?? 0) === kind) to++;
    const start_sample = Math.round(from * hz);
    const end_sample = Math.min(beats.length, Math.round(to * hz));
    if (kind !== null) spans.push({ kind, start_sample, end_sample });
    from = to;
  }
  return spans;
}

/** Returns the codes with short unreadable breaks between flutter filled. */
function joinedFlutter(quality: Quality): Uint8Array {
  const codes = quality.used.slice();
  let last = -1;
  for (let s = 0; s < quality.seconds; s++) {
    if (codes[s] === qualityCode.usable) last = -1;
    if (codes[s] !== qualityCode.flutter) continue;
    if (last >= 0 && s - last - 1 <= longestBreakS) codes.fill(qualityCode.flutter, last, s);
    last = s;
  }
  return codes;
}
