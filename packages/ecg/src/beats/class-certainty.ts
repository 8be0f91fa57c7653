/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.803, offset: 0.388 },
  s: { slope: 1.03, offset: -0.76 },
  v: { slope: 0.855, offset: -0.288 },
  f: { slope: 1, offset: 0 },
};
