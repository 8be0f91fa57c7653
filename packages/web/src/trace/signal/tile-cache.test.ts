import { type TileAddress, tileName } from '@rhythmdesk/contract/recordings';
import { expect, test } from 'vitest';
import { createTileCache } from './tile-cache.ts';
import type { TileCache } from './tile-cache.ts';

type Request = {
  /** Indices of the tiles that it requests. */
  readonly indices: readonly number[];
  readonly signal: AbortSignal;
  /** Delivers `count` of its tiles, from the first, with this number of bytes each. */
  readonly come: (bytes: number, count?: number) => void;
  readonly answer: (bytes: number) => void;
  readonly fail: () => void;
};

const at = (index: number): TileAddress => ({ lead: 0, level: 0, index });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

type Limits = { readonly budgetBytes?: number; readonly parallel?: number; readonly perRequest?: number };

/** Makes a cache whose fetches are answered by the test. A tile is just its number of bytes. */
function harness({ budgetBytes = 100, parallel = 2, perRequest = 1 }: Limits = {}) {
  const requests: Request[] = [];
  const clock = { ms: 0 };
  const seen = { changes: 0 };
  const cache: TileCache<number> = createTileCache<number>({
    ...{ budgetBytes, parallel, perRequest, retryAfterMs: 1000 },
    nowMs: () => clock.ms,
    bytesOf: (tile) => tile,
    onChange: () => {
      seen.changes += 1;
    },
    load: (addresses, signal, onTile) =>
      new Promise((resolve, reject) => {
        const come = (bytes: number, count = addresses.length): void =>
          addresses.slice(0, count).forEach((address) => onTile(address, bytes));
        requests.push({
          indices: addresses.map(({ index }) => index),
          ...{ signal, come },
          answer: (bytes) => {
            come(bytes);
            resolve();
          },
          fail: () => reject(new Error('lost')),
        });
      }),
  });
  return { cache, requests, clock, seen, requested: () => requests.map(({ indices }) => indices) };
}

test('requests follow the order of the list, with a limited number of tiles and of requests at a time', async () => {
  const { cache, requests, seen, requested } = harness({ perRequest: 2 });
  cache.want([at(5), at(3), at(1), at(2), at(4)]);
  expect(requested()).toEqual([
    [5, 3],
    [1, 2],
  ]);
  requests[0]?.answer(10);
  await settle();
  expect(requested()[2]).toEqual([4]);
  expect(cache.get(at(3))).toBe(10);
  expect(seen.changes).toBe(2);
});

test('each tile of a request is stored when it arrives', async () => {
  const { cache, requests, seen } = harness({ perRequest: 4 });
  cache.want([at(1), at(2), at(3)]);
  requests[0]?.come(10, 1);
  expect([1, 2].map((index) => cache.get(at(index)))).toEqual([10, undefined]);
  expect(seen.changes).toBe(1);
  expect(cache.complete.get()).toBe(false);
  requests[0]?.come(10);
  expect(cache.complete.get()).toBe(true);
  expect(cache.idle.get()).toBe(false);
  requests[0]?.answer(10);
  await settle();
  expect(cache.idle.get()).toBe(true);
});

test('visible tiles are completed before others are requested, one request after the other', async () => {
  const { cache, requests, seen, requested } = harness({ perRequest: 2, parallel: 4 });
  cache.want([at(1), at(2), at(3), at(4), at(5), at(6)], 1);
  expect(requested()).toEqual([[1]]);
  requests[0]?.answer(10);
  await settle();
  expect(requested()).toEqual([[1], [2, 3]]);
  requests[1]?.answer(10);
  await settle();
  expect(requested()).toEqual([[1], [2, 3], [4, 5]]);
  // A tile that is not drawn requests no frame.
  expect(seen.changes).toBe(1);
});

test('a stored tile, and one in a running request, is not requested again', async () => {
  const { cache, requests, requested } = harness({ perRequest: 2 });
  cache.want([at(1), at(2)]);
  cache.want([at(2), at(3)]);
  expect(requested()).toEqual([[1, 2], [3]]);
  requests[0]?.answer(10);
  await settle();
  cache.want([]);
  cache.want([at(1), at(2)]);
  expect(requests).toHaveLength(2);
});

test('a request whose tiles are no longer needed is aborted, and a late answer is not stored', async () => {
  const { cache, requests, requested } = harness({ perRequest: 2, parallel: 2 });
  cache.want([at(1), at(2), at(3), at(4)]);
  cache.want([at(4), at(5)]);
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  expect(requested()[2]).toEqual([5]);
  requests[0]?.answer(10);
  await settle();
  expect(cache.get(at(1))).toBeUndefined();
  expect(cache.bytes()).toBe(0);
  // Of a request that continues, tiles that are no longer wanted are cached too.
  requests[1]?.answer(10);
  await settle();
  expect(cache.get(at(3))).toBe(10);
});

test('a late answer to an aborted request does not affect the repeated one', async () => {
  const { cache, requests } = harness();
  cache.want([at(1)]);
  cache.want([]);
  cache.want([at(1)]);
  requests[0]?.fail();
  await settle();
  cache.want([at(1)]);
  expect(requests).toHaveLength(2);
  expect(cache.failedCount()).toBe(0);
});

test('the cache keeps to its budget, oldest use first, and never removes needed tiles', async () => {
  const { cache, requests } = harness({ parallel: 10 });
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

test('a lost tile is reported and requested again only after some time, or on demand', async () => {
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

test('each tile of a failed request is requested separately: a damaged one affects no other', async () => {
  const { cache, requests, requested } = harness({ perRequest: 3, parallel: 3 });
  cache.want([at(1), at(2), at(3)]);
  requests[0]?.come(10, 1);
  requests[0]?.fail();
  await settle();
  expect(requested()).toEqual([[1, 2, 3], [2], [3]]);
  expect(cache.complete.get()).toBe(false);
  requests[1]?.fail();
  requests[2]?.answer(10);
  await settle();
  expect([1, 2, 3].map((index) => cache.get(at(index)))).toEqual([10, undefined, 10]);
  expect(cache.failedCount()).toBe(1);
  expect(cache.complete.get()).toBe(true);
});

test('it is idle only if no needed tile is requested, and reports what arrived before', async () => {
  const { cache, requests, seen } = harness({ parallel: 1 });
  const changesAtRest: number[] = [];
  cache.idle.subscribe(() => {
    if (cache.idle.get()) changesAtRest.push(seen.changes);
  });
  cache.want([at(1), at(2)]);
  requests[0]?.answer(10);
  await settle();
  expect(changesAtRest).toEqual([]);
  requests[1]?.answer(10);
  await cache.idle.whenIdle();
  expect(changesAtRest).toEqual([2]);
});

test('closing stops all requests', async () => {
  const { cache, requests } = harness();
  cache.want([at(1)]);
  cache.close();
  expect(requests[0]?.signal.aborted).toBe(true);
  cache.want([at(2)]);
  await cache.idle.whenIdle();
  expect(requests).toHaveLength(1);
  expect(tileName(at(2))).toBe('0.0.2');
});
