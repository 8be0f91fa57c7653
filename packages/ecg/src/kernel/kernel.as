/**
 * The loops over every sample, in AssemblyScript, for WebAssembly with SIMD. They are the loops of
 * `src/kernel/portable.ts`, in the same order of additions, so both give the same bits; the places in memory are those
 * of `src/kernel/wasm.ts`.
 */
const workAt: usize = 1024;
const halfAt: usize = 20480;
const midAt: usize = 30720;
const peakAt: usize = 40960;
const peakHeight: usize = 42496;
const peakWidth: usize = 44032;
const windowAt: usize = 49152;
const scanAt: usize = 49664;
const rawAt: usize = 50176;
const valueAt: usize = 58624;
const treeRowsAt: usize = 75008;
const treeSumsAt: usize = 77056;
const nearHalfAt: usize = 77088;
const nearWorkAt: usize = 78112;
const slopesAt: usize = 78608;
const nineAt: usize = 78816;
const mediansAt: usize = 78960;
const signalAt: usize = 78992;
const shapeAt: usize = 79184;
const productsAt: usize = 79344;
const sumsAt: usize = 79408;
const squaresAt: usize = 79472;

const workHistory = 64;
const halfHistory = 256;
const warmUp = 20;
const delay = 9;
const span = 12;
const windowHalves = 192;
const rangeValues: usize = 63;
const slopes: usize = 51;
/** The place itself in `nearWorkAt`. */
const placeAt: usize = nearWorkAt + 240;
const turnsFrom: usize = placeAt - 104;

@inline
function half(i: i32): f64 {
  return <f64>load<f32>(halfAt + (<usize>(halfHistory + i) << 2));
}

@inline
function mid(i: i32): f32 {
  return load<f32>(midAt + (<usize>(halfHistory + i) << 2));
}

/** Two half-rate samples at a time; sums of twelve as a tree of sums of two, four and eight. */
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

/** The first place from `from` to before `until` whose value is above that of the place before it, else `until`. */
function firstRise(from: i32, until: i32): i32 {
  for (let h = from; h < until; h += 4) {
    const at = midAddress(h);
    const mask = i32x4.bitmask(f32x4.gt(v128.load(at), v128.load(at - 4)));
    if (mask) return min(until, h + ctz(mask));
  }
  return until;
}

/** The first place from `from` to before `until` whose value is above `best`, else `until`. */
function firstAbove(best: f32, from: i32, until: i32): i32 {
  const level = f32x4.splat(best);
  for (let h = from; h < until; h += 4) {
    const mask = i32x4.bitmask(f32x4.gt(v128.load(midAddress(h)), level));
    if (mask) return min(until, h + ctz(mask));
  }
  return until;
}

