/**
 * Computes the drawing beside the sign-in form: lines of an invented heart rhythm, not of any patient.
 *
 * A beat is a sum of five bell curves (P, Q, R, S, T); the rhythm varies a little, some beats are early and wide or
 * early and narrow. The same seed gives the same picture. Lengths are in seconds, heights in millivolts.
 */
export type DrawnBeat = { kind: 'normal' | 'ventricular' | 'supraventricular' | 'irregular'; atS: number };

type Bell = readonly [mv: number, offsetS: number, widthS: number];

const waves: Record<DrawnBeat['kind'], readonly Bell[]> = {
  normal: [
    [0.12, -0.17, 0.025],
    [-0.1, -0.03, 0.009],
    [1.2, 0, 0.011],
    [-0.22, 0.03, 0.011],
    [0.24, 0.27, 0.05],
  ],
  irregular: [
    [-0.1, -0.03, 0.009],
    [1.15, 0, 0.011],
    [-0.2, 0.03, 0.011],
    [0.16, 0.24, 0.05],
  ],
  supraventricular: [
    [0.1, -0.13, 0.02],
    [0.75, 0, 0.013],
    [-0.15, 0.03, 0.012],
    [0.2, 0.22, 0.045],
  ],
  ventricular: [
    [-0.55, -0.05, 0.03],
    [1.05, 0.06, 0.045],
    [-0.35, 0.26, 0.08],
  ],
};

/** Makes a small generator of numbers from 0 to 1 (mulberry32); enough for a picture. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the beats of one line: mostly regular, sometimes early, always moving forward. */
export function drawnBeats(seed: number, lengthS: number): DrawnBeat[] {
  const chance = chances(seed);
  const base = 0.62 + chance() * 0.35;
  const beats: DrawnBeat[] = [];
  for (let atS = chance() * base; atS < lengthS;) {
    const dice = chance();
    const kind = dice < 0.06 ? 'ventricular' : dice < 0.12 ? 'supraventricular' : 'normal';
    beats.push({ kind, atS });
    atS += base * (0.92 + chance() * 0.16) * (kind === 'ventricular' ? 1.35 : 1);
    if (chance() < 0.1) atS -= base * 0.3;
  }
  return beats;
}

/**
 * Returns the beats of the bright line: a calm rhythm with one wide and one narrow early beat, then fibrillation from
 * `turnS` on.
 */
export function brightBeats(lengthS: number, turnS: number): DrawnBeat[] {
  const chance = chances(2026);
  const beats: DrawnBeat[] = [];
  for (let atS = 0.3; atS < turnS - 0.7; atS += 0.86 + chance() * 0.08) beats.push({ kind: 'normal', atS });
  const [, second, third, fourth] = beats;
  if (second) second.kind = 'supraventricular';
  if (third && fourth) beats.splice(beats.indexOf(fourth), 1, { kind: 'ventricular', atS: third.atS + 0.62 });
  for (let atS = turnS; atS < lengthS; atS += 0.36 + chance() * 0.42) beats.push({ kind: 'irregular', atS });
  return beats;
}

/** Returns the height of the line at one moment. */
export function heightMv(beats: readonly DrawnBeat[], atS: number): number {
  let height = 0;
  for (const beat of beats) {
    const sinceS = atS - beat.atS;
    if (sinceS < -0.3 || sinceS > 0.6) continue;
    for (const [mv, offsetS, widthS] of waves[beat.kind]) {
      height += mv * Math.exp(-0.5 * ((sinceS - offsetS) / widthS) ** 2);
    }
  }
  return height;
}
