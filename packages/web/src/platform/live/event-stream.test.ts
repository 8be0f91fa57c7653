import type { StreamEvent } from '@rhythmdesk/contract/notices';
import { afterEach, expect, test, vi } from 'vitest';
import { onLiveEvent, startEventStream } from './event-stream.ts';

type Answer = (signal: AbortSignal) => Promise<Response>;

/** Returns the responses one after the other. */
function serverThat(answers: readonly Answer[]): URL[] {
  const urls: URL[] = [];
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    const answer = answers[urls.length];
    urls.push(new URL(address, 'http://127.0.0.1'));
    return answer?.(signal);
  });
  return urls;
}

/** A stream that stays open until its reader cancels it. */
const streamOf =
  (event: StreamEvent): Answer =>
  (signal) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  };
const twoEvents: Answer = (signal) => {
  const body = new ReadableStream({
    start: (stream) => {
      for (const event of [{ type: 'hello' }, { type: 'resync' }])
        stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
      signal.addEventListener('abort', () => stream.error(signal.reason));
    },
  });
  return Promise.resolve(new Response(body));
};
const fails: Answer = () => Promise.reject(new TypeError('no connection'));

function listen(): { heard: StreamEvent[]; stop: () => void } {
  const heard: StreamEvent[] = [];
  const silence = onLiveEvent((event) => heard.push(event));
  const end = startEventStream({ user_id: 7, token: () => 'token', refused: () => undefined });
  return {
    heard,
    stop: () => {
      end();
      silence();
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a stream says for how long its reader may have missed changes', async () => {
  const urls = serverThat([streamOf({ type: 'hello' })]);
  const { heard, stop } = listen();
  await expect.poll(() => heard).toEqual([{ type: 'hello' }]);
  expect(Number(urls[0]?.searchParams.get('unheard_ms'))).toBeGreaterThanOrEqual(0);
  stop();
});

test('a tab that takes over the stream counts from its own beginning', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let lead = (): unknown => undefined;
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, _options: object, read: () => unknown) => ((lead = read), Promise.resolve()),
    },
  });
  const urls = serverThat([streamOf({ type: 'resync' })]);
  const { heard, stop } = listen();
  expect(urls).toEqual([]);
  vi.advanceTimersByTime(90_000);
  void lead();
  await expect.poll(() => heard).toEqual([{ type: 'resync' }]);
  expect(urls[0]?.searchParams.get('unheard_ms')).toBe('90000');
  stop();
});

test('after a failed connection everything is refetched', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const urls = serverThat([fails, streamOf({ type: 'hello' })]);
  const { heard, stop } = listen();
  await expect.poll(() => urls).toHaveLength(1);
  // The longest pause before the second attempt.
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => heard).toEqual([{ type: 'resync' }, { type: 'hello' }]);
  stop();
});

test('a listener that fails ends neither the stream nor the event for the others', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const urls = serverThat([twoEvents]);
  const fault = new Error('a part of the page');
  const silence = onLiveEvent(() => {
    throw fault;
  });
  const { heard, stop } = listen();
  await expect.poll(() => heard).toEqual([{ type: 'hello' }, { type: 'resync' }]);
  expect(reported.mock.calls).toEqual([[fault], [fault]]);
  expect(urls).toHaveLength(1);
  silence();
  stop();
});

test('a stream that is ended makes way for the next one at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  serverThat([streamOf({ type: 'hello' }), streamOf({ type: 'resync' })]);
  const first = listen();
  await expect.poll(() => first.heard).toHaveLength(1);
  first.stop();
  const next = listen();
  await expect.poll(() => next.heard).toEqual([{ type: 'resync' }]);
  next.stop();
});
