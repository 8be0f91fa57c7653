/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { ClassOdds } from './class-odds.ts';

/** Log-odds from which a class is called. */
export const classThresholds: ClassOdds = { v: -1, s: -0.6, f: 2 };
