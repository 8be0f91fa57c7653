/**
 * Stores the values of a sliding window in order of size, so that any rank of them is known at once. Adding and
 * removing a value moves at most the values of the window.
 */
export class SortedWindow {
  private readonly values: Float32Array;
  /** The index of each value. */
  private readonly places: Int32Array;
  private count = 0;

  constructor(most: number) {
    this.values = new Float32Array(most);
    this.places = new Int32Array(most);
  }

  add(value: number, place: number): void {
    const { values, places } = this;
    let at = this.count++;
    for (; at > 0 && (values[at - 1] ?? 0) > value; at--) {
      values[at] = values[at - 1] ?? 0;
      places[at] = places[at - 1] ?? 0;
    }
    values[at] = value;
    places[at] = place;
  }

  /** Removes the value that was added with `place`. */
  remove(value: number, place: number): void {
    const { values, places } = this;
    this.count--;
    for (let at = this.find(value, place); at < this.count; at++) {
      values[at] = values[at + 1] ?? 0;
      places[at] = places[at + 1] ?? 0;
    }
  }

  /** Removes one value and adds another, which moves only the values between the two. */
  replace(value: number, place: number, fresh: number, freshPlace: number): void {
    const { values, places, count } = this;
    let at = this.find(value, place);
    for (; at > 0 && (values[at - 1] ?? 0) > fresh; at--) {
      values[at] = values[at - 1] ?? 0;
      places[at] = places[at - 1] ?? 0;
    }
    for (; at + 1 < count && (values[at + 1] ?? 0) <= fresh; at++) {
      values[at] = values[at + 1] ?? 0;
      places[at] = places[at + 1] ?? 0;
    }
    values[at] = fresh;
    places[at] = freshPlace;
  }

  size(): number {
    return this.count;
  }

  /** Returns the value above a share of the others, 0 if there is none. */
  at(share: number): number {
    return this.count === 0 ? 0 : (this.values[this.rank(share)] ?? 0);
  }

  /** Returns the index of that value. */
  placeAt(share: number): number {
    return this.places[this.rank(share)] ?? 0;
  }

  /** Returns the rank of the value that was added with `place`. */
  private find(value: number, place: number): number {
    const { values, places } = this;
    let [from, until] = [0, this.count];
    while (from < until) {
      const middle = (from + until) >> 1;
      if ((values[middle] ?? 0) < value) from = middle + 1;
      else until = middle;
    }
    while (places[from] !== place) from++;
    return from;
  }

  private rank(share: number): number {
    return Math.min(this.count - 1, Math.floor(this.count * share));
  }
}

/** Calls `take` at each index with the window moved there; `isIn` tells which indices count. */
export function slideAlong(
  values: Float32Array,
  reach: number,
  isIn: (i: number) => boolean,
  take: (i: number, window: SortedWindow) => void,
): void {
  const window = new SortedWindow(2 * reach + 2);
  for (let i = -reach; i < values.length; i++) {
    const [gone, fresh] = [i - reach - 1, i + reach];
    const isLeaving = gone >= 0 && isIn(gone);
    const isEntering = fresh < values.length && isIn(fresh);
    if (isLeaving && isEntering) window.replace(values[gone] ?? 0, gone, values[fresh] ?? 0, fresh);
    else if (isLeaving) window.remove(values[gone] ?? 0, gone);
    else if (isEntering) window.add(values[fresh] ?? 0, fresh);
    if (i >= 0) take(i, window);
  }
}

/** Stores for each index a value that is at most 127 indices away, in one byte. */
export class NearbyValues {
  private readonly values: Float32Array;
  readonly offsets: Int8Array;

  constructor(values: Float32Array) {
    this.values = values;
    this.offsets = new Int8Array(values.length);
  }

  /** Sets the value at index `i` to the one at index `place`. */
  set(i: number, place: number): void {
    this.offsets[i] = place - i;
  }

  at(i: number): number {
    return this.values[i + (this.offsets[i] ?? 0)] ?? 0;
  }
}
