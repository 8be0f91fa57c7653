/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.895, offset: 0.207 },
  s: { slope: 1.76, offset: -1.64 },
  v: { slope: 0.777, offset: -0.393 },
  f: { slope: 1, offset: 0 },
};