/** Returns how many peaks settled. */
export function peaks(from: i32, until: i32): i32 {
  let rising = load<f64>(scanAt) != 0;
  let best = <f32>load<f64>(scanAt + 8);
  let bestAt = <i32>load<f64>(scanAt + 16);
  let before = <f32>load<f64>(scanAt + 24);
  let found = 0;
  let h = from;
  if (!rising && h < until) {
    // The first place of all has none before it.
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

/** Top, floor, muscle, and sharpness and slowness at the top, of the window that begins at `from`. */
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

/** How far from `start` the value that is there first lies, in values. */
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

@inline
function promoted(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/** Size of the second difference at two neighbours. */
@inline
function bendAt(at: usize): v128 {
  const b = promoted(at);
  return f64x2.abs(f64x2.add(f64x2.sub(promoted(at - 4), f64x2.add(b, b)), promoted(at + 4)));
}

/**
 * Looks at `count` raw samples with the one before them. Bit 1: some are "no signal"; bit 2: eight neighbours in a row
 * are equal. The lowest and highest go to `scanAt`.
 */
export function look(count: i32): i32 {
  const gap = i16x8.splat(-32768);
  let gaps = i16x8.splat(0);
  let held = 0;
  let low = i16x8.splat(32767);
  let high = i16x8.splat(-32768);
  let k = 0;
  for (; k + 8 <= count; k += 8) {
    const at = rawAt + (<usize>k << 1);
    const raw = v128.load(at, 16);
    gaps = v128.or(gaps, i16x8.eq(raw, gap));
    held |= i32(i16x8.all_true(i16x8.eq(raw, v128.load(at, 14))));
    low = i16x8.min_s(low, raw);
    high = i16x8.max_s(high, raw);
  }
  let least: i32 = 32767;
  let most: i32 = -32768;
  for (let lane = 0; lane < 8; lane++) {
    v128.store(scanAt, low);
    v128.store(scanAt + 16, high);
    least = min(least, <i32>load<i16>(scanAt + (<usize>lane << 1)));
    most = max(most, <i32>load<i16>(scanAt + 16 + (<usize>lane << 1)));
  }
  let gone = v128.any_true(gaps);
  for (; k < count; k++) {
    const raw = <i32>load<i16>(rawAt + (<usize>k << 1), 16);
    gone = gone || raw == -32768;
    least = min(least, raw);
    most = max(most, raw);
  }
  store<i32>(scanAt, least);
  store<i32>(scanAt + 4, most);
  return i32(gone) | (held << 1);
}

/** Raw samples times `gain` plus `offset`. */
export function scale(count: i32, gain: f64, offset: f64): void {
  const gains = f64x2.splat(gain);
  const offsets = f64x2.splat(offset);
  for (let k = 0; k < count; k += 4) {
    const raw = i32x4.extend_low_i16x8_s(v128.load64_zero(rawAt + (<usize>k << 1), 16));
    const a = f64x2.add(f64x2.mul(f64x2.convert_low_i32x4_s(raw), gains), offsets);
    const rest = v128.shuffle<i32>(raw, raw, 2, 3, 2, 3);
    const b = f64x2.add(f64x2.mul(f64x2.convert_low_i32x4_s(rest), gains), offsets);
    const at = valueAt + (<usize>k << 2);
    v128.store_lane<u64>(at, f32x4.demote_f64x2_zero(a), 0);
    v128.store_lane<u64>(at, f32x4.demote_f64x2_zero(b), 0, 8);
  }
}

@inline
function lowest(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmin(f32x4.pmin(a, b), c);
}

@inline
function highest(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmax(f32x4.pmax(a, b), c);
}

@inline
function middle(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmax(f32x4.pmin(a, b), f32x4.pmin(f32x4.pmax(a, b), c));
}

@inline
function rowOfNine(k: usize): v128 {
  return v128.load(nineAt + (k << 4));
}

/** Of four figures at once: the median of the threes' highest low, middle middle and lowest high. */
export function mediansOfNine(): void {
  const a = rowOfNine(0), b = rowOfNine(1), c = rowOfNine(2);
  const d = rowOfNine(3), e = rowOfNine(4), f = rowOfNine(5);
  const g = rowOfNine(6), h = rowOfNine(7), i = rowOfNine(8);
  const inner = middle(d, e, f);
  const low = highest(lowest(a, b, c), lowest(d, e, f), lowest(g, h, i));
  const high = lowest(highest(a, b, c), highest(d, e, f), highest(g, h, i));
  v128.store(mediansAt, middle(low, middle(middle(a, b, c), inner, middle(g, h, i)), high));
  v128.store(mediansAt, inner, 16);
}

/** Highest less lowest of every fourth value about a place. */
export function range(): f64 {
  let low = v128.load(nearHalfAt);
  let high = low;
  let otherLow = low;
  let otherHigh = low;
  for (let k: usize = 0; k < rangeValues - 1; k += 2) {
    const at = nearHalfAt + (k << 4);
    const one = v128.load(at);
    const other = v128.load(at, 16);
    low = f32x4.pmin(low, one);
    high = f32x4.pmax(high, one);
    otherLow = f32x4.pmin(otherLow, other);
    otherHigh = f32x4.pmax(otherHigh, other);
  }
  const last = v128.load(nearHalfAt + ((rangeValues - 1) << 4));
  low = f32x4.pmin(f32x4.pmin(low, last), otherLow);
  high = f32x4.pmax(f32x4.pmax(high, last), otherHigh);
  return <f64>f32x4.extract_lane(high, 0) - <f64>f32x4.extract_lane(low, 0);
}

/** How often the signal about a place changes between up and down at `steep` of its steepest slope and more. */
export function turns(steep: f64): i32 {
  let most = f64x2.splat(0);
  for (let k: usize = 0; k < slopes - 1; k += 2) {
    const at = turnsFrom + (k << 2);
    const slope = f64x2.sub(promoted(at + 8), promoted(at));
    v128.store_lane<u64>(slopesAt + (k << 2), f32x4.demote_f64x2_zero(slope), 0);
    most = f64x2.pmax(most, f64x2.abs(slope));
  }
  const end = turnsFrom + ((slopes - 1) << 2);
  const last = <f64>load<f32>(end, 8) - <f64>load<f32>(end);
  store<f32>(slopesAt + ((slopes - 1) << 2), <f32>last);
  const least = steep * max(abs(last), max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1)));
  return least > 0 ? changes(least) : 0;
}

/** Each slope as a bit of two words: steeply up, steeply down. A side lasts until the first bit of the other. */
function changes(least: f64): i32 {
  const above = f64x2.splat(least);
  const below = f64x2.splat(-least);
  let up: u64 = 0;
  let down: u64 = 0;
  for (let k: usize = 0; k < slopes; k += 2) {
    const slope = promoted(slopesAt + (k << 2));
    up |= <u64>i64x2.bitmask(f64x2.ge(slope, above)) << k;
    down |= <u64>i64x2.bitmask(f64x2.le(slope, below)) << k;
  }
  let isUp = up != 0 && (down == 0 || ctz(up) < ctz(down));
  let rest: u64 = isUp ? up : down;
  let count = 0;
  while (rest) {
    count++;
    isUp = !isUp;
    rest = (isUp ? up : down) & (~(<u64>0) << ctz(rest));
  }
  return count;
}

/** Of the samples within 20 of the place, which is farthest from the line between what lies on either side. */
export function farthest(): i32 {
  let left: f64 = 0;
  let right: f64 = 0;
  for (let k: usize = 22; k < 30; k++) {
    left += <f64>load<f32>(placeAt - (k << 2));
    right += <f64>load<f32>(placeAt + (k << 2));
  }
  const level = f64x2.splat((left + right) / 16);
  const slope = f64x2.splat((right - left) / 8 / 52);
  let places = f64x2(-20, -19);
  let best = f64x2.splat(-1);
  let found = f64x2.splat(0);
  for (let at = placeAt - 80; at <= placeAt + 80; at += 8) {
    const high = f64x2.abs(f64x2.sub(f64x2.sub(promoted(at), level), f64x2.mul(slope, places)));
    let higher = f64x2.gt(high, best);
    if (at == placeAt + 80) higher = v128.and(higher, i64x2(-1, 0));
    best = v128.bitselect(high, best, higher);
    found = v128.bitselect(places, found, higher);
    places = f64x2.add(places, f64x2.splat(2));
  }
  return firstOfBest(best, found);
}

/** The place of the better lane, of equal ones the earlier. */
@inline
function firstOfBest(best: v128, found: v128): i32 {
  const one = f64x2.extract_lane(best, 0);
  const other = f64x2.extract_lane(best, 1);
  const place = <i32>f64x2.extract_lane(found, 0);
  const otherPlace = <i32>f64x2.extract_lane(found, 1);
  return one > other || (one == other && place < otherPlace) ? place : otherPlace;
}

@inline
function slopesAbout(at: usize): v128 {
  return f64x2.abs(f64x2.sub(promoted(at + 8), promoted(at - 8)));
}

/** How far before and after the place its slopes stay under `part` of the steepest: one byte each, 35 where they do not. */
export function bounds(part: f64): i32 {
  let most = f64x2.splat(0);
  for (let at = placeAt - 64; at < placeAt + 64; at += 8) most = f64x2.pmax(most, slopesAbout(at));
  const last = abs(<f64>load<f32>(placeAt, 72) - <f64>load<f32>(placeAt, 56));
  const steepest = max(last, max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1)));
  const low = f64x2.splat(part * steepest);
  let before: u32 = 0;
  let after: u32 = 0;
  for (let k: usize = 0; k < 30; k += 2) {
    before |= i64x2.bitmask(f64x2.lt(slopesAbout(placeAt - 136 + (k << 2)), low)) << <i32>k;
    after |= i64x2.bitmask(f64x2.lt(slopesAbout(placeAt + 20 + (k << 2)), low)) << <i32>k;
  }
  before &= (before << 1) & (before << 2) & (before << 3);
  after &= (after >> 1) & (after >> 2) & (after >> 3);
  const onset = before ? 3 + clz(before) : 35;
  const offset = after ? 5 + ctz(after) : 35;
  return onset | (offset << 8);
}

