/**
 * Serves a bucket in memory with the calls of S3 that the store uses, and the faults of a store on request: for tests.
 * It compares each body with its SHA-256 in the request, as S3 does.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BucketPlace } from './bucket-place.ts';

/** A fault of the store: an error response, no answer at all, an answer that ends early, or other bytes stored. */
type BucketFaultKind = 'error' | 'denied' | 'skewed' | 'silent' | 'cut' | 'no-bucket' | 'stores-other-bytes';
type Fault = (request: { readonly method: string; readonly key: string }) => BucketFaultKind | null;

type StoredObject = { readonly body: Buffer; readonly changed_at: Date };
type Upload = { readonly key: string; readonly parts: Map<number, Buffer>; readonly begun: Date };
type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string };

const pageSize = 3;
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const fail = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});
const errors: Partial<Record<BucketFaultKind, Answer>> = {
  error: fail(500, 'InternalError'),
  denied: fail(403, 'AccessDenied'),
  skewed: fail(403, 'RequestTimeTooSkewed'),
  'no-bucket': fail(404, 'NoSuchBucket'),
};
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  fault: Fault = () => null;

  put(key: string, body: Buffer, kind: BucketFaultKind | null): Answer {
    const kept = Buffer.from(body);
    if (kind === 'stores-other-bytes') kept[0] = (kept[0] ?? 0) ^ 1;
    this.objects.set(key, { body: kept, changed_at: new Date() });
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  list(query: URLSearchParams): Answer {
    const after = query.get('continuation-token') ?? '';
    const found = [...this.objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const page = found.slice(0, pageSize);
    const rows = page.map(
      ([key, { body, changed_at }]) =>
        `<Contents><Key>${escape(key)}</Key><LastModified>${changed_at.toISOString()}</LastModified><Size>${String(body.length)}</Size></Contents>`,
    );
    const isMore = found.length > page.length;
    const next = isMore ? `<NextContinuationToken>${page.at(-1)?.[0] ?? ''}</NextContinuationToken>` : '';
    return {
      status: 200,
      body: `<?xml version="1.0"?><ListBucketResult><IsTruncated>${String(isMore)}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
    };
  }

  listUploads(): Answer {
    const rows = [...this.uploads].map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${escape(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    return {
      status: 200,
      body: `<?xml version="1.0"?><ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`,
    };
  }

  get(key: string, range: string | undefined): Answer {
    const found = this.objects.get(key);
    if (found === undefined) return fail(404, 'NoSuchKey');
    const headers = { 'last-modified': found.changed_at.toUTCString(), etag: etagOf(found.body) };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (from === undefined || to === undefined) return { status: 200, headers, body: found.body };
    if (Number(from) >= found.body.length) return fail(416, 'InvalidRange');
    return { status: 206, headers, body: found.body.subarray(Number(from), Number(to) + 1) };
  }

  copy(key: string, source: string): Answer {
    const [, ...rest] = decodeURIComponent(source).replace(/^\//, '').split('/');
    const found = this.objects.get(rest.join('/'));
    if (found === undefined) return fail(404, 'NoSuchKey');
    this.objects.set(key, { body: found.body, changed_at: new Date() });
    return { status: 200, body: `<?xml version="1.0"?><CopyObjectResult><ETag>x</ETag></CopyObjectResult>` };
  }

  begin(key: string): Answer {
    const id = randomUUID();
    this.uploads.set(id, { key, parts: new Map(), begun: new Date() });
    return {
      status: 200,
      body: `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }

  part(id: string, number: number, body: Buffer): Answer {
    const found = this.uploads.get(id);
    if (found === undefined) return fail(404, 'NoSuchUpload');
    found.parts.set(number, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  complete(id: string, kind: BucketFaultKind | null): Answer {
    const found = this.uploads.get(id);
    if (found === undefined) return fail(404, 'NoSuchUpload');
    const parts = [...found.parts].sort(([one], [other]) => one - other).map(([, body]) => body);
    this.put(found.key, Buffer.concat(parts), kind);
    this.uploads.delete(id);
    return {
      status: 200,
      body: `<?xml version="1.0"?><CompleteMultipartUploadResult><Key>${escape(found.key)}</Key></CompleteMultipartUploadResult>`,
    };
  }
}

type Asked = {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

function answerOf(bucket: Bucket, asked: Asked, kind: BucketFaultKind | null): Answer {
  const { method, key, query, headers, body } = asked;
  const id = query.get('uploadId');
  const [sent, source] = [headers['x-amz-content-sha256'], headers['x-amz-copy-source']];
  if (method === 'PUT' && sent !== createHash('sha256').update(body).digest('hex'))
    return fail(400, 'XAmzContentSHA256Mismatch');
  if (method === 'PUT' && typeof source === 'string') return bucket.copy(key, source);
  if (method === 'PUT' && id !== null) return bucket.part(id, Number(query.get('partNumber')), body);
  if (method === 'PUT') return bucket.put(key, body, kind);
  if (method === 'POST') return id === null ? bucket.begin(key) : bucket.complete(id, kind);
  if (method === 'DELETE') {
    if (id === null) bucket.objects.delete(key);
    else bucket.uploads.delete(id);
    return { status: 204 };
  }
  if (key !== '') return bucket.get(key, headers.range);
  if (method === 'HEAD') return { status: 200 };
  return query.has('uploads') ? bucket.listUploads() : bucket.list(query);
}

function send(response: ServerResponse, method: string, { status, headers, body = '' }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.end(method === 'HEAD' ? undefined : bytes);
}

async function serve(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://bucket');
  const key = decodeURIComponent(pathname).split('/').slice(2).join('/');
  const method = request.method ?? '';
  const kind = bucket.fault({ method, key });
  const body = await buffer(request);
  if (kind === 'silent') return;
  const refused = kind === null ? undefined : errors[kind];
  const answer = refused ?? answerOf(bucket, { method, key, query, headers: request.headers, body }, kind);
  if (kind !== 'cut') return send(response, method, answer);
  const bytes = Buffer.from(answer.body ?? '');
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

type TestBucket = {
  readonly place: BucketPlace;
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, Upload>;
  setFault: (fault: Fault) => void;
  readonly close: () => Promise<void>;
};

/** Starts a bucket. The client needs some credentials in the environment, which it does not compare. */
export async function startTestBucket(): Promise<TestBucket> {
  process.env['AWS_ACCESS_KEY_ID'] ??= 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'test';
  const bucket = new Bucket();
  const server = createServer((request, response) => {
    serve(bucket, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('no port');
  const { port } = listening;
  return {
    place: {
      bucket: 'hospital',
      prefix: 'stored/',
      endpoint: `http://127.0.0.1:${String(port)}`,
      region: 'us-east-1',
      cache_bytes: 0,
    },
    objects: bucket.objects,
    uploads: bucket.uploads,
    setFault: (fault) => void (bucket.fault = fault),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
