import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/operations.ts';
import { userGroups, users } from '../db/schema/people.ts';
import { testDatabase } from '../db/test-database.ts';
import { forgetIdempotencyKeys } from './idempotency.ts';
import { Refusal } from './refusal.ts';
import { testApp, testHandlers, token, type TestApp } from './test-table.ts';

let db: Db;
let server: TestApp;
let runs = 0;
let refuse = false;

beforeAll(async () => {
  ({ db } = await testDatabase());
  const [group] = await db.insert(userGroups).values({ type: 'hospital', name: 'A' }).returning();
  const user = { user_id: 'someone', name: 'S', role_key: 'DOCTOR', password_hash: '' };
  await db.insert(users).values({ ...user, user_group_id: group?.id ?? 0 });
  server = await testApp({
    db,
    handlers: {
      ...testHandlers,
      effect: ({ input, once }) =>
        once(async (tx) => {
          runs += 1;
          await tx.insert(userGroups).values({ type: 'hospital', name: input.name });
          if (refuse) throw new Refusal('case/wrong-state');
          return { id: runs, name: input.name };
        }),
    },
  });
});

async function call(key: string | null, body: object) {
  const headers = {
    authorization: `Bearer ${token('DOCTOR')}`,
    ...(key === null ? {} : { 'idempotency-key': key }),
  };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/thing/effect',
    headers,
    payload: body,
  });
  return { status: answer.statusCode, body: answer.body };
}
const count = async (name: string) =>
  (await db.select().from(userGroups).where(eq(userGroups.name, name))).length;

test('a repeated call gets the first answer, byte for byte, and has no second effect', async () => {
  const first = await call('key-1', { name: 'once', password: 'one' });
  const again = await call('key-1', { password: 'two', name: 'once' });
  expect(first.status).toBe(201);
  expect(again).toEqual(first);
  expect(await count('once')).toBe(1);
});

test('without a key every call has its effect', async () => {
  await call(null, { name: 'free' });
  await call(null, { name: 'free' });
  expect(await count('free')).toBe(2);
});

test('the same key with another body is refused and changes nothing', async () => {
  await call('key-2', { name: 'mine' });
  const other = await call('key-2', { name: 'theirs' });
  expect([other.status, JSON.parse(other.body)]).toMatchObject([
    422,
    { code: 'input/idempotency-key-reused' },
  ]);
  expect(await count('theirs')).toBe(0);
});

test('a response stored by an earlier release, of another shape, is answered as done and has no second effect', async () => {
  expect((await call('key-old', { name: 'before the update' })).status).toBe(201);
  await db
    .update(idempotencyKeys)
    .set({ answer: { old: 'shape' } })
    .where(eq(idempotencyKeys.key, 'key-old'));
  const again = await call('key-old', { name: 'before the update' });
  expect(again.status).toBe(409);
  expect(JSON.parse(again.body)).toMatchObject({ code: 'input/already-done' });
  expect(await count('before the update')).toBe(1);
});

test('twenty calls at once with one key have one effect and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('key-3', { name: 'crowd' })));
  expect(new Set(answers.map((answer) => `${String(answer.status)} ${answer.body}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await count('crowd')).toBe(1);
});

test('a refused call leaves no record and may be tried again', async () => {
  refuse = true;
  expect((await call('key-4', { name: 'later' })).status).toBe(406);
  refuse = false;
  expect(await count('later')).toBe(0);
  expect((await call('key-4', { name: 'later' })).status).toBe(201);
  expect(await count('later')).toBe(1);
});

test('a malformed key is refused; old records are deleted', async () => {
  expect((await call('a b', { name: 'x' })).status).toBe(422);
  expect((await call('x'.repeat(201), { name: 'x' })).status).toBe(422);
  expect(await forgetIdempotencyKeys(db, 1)).toBe(0);
  await db.update(idempotencyKeys).set({ created_at: new Date('2020-01-01') });
  expect(await forgetIdempotencyKeys(db, 1)).toBeGreaterThan(0);
});
