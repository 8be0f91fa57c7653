/**
 * Cuts a stream of bytes into the messages of MLLP: a start block (0x0B), the message, an end block (0x1C) and a
 * carriage return. It has no socket, and it takes linear time for any split into chunks.
 *
 * - Bytes outside of a frame are skipped and counted. The carriage return after an end block may be absent.
 * - A frame is delivered only with its end block. A start block inside a frame means that the sender began again: the
 *   frame before it is dropped and counted.
 * - A frame that exceeds the limit is dropped up to its end block. Only its beginning is returned, so that the sender
 *   can be answered.
 */
const startBlock = 0x0b;
const endBlock = 0x1c;
const carriageReturn = 0x0d;

/** The most bytes of one message. */
const largestMessage = 32 * 1024 * 1024;
const headBytes = 1024;
const firstHeld = 16 * 1024;

export type Framed =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly head: Buffer };

export class MllpFramer {
  readonly #limit: number;
  #inside = false;
  #afterEnd = false;
  /** The bytes of the present frame from earlier chunks; only the first `#length` are used. */
  #held = Buffer.alloc(0);
  #length = 0;
  #tooLarge = false;
  #skipped = 0;
  #dropped = 0;

  constructor(limit = largestMessage) {
    this.#limit = limit;
  }

  /** Bytes outside of any frame. */
  get skippedBytes(): number {
    return this.#skipped;
  }

  /** Frames that ended without their end block, or exceeded the limit. */
  get droppedFrames(): number {
    return this.#dropped;
  }

  /** The memory that an unfinished frame takes. */
  get heldBytes(): number {
    return this.#held.length;
  }

  push(chunk: Buffer): Framed[] {
    const found: Framed[] = [];
    let at = this.#afterEnd && chunk[0] === carriageReturn ? 1 : 0;
    if (chunk.length > 0) this.#afterEnd = false;
    while (at < chunk.length) at = this.#inside ? this.#readInside(chunk, at, found) : this.#skip(chunk, at);
    return found;
  }

  /** Drops the frame that the stream ended in. */
  end(): void {
    if (this.#inside) this.#drop();
    this.#inside = false;
  }

  #skip(chunk: Buffer, at: number): number {
    const start = chunk.indexOf(startBlock, at);
    if (start < 0) {
      this.#skipped += chunk.length - at;
      return chunk.length;
    }
    this.#skipped += start - at;
    this.#inside = true;
    return start + 1;
  }

  #readInside(chunk: Buffer, at: number, found: Framed[]): number {
    const ends = chunk.indexOf(endBlock, at);
    const end = ends < 0 ? chunk.length : ends;
    const part = chunk.subarray(at, end);
    let from = 0;
    for (let begun = part.indexOf(startBlock); begun >= 0; begun = part.indexOf(startBlock, from)) {
      this.#drop();
      from = begun + 1;
    }
    return this.#take(chunk, { from: at + from, end, complete: ends >= 0 }, found);
  }

  #take(
    chunk: Buffer,
    { from, end, complete }: { readonly from: number; readonly end: number; readonly complete: boolean },
    found: Framed[],
  ): number {
    const part = chunk.subarray(from, end);
    if (!complete) {
      this.#hold(part, found);
      return chunk.length;
    }
    if (this.#length === 0 && part.length <= this.#limit && !this.#tooLarge) {
      found.push({ kind: 'message', bytes: part });
    } else {
      this.#hold(part, found);
      if (!this.#tooLarge) found.push({ kind: 'message', bytes: this.#held.subarray(0, this.#length) });
    }
    this.#release();
    this.#inside = false;
    if (end + 1 === chunk.length) this.#afterEnd = true;
    return chunk[end + 1] === carriageReturn ? end + 2 : end + 1;
  }

  #hold(part: Buffer, found: Framed[]): void {
    if (this.#tooLarge) return;
    const length = this.#length + part.length;
    if (length > this.#limit) {
      const head = Buffer.concat([this.#held.subarray(0, this.#length), part.subarray(0, headBytes)]);
      found.push({ kind: 'too-large', head: Buffer.from(head.subarray(0, headBytes)) });
      this.#drop();
      this.#tooLarge = true;
      return;
    }
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafe(
        Math.max(firstHeld, length, Math.min(this.#limit, 2 * this.#held.length)),
      );
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    part.copy(this.#held, this.#length);
    this.#length = length;
  }

  #drop(): void {
    if (!this.#tooLarge) this.#dropped += 1;
    this.#release();
  }

  #release(): void {
    this.#held = Buffer.alloc(0);
    this.#length = 0;
    this.#tooLarge = false;
  }
}

/** Puts a message between the blocks of MLLP. */
export const framed = (message: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(startBlock), message, Buffer.of(endBlock, carriageReturn)]);
