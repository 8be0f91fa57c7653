/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.851, offset: 0.364 },
  s: { slope: 1.68, offset: -1.59 },
  v: { slope: 0.803, offset: -0.629 },
  f: { slope: 1, offset: 0 },
};
