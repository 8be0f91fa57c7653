// English names of stretches, for files that other programs read. The page has its own words in four languages.

import type { RhythmKey } from './rhythm-labels.ts';

export const rhythmNames = {
  sinus: 'Sinus rhythm',
  af: 'Atrial fibrillation',
  afl: 'Atrial flutter',
  atrial: 'Atrial bigeminy',
  nodal: 'Junctional rhythm',
  svt: 'Supraventricular run',
  ivr: 'Idioventricular rhythm',
  vt: 'Ventricular run',
  vfl: 'Ventricular flutter',
  vf: 'Ventricular fibrillation',
  avb2: 'Second-degree AV block',
  avb3: 'Third-degree AV block',
  paced: 'Paced rhythm',
  preexcitation: 'Pre-excitation',
  asystole: 'Asystole',
  s_couplet: 'Supraventricular couplet',
  s_bigeminy: 'Supraventricular bigeminy',
  s_trigeminy: 'Supraventricular trigeminy',
  v_couplet: 'Ventricular couplet',
  v_bigeminy: 'Ventricular bigeminy',
  v_trigeminy: 'Ventricular trigeminy',
  brady: 'Bradycardia',
  tachy: 'Tachycardia',
  pause: 'Pause',
  noise: 'Noise',
  no_signal: 'Nothing to analyse',
} as const satisfies Record<RhythmKey, string>;
