/** Computes the QRS envelope, its peaks and its windows. */
import {
  delay,
  halfAt,
  halfHistory,
  midAt,
  peakAt,
  peakHeight,
  peakWidth,
  promoted,
  scanAt,
  span,
  warmUp,
  windowAt,
  windowHalves,
  workAt,
  workHistory,
} from './memory';

@inline
function half(i: i32): f64 {
  return <f64>load<f32>(halfAt + (<usize>(halfHistory + i) << 2));
}

@inline
function mid(i: i32): f32 {
  return load<f32>(midAt + (<usize>(halfHistory + i) << 2));
}

/** Computes two half-rate samples at a time; sums of twelve are a tree of sums of two, four and eight. */
export function envelope(halves: i32): void {
  let x1 = f64x2.splat(0);
  let p1 = x1, p2 = x1, p3 = x1, v1 = x1, two1 = x1;
  let four1 = x1, four2 = x1, four3 = x1, four4 = x1;
  for (let j = -warmUp; j < halves; j += 2) {
    const w = v128.load(workAt + (<usize>(workHistory + 2 * j) << 2));
    const even = v128.shuffle<f32>(w, w, 0, 2, 0, 2);
    const odd = v128.shuffle<f32>(w, w, 1, 3, 1, 3);
    const x = f64x2.add(f64x2.promote_low_f32x4(even), f64x2.promote_low_f32x4(odd));
    if (j >= 0) v128.store_lane<u64>(halfAt + (<usize>(halfHistory + j) << 2), f32x4.demote_f64x2_zero(x), 0);
    const p = f64x2.add(x, v128.shuffle<f64>(x1, x, 1, 2));
    x1 = x;
    const narrow = f64x2.abs(f64x2.sub(p1, p2));
    const wide = f64x2.abs(f64x2.sub(f64x2.sub(f64x2.add(p, p1), p2), p3));
    p3 = p2;
    p2 = p1;
    p1 = p;
    const v = f64x2.add(f64x2.add(wide, narrow), narrow);
    const two = f64x2.add(v, v128.shuffle<f64>(v1, v, 1, 2));
    v1 = v;
    const four = f64x2.add(two, two1);
    two1 = two;
    const twelve = f64x2.add(f64x2.add(four, four2), four4);
    four4 = four3;
    four3 = four2;
    four2 = four1;
    four1 = four;
    if (j >= 0) v128.store_lane<u64>(midAt + (<usize>(halfHistory - delay + j) << 2), f32x4.demote_f64x2_zero(twelve), 0);
  }
}

function fastAt(h: i32): f64 {
  const from = h - (span >> 1);
  let a = half(from - 1);
  let b = half(from);
  let sum: f64 = 0;
  for (let k = 1; k <= span; k++) {
    const c = half(from + k);
    sum += abs(a - 2 * b + c);
    a = b;
    b = c;
  }
  return sum;
}

function slowAt(h: i32): f64 {
  let front: f64 = 0;
  let back: f64 = 0;
  for (let k = 0; k < 16; k++) {
    front += half(h - 6 + k);
    back += half(h - 22 + k);
  }
  let sum = abs(front - back);
  for (let k = 1; k < span; k++) {
    const middle = half(h - 7 + k);
    front += half(h + 9 + k) - middle;
    back += middle - half(h - 23 + k);
    sum += abs(front - back);
  }
  return sum;
}

function keepPeak(slot: i32, at: i32, height: f32): void {
  const level = height / 2;
  let left = 0;
  let right = 0;
  while (left < span && mid(at - left - 1) > level) left++;
  while (right < span && mid(at + right + 1) > level) right++;
  store<i32>(peakAt + (<usize>slot << 2), at);
  store<f32>(peakHeight + (<usize>slot << 2), height);
  store<i32>(peakWidth + (<usize>slot << 2), left + right + 1);
}

@inline
function midAddress(i: i32): usize {
  return midAt + (<usize>(halfHistory + i) << 2);
}