@inline
function bends(at: usize): v128 {
  const middle = promoted(at);
  return f64x2.abs(f64x2.add(f64x2.sub(promoted(at - 8), f64x2.add(middle, middle)), promoted(at + 8)));
}

/** The sharpest of the bends of 29 samples from `at` on. */
function sharpest(at: usize): f64 {
  let most = f64x2.splat(0);
  for (let k: usize = 0; k < 28; k += 2) most = f64x2.pmax(most, bends(at + (k << 2)));
  return max(f64x2.extract_lane(bends(at + 112), 0), max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1)));
}

/**
 * The sharpest bend from 20 samples before the place to 12 behind it, where it stands alone: `before` times as sharp as
 * all 8 to 36 samples before it, `after` times as those behind it. Else 128.
 */
export function loneBend(before: f64, after: f64): i32 {
  let places = f64x2(-20, -19);
  let best = f64x2.splat(0);
  let found = f64x2.splat(0);
  for (let at = placeAt - 80; at <= placeAt + 48; at += 8) {
    const bend = bends(at);
    let sharper = f64x2.gt(bend, best);
    if (at == placeAt + 48) sharper = v128.and(sharper, i64x2(-1, 0));
    best = v128.bitselect(bend, best, sharper);
    found = v128.bitselect(places, found, sharper);
    places = f64x2.add(places, f64x2.splat(2));
  }
  const spike = max(f64x2.extract_lane(best, 0), f64x2.extract_lane(best, 1));
  if (spike == 0) return 128;
  const place = firstOfBest(best, found);
  const at = placeAt + (place << 2);
  return spike <= after * sharpest(at + 32) || spike <= before * sharpest(at - 144) ? 128 : place;
}

