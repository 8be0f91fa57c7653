/** Generates unpredictable random numbers in [0, 1) for random selection. */
import { randomInt } from 'node:crypto';

const steps = 2 ** 40;

export type Chance = () => number;

export const systemChance: Chance = () => randomInt(steps) / steps;
