import { draftLimits } from '@rhythmdesk/contract/drafts';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { userDrafts } from '../../platform/db/schema/user-drafts.ts';
import { forgetOldDrafts } from './drafts.ts';
import { endSessions } from '../../records/people/end-sessions.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
});

const save = (token: string, name: string, content: string) =>
  server.call('PUT', 'user/draft', token, { name, content });
const read = async (token: string, name: string): Promise<unknown> =>
  (await server.call('GET', `user/draft?name=${encodeURIComponent(name)}`, token)).body;
const list = async (token: string, folder: string): Promise<unknown> =>
  (await server.call('GET', `user/drafts?folder=${folder}`, token)).body;

async function newUser(user_id: string): Promise<{ id: number; token: string }> {
  const id = await addUser(server.db, user_id, 'DOCTOR', server.groups.hospital);
  return { id, token: await server.tokenOf(user_id) };
}

test('a draft keeps the last saved text under a name until it is deleted', async () => {
  const { token } = await newUser('writer');
  expect(await read(token, 'comment/12')).toEqual({ draft: null });
  await save(token, 'comment/12', 'first');
  server.clock.advance(1000);
  expect((await save(token, 'comment/12', 'second 김민지')).status).toBe(200);
  const saved_at = server.clock.now().toISOString();
  expect(await read(token, 'comment/12')).toEqual({
    draft: { name: 'comment/12', content: 'second 김민지', saved_at },
  });
  for (let time = 0; time < 2; time += 1) {
    expect((await server.call('DELETE', 'user/draft', token, { name: 'comment/12' })).status).toBe(200);
  }
  expect(await read(token, 'comment/12')).toEqual({ draft: null });
});

test('a folder is listed, the last changed first, without folders whose name only begins alike', async () => {
  const { token } = await newUser('lister');
  for (const name of ['upload/a', 'upload/b', 'uploads/c', 'comment/1']) {
    server.clock.advance(1000);
    await save(token, name, name);
  }
  expect(await list(token, 'upload')).toMatchObject({ items: [{ name: 'upload/b' }, { name: 'upload/a' }] });
});

test('nobody reads, lists, overwrites or deletes another’s draft', async () => {
  const { token } = await newUser('owner');
  await save(token, 'upload/mine', 'mine');
  for (const name of ['doctor', 'manager', 'chief', 'admin']) {
    const other = await server.tokenOf(name);
    expect(await read(other, 'upload/mine')).toEqual({ draft: null });
    expect(await list(other, 'upload')).toEqual({ items: [] });
    await save(other, 'upload/mine', 'theirs');
    await server.call('DELETE', 'user/draft', other, { name: 'upload/mine' });
  }
  expect(await read(token, 'upload/mine')).toMatchObject({ draft: { content: 'mine' } });
});

test('names and sizes above the limits are refused', async () => {
  const { token } = await newUser('filler');
  for (const name of ['', 'upload', 'upload/', '/a', 'upload/../a', 'Upload/a', `upload/${'a'.repeat(81)}`]) {
    expect([name, (await save(token, name, 'x')).status]).toEqual([name, 422]);
  }
  expect((await save(token, 'upload/a', '')).status).toBe(422);
  expect((await save(token, 'upload/a', 'x'.repeat(draftLimits.characters))).status).toBe(200);
  expect((await save(token, 'upload/a', 'x'.repeat(draftLimits.characters + 1))).status).toBe(422);
});

test('a full store refuses a new name, also of two at once, and still accepts a known one', async () => {
  const { id, token } = await newUser('hoarder');
  const rows = Array.from({ length: draftLimits.drafts - 1 }, (_, at) => ({
    user_id: id,
    name: `upload/n${String(at)}`,
    content: 'x',
    saved_at: server.clock.now(),
  }));
  await server.db.insert(userDrafts).values(rows);
  const answers = await Promise.all([save(token, 'upload/new1', 'x'), save(token, 'upload/new2', 'x')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 406]);
  expect(answers.find(({ status }) => status === 406)?.body).toMatchObject({ code: 'user/drafts-full' });
  expect((await save(token, 'upload/n0', 'changed')).status).toBe(200);
});

test('drafts outlive a session, and end with the role and the group', async () => {
  const { id, token } = await newUser('mover');
  await save(token, 'upload/a', 'x');
  for (const because of ['logout', 'password', 'dormant', 'deletion'] as const) {
    await server.db.transaction((tx) => endSessions(tx, id, because, server.clock.now()));
    expect([because, await server.db.$count(userDrafts, eq(userDrafts.user_id, id))]).toEqual([because, 1]);
  }
  for (const change of [{ role_key: 'MANAGER' }, { user_group_id: server.groups.otherHospital }]) {
    await save(await server.tokenOf('mover'), 'upload/a', 'x');
    await changeAsOwner(server.db, id, change);
    expect(await server.db.$count(userDrafts, eq(userDrafts.user_id, id))).toBe(0);
  }
});

test('a withdrawn user leaves no draft', async () => {
  const { id, token } = await newUser('leaver');
  await server.db.delete(userDrafts);
  await save(token, 'upload/a', 'x');
  const gone = { user_id: id, password: goodPassword };
  expect((await server.call('DELETE', 'user/user', token, gone)).status).toBe(200);
  expect(await server.db.$count(userDrafts)).toBe(0);
});

test('a draft is deleted some days after its last change, and no other', async () => {
  const { token } = await newUser('returner');
  await server.db.delete(userDrafts);
  await save(token, 'upload/old', 'x');
  await save(token, 'upload/changed', 'x');
  server.clock.advance(5 * 86_400_000);
  const again = await server.tokenOf('returner');
  await save(again, 'upload/changed', 'y');
  server.clock.advance(3 * 86_400_000);
  expect(await forgetOldDrafts(server.db, server.clock.now(), 7)).toBe(1);
  expect(await list(await server.tokenOf('returner'), 'upload')).toMatchObject({
    items: [{ name: 'upload/changed' }],
  });
});
