/**
 * Stores files in a bucket of any S3: `<prefix><ab>/<sha256>`, and their checksums by block beside them.
 *
 * The client library is loaded at the first call, so that an installation without a bucket never loads it. A store that
 * does not answer, refuses, or answers incompletely is unavailable (`files/away`); only the answer that there is no such
 * object means that there is none.
 */
import type * as Sdk from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BucketPlace } from './bucket-place.ts';
import { awayFault, isAbsent, requireFound } from './bucket-fault.ts';
import { bucketKeys, type BucketKeys } from './bucket-keys.ts';
import type { ByteRange } from './file-store.ts';

/** The part of a file that is sent at once. S3 accepts no smaller ones than 5 MiB, except for the last. */
const partBytes = 8 * 1024 ** 2;
const partsAtOnce = 2;
/** The largest object that S3 copies by itself. */
const mostCopied = 5 * 1024 ** 3;
const connectMs = 3_000;
/** A store that sends nothing for this long is unavailable. */
const idleMs = 20_000;

/** Where a bucket is, and the profile of the credentials file if it is not the usual one. */
type ClientPlace = Omit<BucketPlace, 'cache_bytes'> & { readonly profile?: string | undefined };

type Opened = { readonly sdk: typeof Sdk; readonly client: Sdk.S3Client };

async function openClient({ endpoint, region, profile }: ClientPlace): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(profile === undefined ? {} : { profile }),
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // Stores other than Amazon’s refuse the checksums that the client adds by itself. Ours are compared instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: idleMs,
      socketTimeout: idleMs,
      throwOnRequestTimeout: true,
    },
  });
  return { sdk, client };
}

/** A call to the store, with its faults as faults of files. Returns null if there is no such object. */
type Call = <Result>(work: (opened: Opened) => Promise<Result>) => Promise<Result | null>;

function caller(place: ClientPlace) {
  const state: { opened: Promise<Opened> | null } = { opened: null };
  const call: Call = async (work) => {
    try {
      return await work(await (state.opened ??= openClient(place)));
    } catch (fault) {
      if (isAbsent(fault)) return null;
      throw awayFault(fault);
    }
  };
  const close = async (): Promise<void> => (await state.opened?.catch(() => null))?.client.destroy();
  return { call, close };
}

/** Streams a body whose faults, such as a cut connection, are faults of files. */
async function* bodyOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* body;
  } catch (fault) {
    throw awayFault(fault);
  }
}

function readableOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw awayFault(new Error('an answer without a body'));
}

async function readKey(call: Call, Bucket: string, Key: string, Range?: string): Promise<Buffer | null> {
  return call(async ({ sdk, client }) => {
    const range = Range === undefined ? {} : { Range };
    const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...range }));
    const bytes = await buffer(readableOf(Body));
    if (ContentLength !== undefined && bytes.length !== ContentLength)
      throw new Error('an incomplete answer');
    return bytes;
  });
}

function streamKey(call: Call, Bucket: string, Key: string): Promise<AsyncIterable<Uint8Array> | null> {
  return call(async ({ sdk, client }) => {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
    return bodyOf(readableOf(Body));
  });
}

type Sent = { readonly Bucket: string; readonly Key: string; readonly Body: Readable };

async function sendInParts(client: Sdk.S3Client, params: Sent) {
  const { Upload } = await import('@aws-sdk/lib-storage');
  return new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
}

/**
 * Sends bytes of unknown length. There is no object, not even a part of one, if the source fails; its fault is thrown as
 * it is.
 */
async function sendKey(call: Call, Bucket: string, Key: string, source: AsyncIterable<unknown>) {
  const own: { fault: unknown } = { fault: null };
  async function* guarded(): AsyncGenerator<unknown, undefined> {
    try {
      yield* source;
    } catch (fault) {
      own.fault = fault;
      throw fault;
    }
  }
  const Body = Readable.from(guarded(), { objectMode: false });
  try {
    await requireFound(call(({ client }) => sendInParts(client, { Bucket, Key, Body })));
  } catch (fault) {
    throw own.fault ?? fault;
  } finally {
    Body.destroy();
  }
}

/** Writes objects. Larger ones are sent in parts, which the store joins. */
function writing(call: Call, Bucket: string, keys: BucketKeys) {
  const writeKey = (Key: string, Body: Buffer) =>
    requireFound(call(({ sdk, client }) => client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }))));
  const putSums = async (sha256: string, sums: Buffer): Promise<void> =>
    void (await writeKey(keys.sums(sha256), sums));
  const put = async (sha256: string, file: string, bytes: number, sums: Buffer): Promise<void> => {
    await putSums(sha256, sums);
    const source = createReadStream(file, { highWaterMark: 1024 ** 2 });
    const Key = keys.file(sha256);
    try {
      if (bytes < partBytes) await writeKey(Key, await buffer(source));
      else await requireFound(call(({ client }) => sendInParts(client, { Bucket, Key, Body: source })));
    } finally {
      source.destroy();
    }
  };
  return { writeKey, putSums, put };
}

