/**
 * Reads parts of open files and checks each block against its checksum. The first read of a file without checksums
 * verifies the whole file against its name and writes them.
 *
 * The checksums of the latest files and the memory lent to readers are kept. Allocating memory for each of hundreds of
 * tiles a minute would make the garbage collector stop the server for longer than a tile takes.
 */
import type { FileHandle } from 'node:fs/promises';
import { blockBytes, damagedBlock, readSums, type BlockSums } from './block-sums.ts';
import { FileFault, type ByteRange } from './file-store.ts';

/** Longer parts are not lent: each gets memory of its own. */
const mostLent = 512 * 1024;
/** A part may begin and end within a block. */
const lentBytes = mostLent + 2 * blockBytes;
const spareMost = 8;

/** Returns memory of at least this many bytes. */
type Allocate = (bytes: number) => Buffer;

async function readExactly(handle: FileHandle, range: ByteRange, allocate: Allocate): Promise<Buffer> {
  const { start, length } = range;
  const target = allocate(length).subarray(0, length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(target, done, length - done, start + done);
    if (bytesRead === 0) throw new FileFault('files/range', `byte ${start + done} lies behind the end`);
    done += bytesRead;
  }
  return target;
}

const damaged = (place: string, block: number): FileFault =>
  new FileFault('files/damaged', `${place} is damaged behind byte ${String(block * blockBytes)}`);

/**
 * Verifies the whole file and returns its checksums, which a full or read-only disk may not have stored. Throws if it
 * is damaged.
 */
export type VerifyWhole = (place: string) => Promise<BlockSums>;

export class CheckedReader {
  readonly #limit: number;
  readonly #verifyWhole: VerifyWhole;
  readonly #known = new Map<string, Promise<BlockSums>>();
  readonly #spare: Buffer[] = [];
  constructor(limit: number, verifyWhole: VerifyWhole) {
    this.#limit = limit;
    this.#verifyWhole = verifyWhole;
  }

  /** Called when the file with this name was replaced or deleted. */
  forget(place: string): void {
    this.#known.delete(place);
  }

  async #readSums(place: string): Promise<BlockSums> {
    return (await readSums(place)) ?? this.#verifyWhole(place);
  }

  /** Returns the checksums. Concurrent readers of one file wait for the same verification. */
  #sumsOf(place: string): Promise<BlockSums> {
    const found = this.#known.get(place) ?? this.#readSums(place);
    this.#known.delete(place);
    this.#known.set(place, found);
    found.catch(() => {
      if (this.#known.get(place) === found) this.forget(place);
    });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#limit) break;
      this.#known.delete(oldest);
    }
    return found;
  }

  /**
   * Returns the length of the file according to its checksums, so that a truncated file is not taken for a shorter one.
   */
  async bytesOf(place: string): Promise<number> {
    return (await this.#sumsOf(place)).bytes;
  }

  read(place: string, handle: FileHandle, range: ByteRange): Promise<Buffer> {
    return this.#read(place, handle, range, (bytes) => Buffer.allocUnsafe(bytes));
  }

  /** The bytes are valid for `use` only until it returns. */
  async lend<Result>(
    place: string,
    handle: FileHandle,
    range: ByteRange,
    use: (bytes: Buffer) => Result,
  ): Promise<Result> {
    if (range.length > mostLent) return use(await this.read(place, handle, range));
    const memory = this.#spare.pop() ?? Buffer.allocUnsafeSlow(lentBytes);
    try {
      return use(await this.#read(place, handle, range, () => memory));
    } finally {
      if (this.#spare.length < spareMost) this.#spare.push(memory);
    }
  }

  async #read(place: string, handle: FileHandle, range: ByteRange, allocate: Allocate): Promise<Buffer> {
    const sums = await this.#sumsOf(place);
    if (range.length === 0) return readExactly(handle, range, allocate);
    const end = range.start + range.length;
    if (end > sums.bytes) throw new FileFault('files/range', `the file has ${String(sums.bytes)} bytes`);
    const first = Math.floor(range.start / blockBytes);
    const from = first * blockBytes;
    const to = Math.min(Math.ceil(end / blockBytes) * blockBytes, sums.bytes);
    const blocks = { start: from, length: to - from };
    const bytes = await readExactly(handle, blocks, allocate).catch((fault: unknown) => {
      if (fault instanceof FileFault) throw damaged(place, first);
      throw fault;
    });
    const wrong = damagedBlock(sums, first, bytes);
    if (wrong !== null) throw damaged(place, wrong);
    return bytes.subarray(range.start - from, end - from);
  }
}
