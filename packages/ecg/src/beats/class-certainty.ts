/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.845, offset: -0.0491 },
  s: { slope: 0.86, offset: -0.336 },
  v: { slope: 0.932, offset: -0.0979 },
  f: { slope: 1, offset: 0 },
};
