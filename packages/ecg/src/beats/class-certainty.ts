/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.785, offset: 0.373 },
  s: { slope: 1.01, offset: -0.683 },
  v: { slope: 0.96, offset: -0.438 },
  f: { slope: 1, offset: 0 },
};
