/**
 * Packs and unpacks blocks of samples, in AssemblyScript with SIMD. It does the same as `portable-code.ts` and gives the
 * same bits; `block-code.ts` describes the form.
 */

/** For each number of bits 64 bytes: which bytes of the packed form become which lane, and the factors that align them. */
const tablesAt: usize = 1024;
/** Codes of a run for each of the three predictions. */
const codesAt: usize = 2304;
const lanesAt: usize = 2560;
/** The four bytes before are 0: the two samples before the first. */
const samplesAt: usize = 4096;
const packedAt: usize = 37888;

const mostSamples = 16384;
const version: u32 = 1;
const sumStart: i32 = 0x9e3779b9;
const sumFactor: i32 = 0x85ebca6b;

/** Writes where the code of a lane begins, and the factor that moves its highest bit to the highest of `width`. */
function prepareLane(at: usize, lane: usize, bit: i32, bits: i32, width: i32): void {
  const bytes = width >> 3;
  for (let k = 0; k < bytes; k++) store<u8>(at + lane * bytes + k, <u8>((bit >> 3) + k));
  const factor: u32 = 1 << (width - bits - (bit & 7));
  if (width == 16) store<u16>(at + 16 + lane * bytes, <u16>factor);
  else store<u32>(at + 16 + lane * bytes, factor);
}

function prepare(): void {
  for (let bits = 1; bits <= 16; bits++) {
    const at = tablesAt + (<usize>bits << 6);
    if (bits <= 9) for (let lane = 0; lane < 8; lane++) prepareLane(at, lane, lane * bits, bits, 16);
    else
      for (let lane = 0; lane < 4; lane++) {
        prepareLane(at, lane, lane * bits, bits, 32);
        prepareLane(at + 32, lane, (lane + 4) * bits - ((bits >> 1) << 3), bits, 32);
      }
  }
}
prepare();

@inline
function mix(sum: i32, word: i32): i32 {
  const next = (sum ^ word) * sumFactor;
  return next ^ <i32>(<u32>next >> 15);
}

/** Returns the checksum of the words from 1 on. */
function sumOf(bytes: i32): i32 {
  let sums = i32x4.splat(sumStart);
  let at = packedAt + 4;
  const end = packedAt + <usize>bytes;
  for (; at + 16 <= end; at += 16) {
    sums = i32x4.mul(v128.xor(sums, v128.load(at)), i32x4.splat(sumFactor));
    sums = v128.xor(sums, i32x4.shr_u(sums, 15));
  }
  v128.store(lanesAt, sums);
  for (let lane = lanesAt; at < end; at += 4, lane += 4) store<i32>(lane, mix(load<i32>(lane), load<i32>(at)));
  let sum = sumStart;
  for (let lane: usize = 0; lane < 16; lane += 4) sum = mix(sum, load<i32>(lanesAt + lane));
  return sum;
}

@inline
function codesOf(differences: v128): v128 {
  return v128.xor(i16x8.shl(differences, 1), i16x8.shr_s(differences, 15));
}

/** Returns how many bits the largest of eight codes needs, by their bitwise or. */
@inline
function bitsOf(all: v128): i32 {
  let folded = <u64>i64x2.extract_lane(all, 0) | <u64>i64x2.extract_lane(all, 1);
  folded |= folded >> 32;
  folded |= folded >> 16;
  return 32 - clz<i32>(<i32>folded & 0xffff);
}

/** Computes the codes of a run. Returns the head of its best prediction. */
function predict(from: usize): i32 {
  let plain = i16x8.splat(0);
  let first = i16x8.splat(0);
  let second = i16x8.splat(0);
  for (let k: usize = 0; k < 64; k += 16) {
    const value = v128.load(from + k);
    const last = v128.load(from + k - 2);
    const step = i16x8.sub(value, last);
    const bend = i16x8.sub(step, i16x8.sub(last, v128.load(from + k - 4)));
    v128.store(codesAt + k, codesOf(value));
    v128.store(codesAt + k, codesOf(step), 64);
    v128.store(codesAt + k, codesOf(bend), 128);
    plain = v128.or(plain, codesOf(value));
    first = v128.or(first, codesOf(step));
    second = v128.or(second, codesOf(bend));
  }
  const best = min(bitsOf(plain), min(bitsOf(first), bitsOf(second)));
  if (bitsOf(first) == best) return 32 + best;
  return bitsOf(second) == best ? 64 + best : best;
}

