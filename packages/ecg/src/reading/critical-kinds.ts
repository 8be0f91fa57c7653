/** Lists the kinds of findings that each rule for critical findings judges. */
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { Episode } from '../rhythm/summary.ts';

export const criticalKinds = {
  vf: ['vfl', 'vf'],
  vt: ['vt'],
  pause: ['pause', 'standstill', 'asystole'],
  av_block: ['avb3', 'avb_high', 'mobitz', 'avb_2to1', 'avb2', 'wenckebach'],
  fast_af: ['af', 'afl'],
  slow: ['brady'],
} as const satisfies Readonly<Record<string, readonly RhythmKey[]>>;

const { fast_af, ...others } = criticalKinds;
const fibrillation: readonly RhythmKey[] = fast_af;
const always: readonly RhythmKey[] = Object.values(others).flat();

/**
 * Returns whether a finding may be critical, whatever the other limits of a center are: every finding that a rule judges
 * by its kind, and fibrillation or flutter above the center's limit `fast_bpm`.
 */
export const mayBeCritical = ({ kind, bpm }: Pick<Episode, 'kind' | 'bpm'>, fast_bpm: number): boolean =>
  always.includes(kind) || (fibrillation.includes(kind) && (bpm ?? 0) > fast_bpm);
