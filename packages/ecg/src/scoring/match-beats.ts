/**
 * Pairs a program's beats with reference beats (ANSI/AAMI EC57, clause on beat-by-beat comparison): two beats pair if
 * they are at most 150 ms apart, each beat pairs once, and the nearer candidate wins.
 *
 * Invariants: pairs keep their order in time; exchanging the two lists exchanges the pairs; moving both lists by the
 * same number of samples changes nothing.
 */

export interface BeatPairs {
  /** For each reference beat the index of its partner, −1 if it has none. */
  readonly reference_partner: Int32Array;
  /** For each test beat the index of its partner, −1 if it has none. */
  readonly test_partner: Int32Array;
}

export const matchWindowMs = 150;

/** Pairs beats. Positions are ascending sample numbers; `windowSamples` is the largest distance at which beats pair. */
export function matchBeats(
  reference: ArrayLike<number>,
  test: ArrayLike<number>,
  windowSamples: number,
): BeatPairs {
  const referencePartner = new Int32Array(reference.length).fill(-1);
  const testPartner = new Int32Array(test.length).fill(-1);
  let r = 0;
  let t = 0;
  while (r < reference.length && t < test.length) {
    const gap = (test[t] ?? 0) - (reference[r] ?? 0);
    const distance = Math.abs(gap);
    if (gap <= 0 && nearer(test, t + 1, reference[r] ?? 0, distance)) t++;
    else if (gap >= 0 && nearer(reference, r + 1, test[t] ?? 0, distance)) r++;
    else if (distance <= windowSamples) {
      referencePartner[r] = t;
      testPartner[t] = r;
      r++;
      t++;
    } else if (gap < 0) t++;
    else r++;
  }
  return { reference_partner: referencePartner, test_partner: testPartner };
}

function nearer(list: ArrayLike<number>, index: number, target: number, distance: number): boolean {
  const value = list[index];
  return value !== undefined && Math.abs(value - target) < distance;
}
