/** Tests that a sign-in which a change of the password overtakes opens no session. */
import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sessions, userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { endSessions } from '../../records/people/end-sessions.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
  const offered = { two_factor: 'offered' };
  await server.db.update(userGroups).set(offered).where(eq(userGroups.id, server.groups.hospital));
});

const living = (id: number) =>
  server.db.$count(sessions, sql`${sessions.user_id} = ${id} and ${sessions.revoked_at} is null`);

/** Returns the number of connections that wait for a row of another. */
const waiting = async (): Promise<number> => {
  const { rows } = await server.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

test('a password that is changed after it was checked opens no session', async () => {
  const id = await addUser(server.db, 'overtaken', 'DOCTOR', server.groups.hospital);
  const { asked } = await transact(server.db, async (tx) => {
    await tx.select().from(users).where(eq(users.id, id)).for('update');
    const signing = server.signIn('overtaken');
    await expect.poll(waiting).toBe(1);
    await tx.update(users).set({ password_hash: 'another' }).where(eq(users.id, id));
    await endSessions(tx, id, 'password', server.clock.now());
    return { asked: signing };
  });
  expect((await asked).status).toBe(401);
  expect(await living(id)).toBe(0);
});

test('a first step taken with the former password leads to no second step', async () => {
  const id = await addUser(server.db, 'halfway', 'DOCTOR', server.groups.hospital);
  const token = await server.tokenOf('halfway');
  const given = { current_password: goodPassword };
  const { body: begun } = await server.call('POST', 'user/factors/authenticator', token, given);
  const { secret } = z.object({ secret: z.string() }).parse(begun);
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() });
  await server.call('PUT', 'user/factors/authenticator', token, { code: code() });
  const { body } = await server.signIn('halfway');
  const { ticket } = z.looseObject({ second_step: z.object({ ticket: z.string() }) }).parse(body).second_step;
  await transact(server.db, (tx) => endSessions(tx, id, 'password', server.clock.now()));
  server.clock.advance(30_000);
  const second = await server.call('POST', 'auth/second-step', null, { ticket, code: code() });
  expect(second.body).toMatchObject({ code: 'auth/second-step-gone' });
  expect(await living(id)).toBe(0);
});
