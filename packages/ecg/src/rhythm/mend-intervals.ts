/**
 * Joins two short intervals that add up to one usual interval: there is one false beat between them, and it must not
 * look like an irregular rhythm. Beat positions and counts elsewhere do not change.
 */
const near = 0.12;
const short = 0.6;
const memory = 0.1;

/** Changes `rr` in place: the first interval of such a pair becomes 0 (ignored), the second their sum. */
export function mendIntervals(rr: Float32Array): void {
  let usual = 0;
  for (let i = 0; i < rr.length; i++) {
    const value = rr[i] ?? 0;
    if (value <= 0) continue;
    const next = rr[i + 1] ?? 0;
    const both = value + next;
    const split =
      usual > 0 && next > 0 && Math.min(value, next) < short * usual && Math.abs(both - usual) < near * usual;
    if (split) {
      rr[i] = 0;
      rr[i + 1] = both;
      i++;
    }
    const read = split ? both : value;
    usual = usual === 0 ? read : usual + memory * (Math.min(read, 1.5 * usual) - usual);
  }
}
