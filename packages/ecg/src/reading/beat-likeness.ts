/**
 * How much each beat of a group resembles one that a reader pressed on, and the group's own mean; which of them are
 * therefore a group of their own; and the bytes in which it crosses the wire.
 *
 * Laws: what was encoded decodes to the same; a beat that is less alike is never taken while one more alike is left.
 */
export interface BeatLikeness {
  /** In the order of time. */
  readonly samples: Uint32Array<ArrayBuffer>;
  /** To the beat that was pressed; where none was, to the group's mean. 255 is the same. */
  readonly like: Uint8Array<ArrayBuffer>;
  /** To the group's mean. */
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

/** Null where the bytes are none of these. */
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

/** Those that are still beats of the group; `members` in any order. */
export function likenessWithin(likeness: BeatLikeness, members: Iterable<number>): BeatLikeness {
  const held = new Set(members);
  const kept = Array.from(likeness.samples.keys()).filter((i) => held.has(likeness.samples[i] ?? -1));
  return {
    samples: Uint32Array.from(kept, (i) => likeness.samples[i] ?? 0),
    like: Uint8Array.from(kept, (i) => likeness.like[i] ?? 0),
    main: Uint8Array.from(kept, (i) => likeness.main[i] ?? 0),
  };
}

/** How many beats have each likeness to the one that was pressed. */
export function likenessCounts({ like }: BeatLikeness): Uint32Array {
  const counts = new Uint32Array(256);
  for (const value of like) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/**
 * The likeness from which on a beat goes with the one that was pressed: where the fewest beats fall on the wrong side,
 * a beat being right with that of the two, pressed beat and mean, which it resembles more.
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

/** Two parts of a group are two forms from this far apart, of 255. */
const leastApart = 30;
/** Of a group of one form so much is offered: what is least like its mean. */
const oddShare = 0.01;

/**
 * Where the group itself falls apart into what resembles its mean and what does not (Otsu 1979); in a group of one form
 * what is least alike.
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

/** The beats on one side of a cut, most alike (`like`) or least alike first. */
export function beatsBeside(likeness: BeatLikeness, cut: number, side: 'like' | 'unlike'): number[] {
  const { samples, like } = likeness;
  const taken = Array.from(like.keys()).filter((i) => (like[i] ?? 0) >= cut === (side === 'like'));
  const sign = side === 'like' ? -1 : 1;
  taken.sort((a, b) => sign * ((like[a] ?? 0) - (like[b] ?? 0)) || a - b);
  return taken.map((i) => samples[i] ?? 0);
}
