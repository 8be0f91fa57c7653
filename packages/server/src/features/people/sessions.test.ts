import { eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { sessions, userGroups } from '../../platform/db/schema/people.ts';
import { forgetOldSessions, tokenHash } from './sessions.ts';
import { addUser, peopleServer } from './test-people.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
});

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;

async function me(token: string): Promise<[number, unknown]> {
  const { status, body } = await server.call('GET', 'user/me', token);
  return [status, codeOf(body)];
}

test('an idle session ends, and a call renews it', async () => {
  const token = await server.tokenOf('doctor');
  for (let call = 0; call < 3; call += 1) {
    server.clock.advance(14 * 60_000);
    expect(await me(token)).toEqual([200, undefined]);
  }
  server.clock.advance(15 * 60_000);
  expect(await me(token)).toEqual([403, 'auth/session-expired']);
});

test('the institution’s idle limit applies to its users, longer or shorter than the installation’s', async () => {
  const rule = (idle_minutes: number | null) =>
    server.db.update(userGroups).set({ idle_minutes }).where(eq(userGroups.id, server.groups.otherHospital));
  const token = await server.tokenOf('doctor2');
  await rule(30);
  server.clock.advance(29 * 60_000);
  expect(await me(token)).toEqual([200, undefined]);
  await rule(5);
  server.clock.advance(4 * 60_000);
  expect(await me(token)).toEqual([200, undefined]);
  server.clock.advance(5 * 60_000);
  expect(await me(token)).toEqual([403, 'auth/session-expired']);
  await rule(null);
});

test('a session ends after twelve hours, even if active', async () => {
  const token = await server.tokenOf('doctor');
  for (let quarter = 0; quarter < 71; quarter += 1) {
    server.clock.advance(10 * 60_000);
    expect((await me(token))[0]).toBe(200);
  }
  server.clock.advance(10 * 60_000);
  expect(await me(token)).toEqual([403, 'auth/session-expired']);
});

test('a sign-out ends this session on the next request and no other', async () => {
  const [one, two] = [await server.tokenOf('doctor'), await server.tokenOf('doctor')];
  expect((await server.call('POST', 'auth/logout', one)).status).toBe(200);
  expect(await me(one)).toEqual([403, 'auth/session-revoked']);
  expect((await me(two))[0]).toBe(200);
});

test('dormancy, deletion, a deleted group and a role change apply on the next request', async () => {
  const id = await addUser(server.db, 'passing', 'DOCTOR', server.groups.otherHospital);
  const token = await server.tokenOf('passing');
  const change = (row: object) => changeAsOwner(server.db, id, row);
  await change({ use_flag: 'D' });
  expect(await me(token)).toEqual([403, 'auth/account-inactive']);
  await change({ use_flag: 'Y' });
  expect((await me(token))[0]).toBe(200);
  const group = eq(userGroups.id, server.groups.otherHospital);
  await server.db.update(userGroups).set({ deleted_at: new Date() }).where(group);
  expect(await me(token)).toEqual([403, 'auth/account-inactive']);
  await server.db.update(userGroups).set({ deleted_at: null }).where(group);
  expect((await me(token))[0]).toBe(200);
  await change({ role_key: 'MANAGER' });
  expect(await me(token)).toEqual([403, 'auth/session-revoked']);
});

test('a request does not wait for a transaction that ends its session', async () => {
  const [token, idle] = [await server.tokenOf('doctor'), await server.tokenOf('doctor2')];
  server.clock.advance(14 * 60_000);
  expect((await me(token))[0]).toBe(200);
  server.clock.advance(60_000);
  await server.db.transaction(async (tx) => {
    const ended = { revoked_at: server.clock.now(), revoked_because: 'replaced' };
    const both = inArray(sessions.token_hash, [tokenHash(token), tokenHash(idle)]);
    await tx.update(sessions).set(ended).where(both);
    expect(await me(token)).toEqual([200, undefined]);
    expect(await me(idle)).toEqual([403, 'auth/session-expired']);
  });
  expect(await me(token)).toEqual([403, 'auth/session-revoked']);
});

test('only old sessions are deleted', async () => {
  const token = await server.tokenOf('doctor');
  server.clock.advance(20 * 86_400_000);
  expect(await forgetOldSessions(server.db, server.clock.now())).toBe(0);
  server.clock.advance(11 * 86_400_000);
  expect(await forgetOldSessions(server.db, server.clock.now())).toBeGreaterThan(0);
  expect(await server.db.$count(sessions)).toBe(0);
  expect((await me(token))[0]).toBe(401);
});