/** Returns the first index from `from` to before `until` whose value is above the previous one, otherwise `until`. */
function firstRise(from: i32, until: i32): i32 {
  for (let h = from; h < until; h += 4) {
    const at = midAddress(h);
    const mask = i32x4.bitmask(f32x4.gt(v128.load(at), v128.load(at - 4)));
    if (mask) return min(until, h + ctz(mask));
  }
  return until;
}

/** Returns the first index from `from` to before `until` whose value is above `best`, otherwise `until`. */
function firstAbove(best: f32, from: i32, until: i32): i32 {
  const level = f32x4.splat(best);
  for (let h = from; h < until; h += 4) {
    const mask = i32x4.bitmask(f32x4.gt(v128.load(midAddress(h)), level));
    if (mask) return min(until, h + ctz(mask));
  }
  return until;
}

/** Returns the number of settled peaks. */
export function peaks(from: i32, until: i32): i32 {
  let rising = load<f64>(scanAt) != 0;
  let best = <f32>load<f64>(scanAt + 8);
  let bestAt = <i32>load<f64>(scanAt + 16);
  let before = <f32>load<f64>(scanAt + 24);
  let found = 0;
  let h = from;
  if (!rising && h < until) {
    // The value before the first one comes from the previous block.
    rising = mid(h) > before;
    if (rising) {
      best = mid(h);
      bestAt = h;
    }
    h++;
  }
  while (h < until) {
    if (!rising) {
      h = firstRise(h, until);
      if (h == until) break;
      rising = true;
    } else {
      const settled = bestAt + span;
      h = firstAbove(best, h, min(until, settled + 1));
      if (h == until && h <= settled) break;
      if (h > settled) {
        keepPeak(found++, bestAt, best);
        rising = false;
        continue;
      }
    }
    best = mid(h);
    bestAt = h++;
  }
  if (from < until) before = mid(until - 1);
  store<f64>(scanAt, rising ? 1 : 0);
  store<f64>(scanAt + 8, <f64>best);
  store<f64>(scanAt + 16, <f64>bestAt);
  store<f64>(scanAt + 24, <f64>before);
  return found;
}

/**
 * Writes the figures of the window that begins at `from`: top, floor, muscle noise, and sharpness and slowness at the
 * top.
 */
export function window(from: i32): void {
  let high = f32x4.splat(0);
  let low = f32x4.splat(3.4e38);
  let bends = f64x2.splat(0);
  const start = midAt + (<usize>(halfHistory + from) << 2);
  const end = start + <usize>(windowHalves * 4);
  const halves = halfAt - midAt;
  for (let at = start; at < end; at += 16) {
    const values = v128.load(at);
    high = f32x4.pmax(high, values);
    low = f32x4.pmin(low, values);
    bends = f64x2.add(bends, bendAt(at + halves));
    bends = f64x2.add(bends, bendAt(at + halves + 8));
  }
  const top = max(max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)), max(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)));
  const floor = min(min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)), min(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)));
  const topAt = from + (top > 0 ? firstOf(top, start) : 0);
  store<f64>(windowAt, <f64>top);
  store<f64>(windowAt + 8, <f64>floor);
  store<f64>(windowAt + 16, f64x2.extract_lane(bends, 0) + f64x2.extract_lane(bends, 1));
  store<f64>(windowAt + 24, fastAt(topAt));
  store<f64>(windowAt + 32, slowAt(topAt));
}

/** Returns the index, counted from `start`, of the first occurrence of a value that exists there. */
function firstOf(value: f32, start: usize): i32 {
  const wanted = f32x4.splat(value);
  let at = start;
  let mask = i32x4.bitmask(f32x4.eq(v128.load(at), wanted));
  while (!mask) {
    at += 16;
    mask = i32x4.bitmask(f32x4.eq(v128.load(at), wanted));
  }
  return (<i32>(at - start) >> 2) + ctz(mask);
}

/** Returns the absolute second differences at two neighbouring samples. */
@inline
function bendAt(at: usize): v128 {
  const b = promoted(at);
  return f64x2.abs(f64x2.add(f64x2.sub(promoted(at - 4), f64x2.add(b, b)), promoted(at + 4)));
}
