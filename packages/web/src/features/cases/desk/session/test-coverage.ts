/** Of a recording that nobody asks it of. */
import type { Coverage } from './use-coverage.ts';

export const noCoverage: Coverage = {
  ...{ see: () => undefined, isSeen: () => false, firstUnseen: () => null, sums: null },
};
