/** Scans and converts raw samples. */
import { rawAt, scanAt, valueAt } from './memory';

/**
 * Examines `count` raw samples and the one before them. Bit 1: some are "no signal"; bit 2: eight in a row equal their
 * predecessors. Writes the lowest and the highest to `scanAt`.
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

/** Returns the largest difference of `count` raw samples from the one before, at most 32767. */
export function steepest(count: i32): i32 {
  let far = i16x8.splat(0);
  let k = 0;
  for (; k + 8 <= count; k += 8) {
    const at = rawAt + (<usize>k << 1);
    const raw = v128.load(at, 16);
    const before = v128.load(at, 14);
    far = i16x8.max_s(far, i16x8.max_s(i16x8.sub_sat_s(raw, before), i16x8.sub_sat_s(before, raw)));
  }
  let most: i32 = 0;
  v128.store(scanAt, far);
  for (let lane = 0; lane < 8; lane++) most = max(most, <i32>load<i16>(scanAt + (<usize>lane << 1)));
  for (; k < count; k++) {
    const at = rawAt + (<usize>k << 1);
    most = max(most, abs(<i32>load<i16>(at, 16) - <i32>load<i16>(at, 14)));
  }
  return min(most, 32767);
}

/** Writes raw samples times `gain` plus `offset` to `valueAt`. */
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
