/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.962, offset: 0.657 },
  s: { slope: 1.41, offset: -1.59 },
  v: { slope: 0.838, offset: -0.699 },
  f: { slope: 1, offset: 0 },
};
