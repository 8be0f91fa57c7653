/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.904, offset: 0.573 },
  s: { slope: 1.9, offset: -2 },
  v: { slope: 0.807, offset: -0.418 },
  f: { slope: 1, offset: 0 },
};