type FoundObject = { readonly bytes: number; readonly changed_at: Date };

/** Returns null if there is no such object. A bucket that is missing itself is unavailable, and nothing is absent. */
async function headOf(call: Call, Bucket: string, Key: string): Promise<FoundObject | null> {
  const found = await call(({ sdk, client }) => client.send(new sdk.HeadObjectCommand({ Bucket, Key })));
  if (found !== null)
    return { bytes: found.ContentLength ?? 0, changed_at: found.LastModified ?? new Date(0) };
  await requireFound(call(({ sdk, client }) => client.send(new sdk.HeadBucketCommand({ Bucket }))));
  return null;
}

type ListedObject = { readonly key: string; readonly bytes: number; readonly changed_at: Date };

async function* listKeys(
  call: Call,
  Bucket: string,
  Prefix: string,
): AsyncGenerator<ListedObject, undefined> {
  for (let after: string | undefined, isLast = false; !isLast;) {
    const from = after === undefined ? {} : { ContinuationToken: after };
    const page = await requireFound(
      call(({ sdk, client }) => client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ...from }))),
    );
    for (const { Key: key, Size: bytes = 0, LastModified } of page.Contents ?? []) {
      if (key !== undefined) yield { key, bytes, changed_at: LastModified ?? new Date() };
    }
    after = page.NextContinuationToken;
    isLast = page.IsTruncated !== true || after === undefined;
  }
}

type Copy = { readonly from: string; readonly to: string; readonly bytes: number };

/** Copies an object within the bucket. Returns whether there was one. */
async function copyKey(call: Call, Bucket: string, { from, to: Key, bytes }: Copy): Promise<boolean> {
  const CopySource = `${Bucket}/${encodeURIComponent(from)}`;
  const copied = await call(async ({ sdk, client }) => {
    if (bytes <= mostCopied) return client.send(new sdk.CopyObjectCommand({ Bucket, Key, CopySource }));
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: from }));
    return sendInParts(client, { Bucket, Key, Body: readableOf(Body) });
  });
  return copied !== null;
}

export function openBucket(place: ClientPlace) {
  const { call, close } = caller(place);
  const Bucket = place.bucket;
  const keys = bucketKeys(place.prefix);
  const { writeKey, putSums, put } = writing(call, Bucket, keys);
  return {
    keys,
    /** Sends a file and its checksums. It replaces an equal one, whose age begins again. */
    put,
    putSums,
    writeText: async (key: string, text: string): Promise<void> =>
      void (await writeKey(key, Buffer.from(text))),
    send: (key: string, source: AsyncIterable<unknown>): Promise<void> => sendKey(call, Bucket, key, source),
    writeBytes: async (key: string, bytes: Buffer): Promise<void> => void (await writeKey(key, bytes)),
    /** Returns the whole object, unverified; null if there is none. */
    readBytes: (key: string) => readKey(call, Bucket, key),
    readText: async (key: string): Promise<string | null> =>
      (await readKey(call, Bucket, key))?.toString() ?? null,
    head: (key: string) => headOf(call, Bucket, key),
    /** Returns the checksums by block as they were written. */
    sums: (sha256: string) => readKey(call, Bucket, keys.sums(sha256)),
    /** Returns exactly this part, unverified; null if there is no such file. */
    read: async (sha256: string, { start, length }: ByteRange): Promise<Buffer | null> => {
      if (length === 0) return Buffer.alloc(0);
      const range = `bytes=${String(start)}-${String(start + length - 1)}`;
      const bytes = await readKey(call, Bucket, keys.file(sha256), range);
      if (bytes !== null && bytes.length !== length)
        throw awayFault(new Error('another part than asked for'));
      return bytes;
    },
    /** Streams the whole file, unverified; null if there is none. */
    stream: (sha256: string) => streamKey(call, Bucket, keys.file(sha256)),
    streamKey: (key: string) => streamKey(call, Bucket, key),
    list: (prefix: string) => listKeys(call, Bucket, prefix),
    copy: (from: string, to: string, bytes: number) => copyKey(call, Bucket, { from, to, bytes }),
    delete: async (key: string): Promise<void> =>
      void (await call(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key })))),
    /** Discards what killed senders left in parts, if it was begun this long ago. Returns the number. */
    abortUnfinished: async (ageMs: number, Prefix = place.prefix): Promise<number> => {
      const found = await call(({ sdk, client }) =>
        client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix })),
      );
      const old = (found?.Uploads ?? []).filter(
        ({ Initiated }) => (Initiated?.getTime() ?? Date.now()) <= Date.now() - ageMs,
      );
      for (const { Key, UploadId } of old) {
        await call(({ sdk, client }) =>
          client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
        );
      }
      return old.length;
    },
    close,
  };
}
export type S3Bucket = ReturnType<typeof openBucket>;