/** At each of eight shifts of the signal the sum over `length` of its products with the shape. */
export function correlate(length: i32): void {
  let a = f64x2.splat(0);
  let b = a, c = a, d = a;
  for (let k: usize = 0; k < <usize>length; k++) {
    const value = f64x2.splat(<f64>load<f32>(shapeAt + (k << 2)));
    const at = signalAt + (k << 2);
    a = f64x2.add(a, f64x2.mul(promoted(at), value));
    b = f64x2.add(b, f64x2.mul(promoted(at + 8), value));
    c = f64x2.add(c, f64x2.mul(promoted(at + 16), value));
    d = f64x2.add(d, f64x2.mul(promoted(at + 24), value));
  }
  storeShifts(productsAt, a, b, c, d);
}

/** At each of eight shifts of the signal the sum of its samples and of their squares. */
export function moments(length: i32): void {
  let a = f64x2.splat(0);
  let b = a, c = a, d = a, aa = a, bb = a, cc = a, dd = a;
  for (let k: usize = 0; k < <usize>length; k++) {
    const at = signalAt + (k << 2);
    const w = promoted(at);
    const x = promoted(at + 8);
    const y = promoted(at + 16);
    const z = promoted(at + 24);
    a = f64x2.add(a, w);
    b = f64x2.add(b, x);
    c = f64x2.add(c, y);
    d = f64x2.add(d, z);
    aa = f64x2.add(aa, f64x2.mul(w, w));
    bb = f64x2.add(bb, f64x2.mul(x, x));
    cc = f64x2.add(cc, f64x2.mul(y, y));
    dd = f64x2.add(dd, f64x2.mul(z, z));
  }
  storeShifts(sumsAt, a, b, c, d);
  storeShifts(squaresAt, aa, bb, cc, dd);
}

