/**
 * Packs and unpacks blocks in TypeScript: the reference for WebAssembly, and its replacement where that is not allowed.
 */
import {
  blockBytes,
  blockFaults,
  blockHead,
  blockSamples,
  blockVersion,
  headBytes,
  runSamples,
  sumFactor,
  sumStart,
  type BlockCode,
  type BlockFault,
} from './block-code.ts';

const fault = (name: BlockFault): number => -1 - blockFaults.indexOf(name);

export function createPortableCode(): BlockCode {
  return new PortableCode();
}

/** Each step is a bijection of the sum and of the word, so no single changed word is missed. */
function mix(sum: number, word: number): number {
  const next = Math.imul(sum ^ word, sumFactor);
  return next ^ (next >>> 15);
}

/** Returns how many bits the codes need of which this is the bitwise or. */
const bitsOf = (all: number): number => 32 - Math.clz32(all);

class PortableCode implements BlockCode {
  readonly samples = new Int16Array(blockSamples);
  readonly #words = new Uint32Array(blockBytes / 4);
  readonly packed = new Uint8Array(this.#words.buffer);
  /** Differences of a run from each of the three predictions, as codes. */
  readonly #codes = [0, 1, 2].map(() => new Uint16Array(runSamples));
  /** The last two samples. */
  #last = 0;
  #before = 0;

  /** Returns the checksum of the words from 1 on: four sums side by side, then one of these. */
  #sum(words: number): number {
    const sums = new Int32Array(4).fill(sumStart);
    let [a, b, c, d] = [sumStart, sumStart, sumStart, sumStart];
    let at = 1;
    for (; at + 4 <= words; at += 4) {
      a = mix(a, this.#words[at] ?? 0);
      b = mix(b, this.#words[at + 1] ?? 0);
      c = mix(c, this.#words[at + 2] ?? 0);
      d = mix(d, this.#words[at + 3] ?? 0);
    }
    sums.set([a, b, c, d]);
    for (let lane = 0; at < words; at++, lane++) sums[lane] = mix(sums[lane] ?? 0, this.#words[at] ?? 0);
    return sums.reduce(mix, sumStart) >>> 0;
  }

  pack(count: number): number {
    const runs = Math.ceil(count / runSamples);
    const heads = headBytes(count);
    this.packed.fill(0, blockHead, blockHead + heads);
    this.#words[1] = (blockVersion << 24) | count;
    [this.#last, this.#before] = [0, 0];
    let at = (blockHead + heads) / 4;
    for (let run = 0; run < runs; run++) {
      const { order, bits } = this.#predict(run * runSamples, count);
      this.packed[blockHead + run] = 32 * order + bits;
      this.#packRun(this.#codes[order] ?? new Uint16Array(), bits, at);
      at += bits;
    }
    this.#words[0] = this.#sum(at);
    return 4 * at;
  }

  /** Computes the codes of a run and chooses its prediction. */
  #predict(from: number, count: number): { readonly order: number; readonly bits: number } {
    const [plain = new Uint16Array(), first = plain, second = plain] = this.#codes;
    let [last, before] = [this.#last, this.#before];
    let [all0, all1, all2] = [0, 0, 0];
    for (let i = 0; i < runSamples; i++) {
      const value = from + i < count ? (this.samples[from + i] ?? 0) : last;
      const step = ((value - last) << 16) >> 16;
      const bend = ((value - 2 * last + before) << 16) >> 16;
      all0 |= plain[i] = ((value << 1) ^ (value >> 31)) & 0xffff;
      all1 |= first[i] = ((step << 1) ^ (step >> 31)) & 0xffff;
      all2 |= second[i] = ((bend << 1) ^ (bend >> 31)) & 0xffff;
      before = last;
      last = value;
    }
    this.#last = last;
    this.#before = before;
    const best = Math.min(bitsOf(all0), bitsOf(all1), bitsOf(all2));
    if (bitsOf(all1) === best) return { order: 1, bits: best };
    return { order: bitsOf(all2) === best ? 2 : 0, bits: best };
  }

  #packRun(codes: Uint16Array, bits: number, from: number): void {
    let [word, filled, at] = [0, 0, from];
    for (let i = 0; bits > 0 && i < runSamples; i++) {
      const code = codes[i] ?? 0;
      word |= code << filled;
      filled += bits;
      if (filled < 32) continue;
      this.#words[at++] = word;
      filled -= 32;
      word = filled === 0 ? 0 : code >>> (bits - filled);
    }
  }

  unpack(bytes: number): number {
    if (bytes < blockHead || bytes > blockBytes || bytes % 4 !== 0) return fault('length');
    const words = bytes / 4;
    if (this.#words[0] !== this.#sum(words)) return fault('checksum');
    const head = this.#words[1] ?? 0;
    if (head >>> 24 !== blockVersion) return fault('version');
    const count = head & 0xff_ffff;
    if (count < 1 || count > blockSamples) return fault('samples');
    [this.#last, this.#before] = [0, 0];
    let at = (blockHead + headBytes(count)) / 4;
    for (let from = 0; from < count; from += runSamples) {
      const own = this.packed[blockHead + from / runSamples] ?? 0;
      const bits = own & 31;
      if (bits > 16 || own >= 96 || at + bits > words) return fault('run');
      this.#unpackRun(at, bits, own >> 5, from);
      at += bits;
    }
    return at === words ? count : fault('run');
  }

  #unpackRun(start: number, bits: number, order: number, from: number): void {
    const mask = (1 << bits) - 1;
    const { samples } = this;
    let [last, before, word, left, next] = [this.#last, this.#before, 0, 0, start];
    for (let at = from; at < from + runSamples; at++) {
      let code = word;
      if (left < bits) {
        word = this.#words[next++] ?? 0;
        code |= word << left;
        word >>>= bits - left;
        left += 32 - bits;
      } else {
        word >>>= bits;
        left -= bits;
      }
      code &= mask;
      code = (code >>> 1) ^ -(code & 1);
      const value = order === 1 ? last + code : order === 2 ? 2 * last - before + code : code;
      before = last;
      last = (value << 16) >> 16;
      samples[at] = last;
    }
    this.#last = last;
    this.#before = before;
  }
}
