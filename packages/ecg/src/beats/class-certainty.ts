/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.842, offset: 0.363 },
  s: { slope: 1, offset: -0.941 },
  v: { slope: 0.85, offset: -0.291 },
  f: { slope: 1, offset: 0 },
};
