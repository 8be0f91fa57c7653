import { expect, test } from 'vitest';
import { createTileCache, tileName } from './tile-cache.ts';
import type { TileAddress, TileCache } from './tile-cache.ts';

type Request = {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly answer: (bytes: number) => void;
  readonly fail: () => void;
};

const at = (index: number): TileAddress => ({ lead: 0, level: 0, index });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A cache whose fetches answer when the test says so. A tile is just its number of bytes. */
function harness(budgetBytes = 100, parallel = 2) {
  const requests: Request[] = [];
  const clock = { ms: 0 };
  const seen = { changes: 0 };
  const cache: TileCache<number> = createTileCache<number>({
    budgetBytes,
    parallel,
    retryAfterMs: 1000,
    nowMs: () => clock.ms,
    bytesOf: (tile) => tile,
    onChange: () => {
      seen.changes += 1;
    },
    load: (address, signal) =>
      new Promise((resolve, reject) => {
        requests.push({
          name: tileName(address),
          signal,
          answer: resolve,
          fail: () => reject(new Error('lost')),
        });
      }),
  });
  return { cache, requests, clock, seen };
}

test('asks in the order of the list, so many at a time', async () => {
  const { cache, requests, seen } = harness();
  cache.want([at(3), at(1), at(2)]);
  expect(requests.map(({ name }) => name)).toEqual(['0/0/3', '0/0/1']);
  requests[0]?.answer(10);
  await settle();
  expect(requests.map(({ name }) => name)).toEqual(['0/0/3', '0/0/1', '0/0/2']);
  expect(cache.get(at(3))).toBe(10);
  expect(seen.changes).toBe(1);
});

test('asks once for a tile that it keeps', async () => {
  const { cache, requests } = harness();
  cache.want([at(1)]);
  requests[0]?.answer(10);
  await settle();
  cache.want([at(1)]);
  cache.want([]);
  cache.want([at(1)]);
  expect(requests).toHaveLength(1);
});

test('aborts what the reader has scrolled past, and does not keep a late answer', async () => {
  const { cache, requests } = harness();
  cache.want([at(1), at(2)]);
  cache.want([at(2), at(3)]);
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(requests[1]?.signal.aborted).toBe(false);
  expect(requests[2]?.name).toBe('0/0/3');
  requests[0]?.answer(10);
  await settle();
  expect(cache.get(at(1))).toBeUndefined();
  expect(cache.bytes()).toBe(0);
});

test('keeps to its budget, oldest use first, and never lets go of what is wanted', async () => {
  const { cache, requests } = harness(100, 10);
  cache.want([at(1), at(2), at(3)]);
  for (const one of requests) one.answer(30);
  await settle();
  cache.get(at(1));
  cache.want([at(4), at(3)]);
  requests[3]?.answer(30);
  await settle();
  expect(cache.bytes()).toBe(90);
  expect([1, 2, 3, 4].map((index) => cache.get(at(index)))).toEqual([30, undefined, 30, 30]);
  cache.want([at(1), at(3), at(4), at(5)]);
  requests[4]?.answer(30);
  await settle();
  expect(cache.bytes()).toBe(120);
});

test('reports a lost tile and asks again only after a while, or when told to', async () => {
  const { cache, requests, clock } = harness();
  cache.want([at(1)]);
  requests[0]?.fail();
  await settle();
  expect(cache.failedCount()).toBe(1);
  cache.want([at(1)]);
  expect(requests).toHaveLength(1);
  clock.ms = 1500;
  cache.want([at(1)]);
  expect(requests).toHaveLength(2);
  requests[1]?.fail();
  await settle();
  cache.retry();
  cache.want([at(1)]);
  expect(requests).toHaveLength(3);
  requests[2]?.answer(10);
  await settle();
  expect(cache.failedCount()).toBe(0);
});

test('is idle only when nothing wished for is on its way', async () => {
  const { cache, requests } = harness(100, 1);
  let idle = false;
  cache.want([at(1), at(2)]);
  void cache.idle.whenIdle().then(() => {
    idle = true;
  });
  requests[0]?.answer(10);
  await settle();
  expect(idle).toBe(false);
  requests[1]?.answer(10);
  await settle();
  expect(idle).toBe(true);
});

test('is complete once all that is drawn has come or was lost, whatever is fetched ahead', async () => {
  const { cache, requests } = harness(100, 4);
  cache.want([at(1), at(2), at(3)], 2);
  expect(cache.complete.get()).toBe(false);
  requests[0]?.answer(10);
  await settle();
  expect(cache.complete.get()).toBe(false);
  requests[1]?.fail();
  await settle();
  expect(cache.complete.get()).toBe(true);
  expect(cache.idle.get()).toBe(false);
  requests[2]?.answer(10);
  await settle();
  expect(cache.idle.get()).toBe(true);
  cache.want([at(3), at(4)]);
  expect(cache.complete.get()).toBe(false);
});

test('says that a tile came before it says that it rests', async () => {
  const { cache, requests, seen } = harness();
  const changesAtRest: number[] = [];
  cache.idle.subscribe(() => {
    if (cache.idle.get()) changesAtRest.push(seen.changes);
  });
  cache.want([at(1)]);
  requests[0]?.answer(10);
  await settle();
  expect(changesAtRest).toEqual([1]);
});

test('stops all of it when closed', async () => {
  const { cache, requests } = harness();
  cache.want([at(1)]);
  cache.close();
  expect(requests[0]?.signal.aborted).toBe(true);
  cache.want([at(2)]);
  await cache.idle.whenIdle();
  expect(requests).toHaveLength(1);
});