@inline
function storeShifts(at: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(at, a);
  v128.store(at, b, 16);
  v128.store(at, c, 32);
  v128.store(at, d, 48);
}

/** Where the four rows go right at a node. */
@inline
function right(tree: usize, node: usize): v128 {
  const at = tree + (node << 3);
  return f32x4.gt(v128.load(treeRowsAt + <usize>load<u32>(at)), v128.load32_splat(at, 4));
}

/** The lower of two neighbouring leaves, or the upper one where the rows go right at `node`. */
@inline
function leafAt(tree: usize, node: usize, leaves: usize): v128 {
  return v128.bitselect(v128.load32_splat(leaves, 4), v128.load32_splat(leaves), right(tree, node));
}

@inline
function leafOfTwo(tree: usize, node: usize, below: usize, leaves: usize): v128 {
  return v128.bitselect(leafAt(tree, below + 1, leaves + 8), leafAt(tree, below, leaves), right(tree, node));
}

@inline
function keepSums(low: v128, high: v128): void {
  v128.store(treeSumsAt, low);
  v128.store(treeSumsAt, high, 16);
}

/** Trees of depth two from `at` to `end`: three nodes and four leaves each. */
export function treesOfTwo(at: usize, end: usize, bias: f64): void {
  let low = f64x2.splat(bias);
  let high = low;
  for (; at < end; at += 40) {
    const leaf = leafOfTwo(at, 0, 1, at + 24);
    low = f64x2.add(low, f64x2.promote_low_f32x4(leaf));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(leaf, leaf, 2, 3, 2, 3)));
  }
  keepSums(low, high);
}

/** Trees of depth three from `at` to `end`: seven nodes and eight leaves each. */
export function treesOfThree(at: usize, end: usize, bias: f64): void {
  let low = f64x2.splat(bias);
  let high = low;
  for (; at < end; at += 88) {
    const leaf = v128.bitselect(leafOfTwo(at, 2, 5, at + 72), leafOfTwo(at, 1, 3, at + 56), right(at, 0));
    low = f64x2.add(low, f64x2.promote_low_f32x4(leaf));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(leaf, leaf, 2, 3, 2, 3)));
  }
  keepSums(low, high);
}

@inline
function leafOfFour(tree: usize, node: usize, below: usize, under: usize, leaves: usize): v128 {
  return v128.bitselect(
    leafOfTwo(tree, below + 1, under + 2, leaves + 16),
    leafOfTwo(tree, below, under, leaves),
    right(tree, node),
  );
}

/** Trees of depth four: fifteen nodes and sixteen leaves each. */
export function treesOfFour(at: usize, end: usize, bias: f64): void {
  let low = f64x2.splat(bias);
  let high = low;
  for (; at < end; at += 184) {
    const leaf = v128.bitselect(
      leafOfFour(at, 2, 5, 11, at + 152),
      leafOfFour(at, 1, 3, 7, at + 120),
      right(at, 0),
    );
    low = f64x2.add(low, f64x2.promote_low_f32x4(leaf));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(leaf, leaf, 2, 3, 2, 3)));
  }
  keepSums(low, high);
}