/** Packs the first `count` samples and returns the number of bytes. */
export function pack(count: i32): i32 {
  const runs = (count + 31) >> 5;
  const last = load<i16>(samplesAt + (<usize>(count - 1) << 1));
  for (let i = count; i < runs << 5; i++) store<i16>(samplesAt + (<usize>i << 1), last);
  const heads = packedAt + 8;
  let at = heads + <usize>((runs + 3) & ~3);
  store<u32>(at - 4, 0);
  store<u32>(packedAt + 4, (version << 24) | <u32>count);
  for (let run: usize = 0; run < <usize>runs; run++) {
    const head = predict(samplesAt + (run << 6));
    store<u8>(heads + run, <u8>head);
    const bits = head & 31;
    const codes = codesAt + (<usize>(head >> 5) << 6);
    let word: u64 = 0;
    let filled: u64 = 0;
    for (let k: usize = 0; bits > 0 && k < 64; k += 2) {
      word |= <u64>load<u16>(codes + k) << filled;
      filled += <u64>bits;
      if (filled < 32) continue;
      store<u32>(at, <u32>word);
      at += 4;
      word >>= 32;
      filled -= 32;
    }
  }
  const bytes = <i32>(at - packedAt);
  store<i32>(packedAt, sumOf(bytes));
  return bytes;
}

/** Returns eight codes of `bits` bits, which begin at a whole byte. */
@inline
function eightCodes(at: usize, bits: i32): v128 {
  if (bits == 0) return i16x8.splat(0);
  const table = tablesAt + (<usize>bits << 6);
  if (bits <= 9) {
    const words = i8x16.swizzle(v128.load(at), v128.load(table));
    return i16x8.shr_u(i16x8.mul(words, v128.load(table, 16)), 16 - bits);
  }
  const low = i8x16.swizzle(v128.load(at), v128.load(table));
  const high = i8x16.swizzle(v128.load(at + (<usize>bits >> 1)), v128.load(table, 32));
  return i16x8.narrow_i32x4_u(
    i32x4.shr_u(i32x4.mul(low, v128.load(table, 16)), 32 - bits),
    i32x4.shr_u(i32x4.mul(high, v128.load(table, 48)), 32 - bits),
  );
}

/** Returns the sums of the lanes up to each. */
@inline
function sums(values: v128): v128 {
  const none = i16x8.splat(0);
  let all = i16x8.add(values, v128.shuffle<i16>(none, values, 0, 8, 9, 10, 11, 12, 13, 14));
  all = i16x8.add(all, v128.shuffle<i16>(none, all, 0, 1, 8, 9, 10, 11, 12, 13));
  return i16x8.add(all, v128.shuffle<i16>(none, all, 0, 1, 2, 3, 8, 9, 10, 11));
}

function unpackRun(from: usize, bits: i32, order: i32, to: usize): void {
  let last = i16x8.splat(load<i16>(to - 2));
  let slope = i16x8.sub(last, i16x8.splat(load<i16>(to - 4)));
  for (let k: usize = 0; k < 64; k += 16, from += <usize>bits) {
    const codes = eightCodes(from, bits);
    let values = v128.xor(i16x8.shr_u(codes, 1), i16x8.neg(v128.and(codes, i16x8.splat(1))));
    if (order == 2) {
      values = i16x8.add(sums(values), slope);
      slope = v128.shuffle<i16>(values, values, 7, 7, 7, 7, 7, 7, 7, 7);
    }
    if (order > 0) {
      values = i16x8.add(sums(values), last);
      last = v128.shuffle<i16>(values, values, 7, 7, 7, 7, 7, 7, 7, 7);
    }
    v128.store(to + k, values);
  }
}

/** Unpacks the first `bytes` bytes. Returns the number of samples, or a negative number: a fault. */
export function unpack(bytes: i32): i32 {
  if (bytes < 8 || (bytes & 3) != 0) return -1;
  if (load<i32>(packedAt) != sumOf(bytes)) return -2;
  const head = load<u32>(packedAt + 4);
  if (head >> 24 != version) return -3;
  const count = <i32>(head & 0xffffff);
  if (count < 1 || count > mostSamples) return -4;
  const runs = (count + 31) >> 5;
  const end = packedAt + <usize>bytes;
  let at = packedAt + 8 + <usize>((runs + 3) & ~3);
  for (let run: usize = 0; run < <usize>runs; run++) {
    const own = <i32>load<u8>(packedAt + 8 + run);
    const bits = own & 31;
    const next = at + (<usize>bits << 2);
    if (bits > 16 || own >= 96 || next > end) return -5;
    unpackRun(at, bits, own >> 5, samplesAt + (run << 6));
    at = next;
  }
  return at == end ? count : -5;
}
