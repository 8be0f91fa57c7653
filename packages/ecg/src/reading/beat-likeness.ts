/**
 * Measures how similar each beat of a group is to a beat that a user selected, and to the group's mean; splits the
 * group by it; and encodes the result for transfer.
 *
 * Invariants: decoding an encoded result gives the same; a less similar beat is never taken before a more similar one.
 */
export interface BeatLikeness {
  /** In order of time. */
  readonly samples: Uint32Array<ArrayBuffer>;
  /** Similarity to the selected beat, or to the group's mean if none is selected; 255 means the same. */
  readonly like: Uint8Array<ArrayBuffer>;
  /** Similarity to the group's mean. */
  readonly main: Uint8Array<ArrayBuffer>;
}

export const likenessByte = (alike: number): number => Math.round(255 * Math.min(1, Math.max(0, alike)));

export function encodeLikeness({ samples, like, main }: BeatLikeness): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * 6);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, i) => view.setUint32(4 * i, sample, true));
  bytes.set(like, 4 * samples.length);
  bytes.set(main, 5 * samples.length);
  return bytes;
}

/** Decodes a result; null if the bytes are not one. */
export function decodeLikeness(bytes: ArrayBuffer): BeatLikeness | null {
  if (bytes.byteLength % 6 !== 0) return null;
  const count = bytes.byteLength / 6;
  const view = new DataView(bytes);
  return {
    samples: Uint32Array.from({ length: count }, (_, i) => view.getUint32(4 * i, true)),
    like: new Uint8Array(bytes.slice(4 * count, 5 * count)),
    main: new Uint8Array(bytes.slice(5 * count)),
  };
}

/** Returns the part for beats that are still in the group; `members` may be in any order. */
export function likenessWithin(likeness: BeatLikeness, members: Iterable<number>): BeatLikeness {
  const held = new Set(members);
  const kept = Array.from(likeness.samples.keys()).filter((i) => held.has(likeness.samples[i] ?? -1));
  return {
    samples: Uint32Array.from(kept, (i) => likeness.samples[i] ?? 0),
    like: Uint8Array.from(kept, (i) => likeness.like[i] ?? 0),
    main: Uint8Array.from(kept, (i) => likeness.main[i] ?? 0),
  };
}

/** Returns how many beats have each similarity to the selected one. */
export function likenessCounts({ like }: BeatLikeness): Uint32Array {
  const counts = new Uint32Array(256);
  for (const value of like) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/**
 * Returns the similarity from which a beat is grouped with the selected one: the cut at which the fewest beats are on
 * the wrong side. A beat belongs to the selected beat or to the mean, whichever it resembles more.
 */
export function pressedCut({ like, main }: BeatLikeness): number {
  const nearer = new Uint32Array(257);
  const others = new Uint32Array(257);
  like.forEach((value, i) => {
    const counts = value > (main[i] ?? 0) ? nearer : others;
    counts[value] = (counts[value] ?? 0) + 1;
  });
  let wrong = others.reduce((sum, count) => sum + count, 0);
  let [best, cut] = [wrong, 0];
  for (let from = 1; from <= 255; from++) {
    wrong += (nearer[from - 1] ?? 0) - (others[from - 1] ?? 0);
    if (wrong < best) [best, cut] = [wrong, from];
  }
  return cut;
}

/** Smallest distance (of 255) at which two parts of a group are two forms. */
const leastApart = 30;
/** Share of a group of one form that is offered: the beats least similar to its mean. */
const oddShare = 0.01;

/**
 * Returns the cut that separates the beats similar to the group's mean from the others (Otsu 1979); in a group of one
 * form, it separates the least similar beats.
 */
export function meanCut(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const weight = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, belowWeight, best, cut, few] = [0, 0, 0, 0, 0];
  let widest = 0;
  for (let from = 1; from <= 255; from++) {
    const count = counts[from - 1] ?? 0;
    below += count;
    belowWeight += count * (from - 1);
    const above = total - below;
    if (below <= total * oddShare) few = from;
    if (below === 0 || above === 0) continue;
    const apart = belowWeight / below - (weight - belowWeight) / above;
    const parted = below * above * apart * apart;
    if (parted > best) [best, cut, widest] = [parted, from, Math.abs(apart)];
  }
  return widest >= leastApart ? cut : few;
}

/** Returns the beats on one side of a cut, the most similar (`like`) or the least similar first. */
export function beatsBeside(likeness: BeatLikeness, cut: number, side: 'like' | 'unlike'): number[] {
  const { samples, like } = likeness;
  const taken = Array.from(like.keys()).filter((i) => (like[i] ?? 0) >= cut === (side === 'like'));
  const sign = side === 'like' ? -1 : 1;
  taken.sort((a, b) => sign * ((like[a] ?? 0) - (like[b] ?? 0)) || a - b);
  return taken.map((i) => samples[i] ?? 0);
}
