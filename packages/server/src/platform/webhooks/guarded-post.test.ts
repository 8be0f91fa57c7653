/**
 * Tests large bodies: how fast they are read, and what a receiver can do while one is sent. The receiver runs in a thread
 * of its own, so that it can act while the sender is busy.
 */
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { networkList, systemResolve } from './connect-guard.ts';
import { guardedPost, PostFault, type Post, type PostPolicy } from './guarded-post.ts';
import type { RudeWay } from './test-rude-receiver.ts';

const mb = 2 ** 20;
const policy: PostPolicy = { allowed: networkList(['127.0.0.0/8']), http: true, resolve: systemResolve };
const receivers: Worker[] = [];
afterEach(async () => {
  for (const worker of receivers.splice(0)) await worker.terminate();
});

/** Starts a receiver that answers by itself; `state` counts the bytes that it read, and says when it is gone. */
async function receiver(way: RudeWay, answer = '') {
  const shared = new SharedArrayBuffer(8);
  const worker = new Worker(new URL('test-rude-receiver.ts', import.meta.url), {
    workerData: { way, answer, shared },
  });
  receivers.push(worker);
  const port = await new Promise<unknown>((resolve) => worker.once('message', resolve));
  const state = new Int32Array(shared);
  return {
    url: `http://127.0.0.1:${String(port)}/studies`,
    readBytes: () => Atomics.load(state, 0),
    /** Blocks this thread, as a busy server does. */
    waitUntilGone: () => Atomics.wait(state, 1, 0, 60_000),
    isGone: () => Atomics.load(state, 1) === 1,
  };
}

const post = (url: string, body: Post['body'], size_bytes = 64 * mb, timeout_ms = 30_000) =>
  guardedPost({ url, headers: {}, ca: '', size_bytes, body }, policy, { timeout_ms, answer_bytes: 4096 });

/** Chunks of a megabyte; `before` is called before each. */
const chunks = (count: number, before: (chunk: number) => void = () => undefined) =>
  function* (): Generator<Uint8Array> {
    for (let chunk = 0; chunk < count; chunk += 1) {
      before(chunk);
      yield new Uint8Array(mb);
    }
  };

const answerOf = (status: string): string => `HTTP/1.1 ${status}\r\ncontent-length: 4\r\n\r\nsaid`;

test('a body is read only as fast as the receiver takes it', async () => {
  const { url, readBytes } = await receiver('read', answerOf('200 OK'));
  let most = 0;
  const body = chunks(64, (chunk) => (most = Math.max(most, chunk * mb - readBytes())));
  expect(await post(url, body)).toMatchObject({ status: 200, text: 'said' });
  // The kernel holds a few megabytes for each side.
  expect(most).toBeLessThan(24 * mb);
});

test('a receiver that refuses the headers gets no byte of a large body', async () => {
  const { url } = await receiver('refuse', answerOf('401 Unauthorized'));
  let read = 0;
  expect(
    await post(
      url,
      chunks(64, () => (read += 1)),
    ),
  ).toMatchObject({ status: 401, text: 'said' });
  expect(read).toBe(0);
});

test.each(['401 Unauthorized', '413 Content Too Large'])(
  'an early answer %s counts, also if the receiver is gone before the sender has read it',
  async (status) => {
    const { url, waitUntilGone, isGone } = await receiver('answer-and-leave', answerOf(status));
    let read = 0;
    const busy = (chunk: number) => {
      read = chunk;
      // Three chunks have left, so no write is under way when the receiver leaves; the fourth waits for this one.
      if (chunk === 4) waitUntilGone();
    };
    expect(await post(url, chunks(64, busy))).toMatchObject({
      status: Number(status.slice(0, 3)),
      text: 'said',
    });
    expect([isGone(), read < 63]).toEqual([true, true]);
  },
);

const faultOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => null,
    (fault: unknown) => (fault instanceof PostFault ? `${fault.kind}: ${fault.message}` : fault),
  );

test('a receiver that leaves in the middle has not answered, and the body ends', async () => {
  const { url } = await receiver('leave');
  let read = 0;
  expect(
    await faultOf(
      post(
        url,
        chunks(64, (chunk) => (read = chunk)),
      ),
    ),
  ).toMatch(/^no-answer: E(CONNRESET|PIPE)/);
  expect(read).toBeLessThan(63);
});

test.each(['stall', 'silent'] as const)(
  'a receiver that is %s is left at the end of the time',
  async (way) => {
    const { url } = await receiver(way);
    expect(await faultOf(post(url, chunks(64), 64 * mb, 1_500))).toBe('no-answer: no answer within 2 s');
  },
);

test('a body that cannot be read ends the request', async () => {
  const { url, waitUntilGone } = await receiver('read', answerOf('200 OK'));
  const broken = chunks(64, (chunk) => {
    if (chunk === 3) throw new Error('no such file');
  });
  expect(await faultOf(post(url, broken))).toBe('no-answer: the body cannot be read: Error: no such file');
  // The receiver saw the connection end.
  expect(waitUntilGone()).not.toBe('timed-out');
});

test.each([
  [63, 'less'],
  [65, 'more'],
])('a body of %i instead of 64 MB is not sent as if it were whole', async (count) => {
  const { url } = await receiver('read', answerOf('200 OK'));
  expect(await faultOf(post(url, chunks(count)))).toMatch(
    /^no-answer: the body has \d+ bytes instead of 67108864$/,
  );
});
