/** Computes the results for the samples around one position. */
import {
  nearHalfAt,
  placeAt,
  promoted,
  rangeValues,
  slopes,
  slopesAt,
  turnsFrom,
} from './memory';

/** Returns the highest minus the lowest of every fourth value around the position. */
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

/**
 * Returns how often the signal around the position changes between up and down with at least `steep`, a part of its
 * steepest slope.
 */
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

/**
 * Counts the changes of direction. Each slope is a bit of two words: steeply up, steeply down. A direction lasts until
 * the next bit of the other word.
 */
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

/**
 * Returns which of the samples within 20 of the position is farthest from the line between the signal on both sides.
 */
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

/** Returns the position of the better lane; the earlier one if both are equal. */
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

/**
 * Returns how far before and after the position slopes stay below `part` of the steepest: one byte each, 35 if they do
 * not.
 */
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

/** Returns the sharpest of the bends of 29 samples from `at` on. */
function sharpest(at: usize): f64 {
  let most = f64x2.splat(0);
  for (let k: usize = 0; k < 28; k += 2) most = f64x2.pmax(most, bends(at + (k << 2)));
  return max(f64x2.extract_lane(bends(at + 112), 0), max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1)));
}

/**
 * Returns the sharpest bend from 20 samples before the position to 12 after it, if it is isolated: `before` times as
 * sharp as all 8 to 36 samples before it, `after` times as those after it. Otherwise 128.
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
