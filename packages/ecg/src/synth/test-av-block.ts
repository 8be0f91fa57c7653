/**
 * Generates recordings with AV block: P waves in their own rhythm, with or without a QRS complex after them.
 *
 * The heart first beats normally, then every P wave is conducted by the rule of its block. P waves are drawn even if a
 * T wave or a QRS hides them. The same options and seed give the same recording.
 */
import type { AvBlockKind } from '../labels/rhythm-labels.ts';
import { BeatPainter } from './beat-painter.ts';
import { Disturbance } from './disturbance.ts';
import { synthPatients } from './patient.ts';
import type { Random } from './random.ts';
import { normal, seededRandom } from './random.ts';
import { beatShapes } from './wave-shapes.ts';

export interface DrawnBlock {
  readonly kind: AvBlockKind | 'none' | 'blocked_premature' | 'u_waves';
  readonly atrial_bpm: number;
  /** From the peak of a normally conducted P wave to the R peak. */
  readonly pr_s: number;
  /** How much PR grows until a P wave is dropped: the first step; each further one is half of the previous. */
  readonly growth_s: number;
  /**
   * P waves in a cycle, of which the last is dropped, or premature and dropped; for high-grade block only the first is
   * conducted.
   */
  readonly p_waves: number;
  /** Rate of the ventricles when they beat on their own. */
  readonly escape_bpm: number;
  /** Tells whether these beats come from the ventricles and are wide, or from the AV node and are narrow. */
  readonly is_wide_escape: boolean;
  /** Seconds before the block. */
  readonly normal_s: number;
  readonly block_s: number;
  readonly muscle_uv: number;
  /** Spread of the atrial rhythm, as a share of its interval. */
  readonly variation: number;
}

const usualBlock: DrawnBlock = {
  kind: 'none',
  atrial_bpm: 75,
  pr_s: 0.165,
  growth_s: 0.08,
  p_waves: 4,
  escape_bpm: 38,
  is_wide_escape: false,
  normal_s: 60,
  block_s: 60,
  muscle_uv: 9,
  variation: 0.02,
};

export interface BlockSignal {
  readonly frames: Int16Array;
  /** Samples of the R peaks and of the P peaks. */
  readonly beats: readonly number[];
  readonly p_waves: readonly number[];
  /** First and last sample of the block. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the time from a P wave to its beat; null if it is dropped. `k` counts P waves since the start of the block.
 */
function conduction({ kind, pr_s: pr, growth_s: growth, p_waves: n }: DrawnBlock, k: number): number | null {
  const place = k % n;
  switch (kind) {
    case 'wenckebach':
      return place === n - 1 ? null : pr + growth * 2 * (1 - 0.5 ** place);
    case 'mobitz':
    case 'blocked_premature':
      return place === n - 1 ? null : pr;
    case 'avb_2to1':
      return k % 2 === 1 ? null : pr;
    case 'avb_high':
      return place > 0 ? null : pr;
    case 'avb1':
      return pr + growth;
    case 'avb3':
      return null;
    case 'avb2':
    case 'none':
    case 'u_waves':
      return pr;
  }
}

/** Seconds from a beat to its U wave, which is drawn as a P wave. */
const uWave = 0.5;
/** How early a premature P wave comes, as a share of the usual interval. */
const early = 0.65;

interface Plan {
  readonly p_waves: number[];
  /** R peak and the interval before it, in seconds, and whether the beat is a wide escape beat. */
  readonly beats: (readonly [number, number, boolean])[];
}

function planOf(block: DrawnBlock, seconds: number, random: Random): Plan {
  const p_waves: number[] = [];
  const r: number[] = [];
  const until = block.normal_s + block.block_s;
  let dropped = 0;
  for (let at = 0.5, k = 0; at < seconds - 1;) {
    p_waves.push(at);
    const isBlocked = at >= block.normal_s && at < until;
    const pr = isBlocked ? conduction(block, k++) : block.pr_s;
    const isEarly =
      block.kind === 'blocked_premature' && isBlocked && k % block.p_waves === block.p_waves - 1;
    if (pr === null) dropped++;
    else r.push(at + pr);
    at += (isEarly ? early : 1) * interval(block, at, random);
  }
  if (block.kind === 'avb3' && dropped > 0) {
    const last = Math.max(0, ...r.filter((at) => at < block.normal_s + 0.5));
    for (let at = last + 1.3; at < until - 0.3; at += (60 / block.escape_bpm) * (1 + 0.01 * normal(random)))
      r.push(at);
    r.sort((a, b) => a - b);
  }
  const isEscape = (at: number): boolean => block.kind === 'avb3' && at > block.normal_s + 0.5 && at < until;
  return {
    p_waves,
    beats: r.map((at, i) => [at, at - (r[i - 1] ?? at - 0.8), block.is_wide_escape && isEscape(at)]),
  };
}

function interval({ atrial_bpm, variation }: DrawnBlock, at: number, random: Random): number {
  const breath = Math.sin(2 * Math.PI * 0.23 * at);
  return (60 / atrial_bpm) * (1 + variation * (0.8 * breath + 0.6 * normal(random)));
}

export function drawAvBlock(
  options: Partial<DrawnBlock>,
  { hz = 250, seed = 7, gain_uv = 2.5, after_s = 30 } = {},
): BlockSignal {
  const block = { ...usualBlock, ...options };
  const random = seededRandom(seed);
  const seconds = block.normal_s + block.block_s + after_s;
  const { p_waves, beats } = planOf(block, seconds, random);
  const painter = new BeatPainter(hz, beatShapes(['II'], random));
  const signal = new Float32Array(Math.round(seconds * hz));
  for (const at of p_waves) painter.paintPWave(at, [signal], 0);
  for (const [at_s, rr_s, isWide] of beats)
    painter.paint({ at_s, rr_s, beat_class: isWide ? 'V' : 'N', p_wave: 'none' }, 1, [signal], 0);
  if (block.kind === 'u_waves')
    for (const [at] of beats)
      if (at < block.normal_s + block.block_s) painter.paintPWave(at + uWave, [signal], 0);
  const patient = { ...synthPatients.healthy, muscle_uv: block.muscle_uv, artefacts_per_hour: 0 };
  const disturbance = new Disturbance(patient, hz, 1, random, () => undefined);
  const size = 4096;
  for (let from = 0; from < signal.length; from += size)
    disturbance.add([signal.subarray(from, from + size)], from, (2 * Math.PI * 0.25 * from) / hz);
  const frames = Int16Array.from(signal, (mv) => Math.round((1000 * mv) / gain_uv));
  const toSample = (s: number): number => Math.round(s * hz);
  return {
    frames,
    beats: beats.map(([at]) => toSample(at)),
    p_waves: p_waves.map(toSample),
    start: toSample(block.normal_s),
    end: toSample(block.normal_s + block.block_s),
  };
}
