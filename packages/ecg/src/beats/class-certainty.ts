/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { CertaintyCurves } from './certainty-curve.ts';

export const classCertainty: CertaintyCurves = {
  n: { slope: 0.825, offset: 0.241 },
  s: { slope: 0.899, offset: -0.595 },
  v: { slope: 0.962, offset: -0.472 },
  f: { slope: 1, offset: 0 },
};
