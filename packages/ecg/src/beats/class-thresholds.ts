/** Learned by tools/ecg/train-classes.ts on records left out of its training; not edited by hand. */
import type { ClassOdds } from './class-odds.ts';

/** Log-odds from which a class is called. */
export const classThresholds: ClassOdds = { v: -0.8, s: -0.7, f: 2 };
