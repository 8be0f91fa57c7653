/** Chance for what is drawn: a number from 0 to 1, 1 not among them, that nobody can foretell. */
import { randomInt } from 'node:crypto';

const steps = 2 ** 40;

export type Chance = () => number;

export const systemChance: Chance = () => randomInt(steps) / steps;
