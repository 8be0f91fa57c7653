import { expect, test } from 'vitest';
import { makeWorkerRequests } from './worker-requests.ts';

/** A worker that records the messages it receives and sends those that the test gives it. */
class FakeWorker extends EventTarget implements Worker {
  readonly sent: unknown[] = [];
  ended = false;
  onmessage = null;
  onmessageerror = null;
  onerror = null;
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function harness() {
  const workers: FakeWorker[] = [];
  const requests = makeWorkerRequests(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  }, 'it broke off');
  return { requests, workers };
}

test('a worker that was started takes the first request', () => {
  const { requests, workers } = harness();
  requests.start();
  expect(workers).toHaveLength(1);
  requests.ask({ file: 'a' }).answer.catch(() => undefined);
  expect(workers).toHaveLength(1);
  requests.close();
});

test('answers return to their own requests, in any order', async () => {
  const { requests, workers } = harness();
  requests.post({ kind: 'forget' });
  expect(workers).toHaveLength(0);
  const first = requests.ask({ file: 'a' });
  const second = requests.ask({ file: 'b' });
  expect(workers).toHaveLength(1);
  expect(workers[0]?.sent).toEqual([
    { file: 'a', id: first.id },
    { file: 'b', id: second.id },
  ]);
  workers[0]?.say({ id: second.id, answer: 'B' });
  workers[0]?.say({ id: first.id, failed: 'no zip' });
  await expect(second.answer).resolves.toBe('B');
  await expect(first.answer).rejects.toThrow('no zip');
});

test('the progress of a request comes before its answer', async () => {
  const { requests, workers } = harness();
  const shares: number[] = [];
  const { id, answer } = requests.ask({}, { onShare: (share) => shares.push(share) });
  workers[0]?.say({ id, share: 0.25 });
  workers[0]?.say({ id, share: 0.75 });
  workers[0]?.say({ id, answer: null });
  await expect(answer).resolves.toBeNull();
  expect(shares).toEqual([0.25, 0.75]);
});

test('a worker that dies fails waiting requests, and the next request starts another', async () => {
  const { requests, workers } = harness();
  const lost = requests.ask({});
  workers[0]?.dispatchEvent(new Event('error', { cancelable: true }));
  await expect(lost.answer).rejects.toThrow('it broke off');
  expect(workers[0]?.ended).toBe(true);
  const { id, answer } = requests.ask({});
  expect(workers).toHaveLength(2);
  workers[1]?.say({ id, answer: 1 });
  await expect(answer).resolves.toBe(1);
});

test('closing fails waiting requests', async () => {
  const { requests, workers } = harness();
  const { answer } = requests.ask({});
  requests.close();
  await expect(answer).rejects.toThrow('closed');
  expect(workers[0]?.ended).toBe(true);
});
