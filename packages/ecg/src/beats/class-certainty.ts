/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 1.13, offset: 0.228 },
  s: { slope: 0.851, offset: 0.0143 },
  v: { slope: 0.991, offset: -0.098 },
  f: { slope: 1, offset: 0 },
};
