/**
 * Reads parts of files in a bucket and checks each block against its checksum. A file whose checksums are missing or
 * damaged there is read whole once and compared with its name, as on a disk.
 */
import { createHash } from 'node:crypto';
import { blockBytes, damagedBlock, decodeSums, SumsWriter, type BlockSums } from './block-sums.ts';
import { checkRange, FileFault, type ByteRange, type Proof } from './file-store.ts';
import type { S3Bucket } from './s3-bucket.ts';

const mostKnown = 1_000;

type WholeObject = { readonly proof: Extract<Proof, 'whole' | 'damaged'>; readonly sums: Buffer };

/** Compares the whole file with its name. Returns null if there is none. */
export async function proveObject(
  bucket: S3Bucket,
  sha256: string,
  took: (bytes: number) => Promise<void> = () => Promise.resolve(),
): Promise<WholeObject | null> {
  const body = await bucket.stream(sha256);
  if (body === null) return null;
  const [hash, sums] = [createHash('sha256'), new SumsWriter()];
  for await (const chunk of body) {
    hash.update(chunk);
    sums.add(chunk);
    await took(chunk.byteLength);
  }
  return { proof: hash.digest('hex') === sha256 ? 'whole' : 'damaged', sums: sums.encode() };
}

export class BucketReader {
  readonly #bucket: S3Bucket;
  readonly #known = new Map<string, Promise<BlockSums | null>>();
  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  forget(sha256: string): void {
    this.#known.delete(sha256);
  }

  async #readSums(sha256: string): Promise<BlockSums | null> {
    const stored = await this.#bucket.sums(sha256);
    const found = stored === null ? null : decodeSums(stored);
    if (found !== null) return found;
    const whole = await proveObject(this.#bucket, sha256);
    if (whole === null) return null;
    if (whole.proof === 'damaged') throw new FileFault('files/damaged', `${sha256} is damaged in the bucket`);
    await this.#bucket.putSums(sha256, whole.sums);
    return decodeSums(whole.sums);
  }

  /** Returns the checksums; null if there is no such file. Only those of a file that is there are remembered. */
  #sumsOf(sha256: string): Promise<BlockSums | null> {
    const found = this.#known.get(sha256) ?? this.#readSums(sha256);
    this.#known.delete(sha256);
    this.#known.set(sha256, found);
    const forget = (): void => {
      if (this.#known.get(sha256) === found) this.forget(sha256);
    };
    found.then((sums) => (sums === null ? forget() : undefined), forget);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) break;
      this.#known.delete(oldest);
    }
    return found;
  }

  /** Returns the length of the file; null if there is none. */
  async bytesOf(sha256: string): Promise<number | null> {
    return (await this.#sumsOf(sha256))?.bytes ?? null;
  }

  /** Returns exactly these bytes, verified; null if there is no such file. */
  async read(sha256: string, { start, length }: ByteRange): Promise<Buffer | null> {
    checkRange({ start, length });
    const sums = await this.#sumsOf(sha256);
    if (sums === null) return null;
    if (start + length > sums.bytes) throw new FileFault('files/range', `the file has ${sums.bytes} bytes`);
    const first = Math.floor(start / blockBytes);
    const from = first * blockBytes;
    const to = Math.min(Math.ceil((start + length) / blockBytes) * blockBytes, sums.bytes);
    const bytes = await this.#bucket.read(sha256, { start: from, length: to - from });
    if (bytes === null) {
      this.forget(sha256);
      return null;
    }
    const block = damagedBlock(sums, first, bytes);
    if (block !== null)
      throw new FileFault('files/damaged', `${sha256} is damaged in block ${String(block)} in the bucket`);
    return bytes.subarray(start - from, start - from + length);
  }
}
