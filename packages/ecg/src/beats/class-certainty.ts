/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.84, offset: 0.299 },
  s: { slope: 0.936, offset: -0.641 },
  v: { slope: 0.978, offset: -0.263 },
  f: { slope: 1, offset: 0 },
};
