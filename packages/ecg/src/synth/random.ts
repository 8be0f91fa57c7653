// Generates random numbers from a seed: the same seed gives the same recording on every machine. sfc32 (C.
// Doty-Humphrey, PractRand) has 128 bits of state and passes BigCrush.

/** Returns a number from 0 to 1 (exclusive). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let a = seed | 0;
  let b = Math.floor(seed / 2 ** 32) | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 16; i++) next();
  return next;
}

/** Draws from the standard normal distribution (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** Returns an integer from low to high, both included. */
export function wholeBetween(random: Random, low: number, high: number): number {
  return low + Math.floor((high - low + 1) * random());
}

/** Returns a waiting time with that mean; infinite if the mean is. */
export function exponential(random: Random, mean: number): number {
  return Number.isFinite(mean) ? -mean * Math.log(1 - random()) : Number.POSITIVE_INFINITY;
}
