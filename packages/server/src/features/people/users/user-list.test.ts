/** Tests the list of users on the running server: scope, filters, search, sorts, pages, counts, spreadsheet. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { users } from '../../../platform/db/schema/people.ts';
import { codeOf, listed, totalOf } from '../../../testing/test-institutions.ts';
import { linesOfAnswer } from '../../../platform/spreadsheet/test-read-sheet.ts';
import { userWorld } from '../../../testing/test-users.ts';

let world: Awaited<ReturnType<typeof userWorld>>;
beforeAll(async () => {
  world = await userWorld();
  await world.madeUser('DOCTOR', 'Hospital', { user_id: 'sato9', name: '佐藤 蓮', email: 'ren@far.example' });
  const waiting = await world.madeUser('DOCTOR', 'Neighbour', { user_id: 'waits' });
  const sleeper = await world.madeUser('TECHNICIAN', 'Center', { user_id: 'sleeps' });
  const gone = await world.madeUser('DOCTOR', 'Hospital', { user_id: 'gone', name: 'Ben Whitlock' });
  const set = (id: number, values: object) => world.db.update(users).set(values).where(eq(users.id, id));
  await set(waiting.id, { use_flag: 'W', must_change_password: false });
  await set(sleeper.id, { use_flag: 'D', last_sign_in_at: new Date('2025-08-02T03:00:00Z') });
  expect((await world.ask('admin', 'DELETE', 'user/user', { user_id: gone.id })).status).toBe(200);
});

const row = z.looseObject({ user_id: z.string(), name: z.string(), flag: z.string() });
const ask = async (who: string, query: string) => {
  const answer = await world.ask(who, 'GET', `user/users?size=100&${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return z.object({ items: z.array(row), total: z.number() }).parse(answer.body);
};
const idsOf = async (who: string, query: string): Promise<string[]> =>
  (await ask(who, query)).items.map(({ user_id }) => user_id);

test('each role sees the users of its own scope', async () => {
  expect(await idsOf('manager', 'sort=user_id')).toEqual(['doctor', 'manager', 'sato9']);
  const center = await idsOf('center', '');
  expect(center).toContain('waits');
  expect(center).not.toContain('fardoctor');
  expect(await idsOf('distributer', 'sort=user_id')).toEqual(['distributer', 'doctor', 'manager', 'sato9']);
  expect((await ask('admin', '')).total).toBe(20);
  expect((await world.ask('doctor', 'GET', 'user/users')).status).toBe(403);
});

test('a technician sees only names of the own center, and searches only by them', async () => {
  const { items } = await ask('technician', 'q=name of chief');
  expect(items).toMatchObject([{ user_id: 'chief', email: null, last_sign_in_at: null, online: false }]);
  expect((await ask('technician', 'q=example.org')).total).toBe(0);
  expect((await ask('admin', 'q=FAR.example')).total).toBe(1);
});

test('every page of a search has the total, also one behind the last', async () => {
  const found = async (query: string) => {
    const answer = await world.ask('admin', 'GET', `user/users?q=name of&sort=user_id&${query}`);
    const { items, total } = z.object({ items: z.array(row), total: z.number() }).parse(answer.body);
    return [items.length, total];
  };
  const [, total = 0] = await found('');
  expect(total).toBeGreaterThan(4);
  expect(await found('size=2&page=2')).toEqual([2, total]);
  expect(await found('size=100&page=3')).toEqual([0, total]);
});

test('filters accept several values, and withdrawn users are shown on request', async () => {
  expect(await idsOf('admin', 'flag=waiting&flag=dormant&sort=user_id')).toEqual(['sleeps', 'waits']);
  expect(await idsOf('admin', 'role_key=CHIEF&role_key=CENTER&sort=user_id')).toEqual([
    'center',
    'chief',
    'farcenter',
    'farchief',
  ]);
  expect(await idsOf('admin', 'group_type=logistics&sort=user_id')).toEqual(['carrier', 'farcarrier']);
  const hospital = String(await world.idOf('Hospital'));
  expect(await idsOf('admin', `user_group_id=${hospital}&flag=one-time`)).toEqual(['sato9']);
  const { items } = await ask('admin', 'flag=withdrawn');
  expect(items).toMatchObject([{ user_id: 'gone', flag: 'withdrawn', email: '' }]);
  expect(items[0]?.name).not.toContain('Whitlock');
});

test('the last sign-in is a period; never is a separate filter and comes before the newest', async () => {
  const period = 'from_time=2025-08-01T00:00:00Z&to_time=2025-09-01T00:00:00Z';
  expect(await idsOf('admin', period)).toEqual(['sleeps']);
  expect(await idsOf('admin', 'never_signed_in=true&sort=user_id')).toEqual(['sato9', 'waits']);
  const newest = await idsOf('admin', '');
  expect(newest.slice(0, 2).toSorted()).toEqual(['sato9', 'waits']);
  expect(newest.at(-1)).toBe('sleeps');
  const oldest = await idsOf('admin', 'sort=last_sign_in_at');
  expect(oldest).toEqual(newest.toReversed());
});

test('the search finds parts of name, user id and address, with literal characters', async () => {
  expect(await idsOf('admin', `q=${encodeURIComponent('藤 蓮')}`)).toEqual(['sato9']);
  expect(await idsOf('admin', 'q=ATO9')).toEqual(['sato9']);
  expect(await idsOf('admin', `q=${encodeURIComponent('%')}`)).toEqual([]);
});

test('pages contain the list once, of at most a hundred', async () => {
  const seen: string[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const answer = await world.ask('admin', 'GET', `user/users?size=8&page=${String(page)}&sort=name`);
    seen.push(
      ...z
        .object({ items: z.array(row) })
        .parse(answer.body)
        .items.map(({ user_id }) => user_id),
    );
  }
  expect([seen.length, new Set(seen).size]).toEqual([20, 20]);
  expect(listed.parse((await world.ask('admin', 'GET', 'user/users')).body).items).toHaveLength(10);
  expect(codeOf(await world.ask('admin', 'GET', 'user/users?size=101'))).toEqual([422, 'input/page-size']);
});

test('the counts are those of the list', async () => {
  for (const who of ['admin', 'center', 'manager']) {
    const { body } = await world.ask(who, 'GET', 'user/users/counts');
    const counts = z
      .object({ flags: z.record(z.string(), z.number()), types: z.record(z.string(), z.number()) })
      .parse(body);
    for (const [flag, count] of Object.entries(counts.flags))
      expect([who, flag, count]).toEqual([who, flag, (await ask(who, `flag=${flag}`)).total]);
    const all = Object.values(counts.types).reduce((sum, count) => sum + count, 0);
    expect([who, all]).toEqual([who, (await ask(who, '')).total]);
  }
});

test('the spreadsheet is the filtered list, with words of the user’s language', async () => {
  const headers = { 'accept-language': 'ja' };
  const path = 'user/users/export?flag=waiting&flag=withdrawn&sort=user_id';
  const answer = await world.call(path, world.person('admin').token, { headers });
  expect(answer.status).toBe(200);
  const lines = await linesOfAnswer(answer);
  const words = lines.flat();
  expect(words.slice(0, 3)).toEqual(['氏名', 'ユーザーID', '役割']);
  const shown = ['gone', 'waits', 'sato9', 'doctor'].filter((user_id) => words.includes(user_id));
  expect(shown).toEqual(['gone', 'waits']);
  expect([words.includes('承認待ち'), words.includes('医師')]).toEqual([true, true]);
  expect(lines.slice(1).every((line) => line.at(-1) instanceof Date)).toBe(true);
  expect((await world.ask('chief', 'GET', 'user/users/export')).status).toBe(403);
  expect(totalOf(await world.ask('chief', 'GET', 'user/users'))).toBeGreaterThan(3);
});

test('two adjacent characters are found in any script', async () => {
  expect(await idsOf('admin', `q=${encodeURIComponent('佐藤')}`)).toEqual(['sato9']);
  expect(await idsOf('admin', `q=${encodeURIComponent('藤佐')}`)).toEqual([]);
  expect(await idsOf('admin', 'q=O9')).toEqual(['sato9']);
});
