import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { users } from '../../../platform/db/schema/people.ts';
import { takeMails } from '../test-mails.ts';
import { addUser, peopleServer } from '../test-people.ts';
import { letAccountsSleep } from './dormant-users.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
const day = 86_400_000;
const setUser = (id: number, values: Partial<typeof users.$inferInsert>) =>
  server.db.update(users).set(values).where(eq(users.id, id));
const flagOf = async (id: number) =>
  (await server.db.select().from(users).where(eq(users.id, id)))[0]?.use_flag;
const run = () => letAccountsSleep(server, 365);
const ago = (days: number) => new Date(server.clock.now().getTime() - days * day);

beforeAll(async () => {
  server = await peopleServer();
  await server.db.update(users).set({ active_since: server.clock.now(), email: 'x@example.org' });
});

test('a user without a sign-in for a year is notified once and becomes dormant 14 days later, and the session ends', async () => {
  const id = await addUser(server.db, 'unused', 'DOCTOR', server.groups.hospital);
  await setUser(id, { email: 'unused@example.org', active_since: ago(900), last_sign_in_at: ago(352) });
  expect(await run()).toEqual({ notified: 1, asleep: 0 });
  expect(await run()).toEqual({ notified: 0, asleep: 0 });
  const mails = (await takeMails(server.db)).filter(({ code }) => code === 'dormant-soon');
  expect(mails).toMatchObject([{ to: 'unused@example.org', parameters: { time: ago(-14).toISOString() } }]);
  server.clock.advance(14 * day);
  expect(await run()).toEqual({ notified: 0, asleep: 1 });
  expect(await flagOf(id)).toBe('D');
});

test('a user who signs in after the notice stays active, and so does one who is reactivated manually', async () => {
  const id = await addUser(server.db, 'returns', 'DOCTOR', server.groups.hospital);
  await setUser(id, { active_since: ago(900), last_sign_in_at: ago(360) });
  expect(await run()).toEqual({ notified: 1, asleep: 0 });
  await server.tokenOf('returns');
  server.clock.advance(20 * day);
  expect(await run()).toEqual({ notified: 0, asleep: 0 });
  expect(await flagOf(id)).toBe('Y');
  const woken = await addUser(server.db, 'woken', 'DOCTOR', server.groups.hospital);
  await setUser(woken, { last_sign_in_at: ago(900), dormancy_notified_at: ago(500), active_since: ago(1) });
  expect(await run()).toEqual({ notified: 0, asleep: 0 });
});

test('the last active administrator never becomes dormant', async () => {
  const { admin } = server.ids;
  await setUser(admin, { active_since: ago(900), last_sign_in_at: ago(800), dormancy_notified_at: ago(700) });
  expect(await run()).toEqual({ notified: 0, asleep: 0 });
  const other = await addUser(server.db, 'admin2', 'ADMIN', server.groups.admin);
  await setUser(other, { active_since: ago(1) });
  expect(await run()).toEqual({ notified: 0, asleep: 1 });
  expect(await flagOf(admin)).toBe('D');
});
