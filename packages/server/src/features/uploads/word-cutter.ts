/** Converts blocks of bytes from a zip for readers of 16-bit numbers. */

/** Yields blocks one after the other; the first bytes can be inspected before they are consumed. */
export class ByteSource {
  readonly #blocks: AsyncGenerator<Buffer, undefined>;
  #peeked: Buffer[] = [];

  constructor(blocks: AsyncGenerator<Buffer, undefined>) {
    this.#blocks = blocks;
  }

  /** Returns the first `length` bytes, or all if there are fewer. May be called once, before `next`. */
  async peek(length: number): Promise<Uint8Array> {
    let held = 0;
    while (held < length) {
      const { value, done } = await this.#blocks.next();
      if (done === true) break;
      this.#peeked.push(value);
      held += value.length;
    }
    return Buffer.concat(this.#peeked).subarray(0, length);
  }

  async next(): Promise<Buffer | null> {
    const first = this.#peeked.shift();
    if (first !== undefined) return first;
    const { value, done } = await this.#blocks.next();
    return done === true ? null : value;
  }
}

/** Reads little-endian int16 numbers after a header, however the bytes are split into blocks. */
export class WordCutter {
  #skip: number;
  #odd: number | null = null;
  #scratch = new Uint8Array(0);

  constructor(headerBytes: number) {
    this.#skip = headerBytes;
  }

  /** Returns the complete numbers, valid only until the next call; a single byte waits for its other half. */
  take(block: Buffer): Int16Array {
    const skipped = Math.min(this.#skip, block.length);
    this.#skip -= skipped;
    const rest = block.subarray(skipped);
    const held = this.#odd === null ? 0 : 1;
    const total = held + rest.length;
    const even = total - (total % 2);
    if (this.#scratch.length < even) this.#scratch = new Uint8Array(even);
    const bytes = this.#scratch;
    if (this.#odd !== null && even > 0) bytes[0] = this.#odd;
    if (even > 0) bytes.set(rest.subarray(0, even - held), held);
    if (total % 2 === 0) this.#odd = null;
    else if (rest.length > 0) this.#odd = rest[rest.length - 1] ?? null;
    return new Int16Array(bytes.buffer, 0, even / 2);
  }
}
