/** The colour of each kind of finding: the same hues as on the strip and the trend. */
import type { FindingKind } from './finding-rows.ts';

const af = 'var(--rd-palette-ecg-af)';
const ventricular = 'var(--rd-palette-beat-ventricular)';
const supraventricular = 'var(--rd-palette-beat-supraventricular)';
const paced = 'var(--rd-palette-beat-paced)';
const fusion = 'var(--rd-palette-beat-fusion)';
const plain = 'var(--rd-palette-gray)';

export const findingColours = {
  sinus: plain,
  af,
  afl: af,
  atrial: supraventricular,
  nodal: supraventricular,
  svt: supraventricular,
  ivr: ventricular,
  vt: ventricular,
  vfl: ventricular,
  vf: ventricular,
  avb2: paced,
  avb3: paced,
  paced,
  preexcitation: fusion,
  asystole: paced,
  s_couplet: supraventricular,
  s_bigeminy: supraventricular,
  s_trigeminy: supraventricular,
  v_couplet: ventricular,
  v_bigeminy: ventricular,
  v_trigeminy: ventricular,
  brady: plain,
  tachy: plain,
  pause: paced,
  noise: plain,
  no_signal: plain,
  v_beat: ventricular,
  s_beat: supraventricular,
  f_beat: fusion,
  p_beat: paced,
  event: plain,
} as const satisfies Record<FindingKind, string>;
