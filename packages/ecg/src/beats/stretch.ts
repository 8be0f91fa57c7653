/**
 * Compares the signal around each place of a stretch with a shape. Running sums of the stretch make the size of the
 * signal around a place cheap to measure, so that few places need to be compared.
 */

/** Number of values around a place, and the sums of 0 to `width` - 1 and of their squares. */
export const width = 27;
const reach = width >> 1;
const ofPlaces = (width * (width - 1)) / 2;
const ofSquares = ((width - 1) * width * (2 * width - 1)) / 6;

export class Stretch {
  private values = new Float64Array(1024);
  /** Sums of the values, of their squares and of each value times its place, over all values before a place. */
  private sums = new Float64Array(1024);
  private squares = new Float64Array(1024);
  private moments = new Float64Array(1024);
  private from = 0;

  /** Reads the signal around the places `first` to `last` of a ring. */
  read(ring: Float32Array, first: number, last: number): void {
    const mask = ring.length - 1;
    const count = last - first + width;
    if (count >= this.values.length) this.grow(2 * count);
    const { values, sums, squares, moments } = this;
    const from = first - reach;
    const level = ring[from & mask] ?? 0;
    let [sum, square, moment] = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      const value = (ring[(from + k) & mask] ?? 0) - level;
      values[k] = value;
      sum += value;
      square += value * value;
      moment += k * value;
      sums[k + 1] = sum;
      squares[k + 1] = square;
      moments[k + 1] = moment;
    }
    this.from = from;
  }

  /** Returns the root of the sum of squares around a place, without slope and mean. */
  sizeAt(place: number): number {
    const { sums, squares, moments } = this;
    const start = place - reach - this.from;
    const end = start + width;
    const sum = (sums[end] ?? 0) - (sums[start] ?? 0);
    const moment = (moments[end] ?? 0) - (moments[start] ?? 0) - start * sum;
    const slope = this.slopeFrom(start);
    const level = sum - slope * ofPlaces;
    const square = (squares[end] ?? 0) - (squares[start] ?? 0) - slope * (2 * moment - slope * ofSquares);
    return Math.sqrt(Math.max(0, square - (level * level) / width));
  }

  /** Returns the product of the signal around a place, without its slope, and a shape whose mean is zero. */
  productAt(place: number, shape: Float32Array): number {
    const { values } = this;
    const start = place - reach - this.from;
    const first = values[start] ?? 0;
    const slope = this.slopeFrom(start);
    let sum = 0;
    for (let i = 0; i < width; i++) sum += (shape[i] ?? 0) * ((values[start + i] ?? 0) - first - slope * i);
    return sum;
  }

  private slopeFrom(start: number): number {
    return ((this.values[start + width - 1] ?? 0) - (this.values[start] ?? 0)) / (width - 1);
  }

  private grow(length: number): void {
    this.values = new Float64Array(length);
    this.sums = new Float64Array(length);
    this.squares = new Float64Array(length);
    this.moments = new Float64Array(length);
  }
}
