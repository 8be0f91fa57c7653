import { expect, test } from 'vitest';
import { z } from 'zod';
import { admitUnder, Overload, type Level } from './overload.ts';
import { testApp, token } from './test-table.ts';
import { watchLoad } from './watch-load.ts';

const limits = [100, 1_000, 10_000] as const;

function levelsOf(measures: readonly number[]): Level[] {
  const overload = new Overload(limits);
  return measures.map((waitMs) => {
    overload.add(waitMs);
    return overload.level;
  });
}
const times = (count: number, waitMs: number): number[] => Array.from({ length: count }, () => waitMs);

test('a level begins when four measures in a row are above its limit, not for one long wait', () => {
  expect(levelsOf([50_000, 0, 50_000, 50_000, 50_000, 0]).every((level) => level === 0)).toBe(true);
  expect(levelsOf(times(4, 100))).toEqual([0, 0, 0, 1]);
  expect(levelsOf(times(4, 1_000))).toEqual([0, 0, 0, 2]);
  expect(levelsOf(times(4, 10_000))).toEqual([0, 0, 0, 3]);
});

test('a level stays while waits are around its limit, and ends after eight measures below half of it', () => {
  const around = levelsOf([...times(4, 100), 60, 99, 60, 60, 90, 60, 60, 60, 60, 60]);
  expect(around.slice(3).every((level) => level === 1)).toBe(true);
  expect(levelsOf([...times(4, 100), ...times(8, 49)]).slice(-2)).toEqual([1, 0]);
  expect(levelsOf([...times(4, 10_000), ...times(8, 400)]).at(-1)).toBe(1);
});

const refusal = z.object({ code: z.string(), detail: z.string() });

async function answersAt(level: Level) {
  const classes = { refusedFirst: new Set(['list']), refusedLast: new Set(['open']) };
  const { app } = await testApp({ admit: admitUnder(() => level, classes) });
  const headers = { authorization: `Bearer ${token('DOCTOR')}`, 'accept-language': 'ja' };
  const first = await app.inject({ url: '/api/v1/thing/things?page=1&size=10', headers });
  const usual = await app.inject({ url: '/api/v1/thing/thing/7', headers });
  const last = await app.inject({ method: 'POST', url: '/api/v1/open/call', payload: { name: 'x' } });
  await app.close();
  return { first, usual, last };
}

test.each<readonly [Level, number, number, number]>([
  [0, 200, 200, 200],
  [1, 503, 200, 200],
  [2, 503, 503, 200],
  [3, 503, 503, 503],
])(
  'at level %i what can wait is answered %i, the rest %i, reading and sign-in %i',
  async (level, ...statuses) => {
    const { first, usual, last } = await answersAt(level);
    expect([first.statusCode, usual.statusCode, last.statusCode]).toEqual(statuses);
  },
);

test('a refusal names the time after which to try again, in the caller’s language, and asks nobody who it is', async () => {
  const { first, usual } = await answersAt(2);
  expect([first.headers['retry-after'], usual.headers['retry-after']]).toEqual(['5', '2']);
  expect(refusal.parse(first.json())).toEqual({
    code: 'server/busy',
    detail: 'サーバーが混み合っています。しばらくしてからもう一度お試しください。',
  });
});

/** A pool that gives connections only while it is open. */
function heldPool() {
  let held: PromiseWithResolvers<undefined> | null = null;
  let taken = 0;
  return {
    hold: () => void (held = Promise.withResolvers()),
    open: () => {
      held?.resolve(undefined);
      held = null;
    },
    taken: () => taken,
    connect: async () => {
      await held?.promise;
      taken += 1;
      return { release: () => void (taken -= 1) };
    },
  };
}

test('a pool that gives no connection raises the level, and one that does lowers it', async () => {
  const pool = heldPool();
  const changes: Level[] = [];
  let changed = Promise.withResolvers<undefined>();
  const onLevel = (level: Level): void => {
    changes.push(level);
    changed.resolve(undefined);
  };
  pool.hold();
  const everyMs = 5;
  const watch = watchLoad(
    { pool, isAway: () => false, furtherWaitMs: () => 0, onLevel },
    { everyMs, limits: [400, 1e6, 1e7] },
  );
  await changed.promise;
  expect([changes, watch.level()]).toEqual([[1], 1]);
  changed = Promise.withResolvers();
  pool.open();
  await changed.promise;
  expect([changes, watch.level()]).toEqual([[1, 0], 0]);
  await watch.stop();
  expect(pool.taken()).toBe(0);
});

test('while the database is away the wait for it does not count', async () => {
  const pool = heldPool();
  pool.hold();
  let measures = 0;
  const measured = Promise.withResolvers<undefined>();
  const isAway = (): boolean => {
    measures += 1;
    if (measures === 40) measured.resolve(undefined);
    return true;
  };
  const watch = watchLoad(
    { pool, isAway, furtherWaitMs: () => 0, onLevel: () => undefined },
    { everyMs: 1, limits: [1, 2, 3] },
  );
  await measured.promise;
  expect(watch.level()).toBe(0);
  pool.open();
  await watch.stop();
});
