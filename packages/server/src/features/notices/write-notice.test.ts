import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { noticeReads, notices } from '../../platform/db/schema/notices.ts';
import { sessions } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { noticeServer } from './test-notices.ts';

let server: Awaited<ReturnType<typeof noticeServer>>;
beforeAll(async () => {
  server = await noticeServer();
});
beforeEach(async () => {
  await server.db.delete(notices);
});
afterAll(() => server.stop());

const hourMs = 3_600_000;
const fromNow = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();
const words = {
  category: 'system',
  title: 'Maintenance',
  content: 'Sign-in stops at **two**.',
  popup: false,
  group_type: 'all',
  from_time: fromNow(-1),
  to_time: fromNow(1),
};

async function ask(caller: Caller, method: string, path: string, body?: object, language = 'en') {
  const headers = { 'accept-language': language };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await server.call(caller, path, init);
  return { status: answer.status, body: z.looseObject({}).parse(await answer.json()) };
}
const saved = z.object({ id: z.number(), version: z.number() });
async function write(caller: Caller, change: object = {}) {
  const answer = await ask(caller, 'POST', 'notice/notice/', { ...words, ...change });
  expect(answer.status).toBe(201);
  return saved.parse(answer.body);
}
const titles = z.object({ items: z.array(z.object({ title: z.string() })) });
async function seen(caller: Caller, path = 'notice/notices', language = 'en') {
  const { body } = await ask(caller, 'GET', path, undefined, language);
  return titles.parse(body).items.map(({ title }) => title);
}

test('a notice is read in the reader’s language and falls back to English', async () => {
  await write(server.callers.admin, {
    texts: { ja: { title: 'メンテナンス', content: '2時に停止します。' } },
  });
  const { doctor } = server.callers;
  expect(await seen(doctor, 'notice/notices', 'ja')).toEqual(['メンテナンス']);
  expect(await seen(doctor, 'notice/notices', 'ko')).toEqual(['Maintenance']);
});

test('only its audience reads a notice: by kind of group, within a center, within a network', async () => {
  const { admin, center, distributer, doctor, outsider, chief, otherchief } = server.callers;
  await write(admin, { title: 'to hospitals', group_type: 'hospital' });
  await write(admin, { title: 'to centers', group_type: 'tech_center' });
  await write(center, { title: 'of the center', group_type: 'tech_center' });
  await write(distributer, { title: 'of the network' });
  const readers = { doctor, outsider, chief, otherchief, distributer };
  const found = await Promise.all(
    Object.entries(readers).map(async ([name, caller]) => [name, (await seen(caller)).sort()] as const),
  );
  expect(Object.fromEntries(found)).toEqual({
    doctor: ['to hospitals'],
    outsider: ['of the network', 'to hospitals'],
    chief: ['of the center', 'to centers'],
    otherchief: ['to centers'],
    distributer: ['of the network'],
  });
});

test('a user finds a notice by its text in any of its languages, and never one for others', async () => {
  const { admin, doctor, chief } = server.callers;
  const ja = { title: '保守作業', content: '2時に停止します。' };
  await write(admin, { title: 'Pool', content: 'Closed on Friday.', group_type: 'hospital', texts: { ja } });
  await write(admin, { title: 'Lift' });
  const finds = (caller: Caller, q: string) => seen(caller, `notice/notices?q=${encodeURIComponent(q)}`);
  expect(await finds(doctor, 'CLOSED on')).toEqual(['Pool']);
  expect(await finds(doctor, '停止')).toEqual(['Pool']);
  expect(await finds(doctor, '%')).toEqual([]);
  expect(await finds(chief, 'closed on')).toEqual([]);
});

test('the number of users that a notice reaches is the number who can read it', async () => {
  const { admin, center, distributer } = server.callers;
  const audience = z.object({
    total: z.number(),
    kinds: z.array(z.object({ type: z.string(), people: z.number() })),
  });
  const count = async (caller: Caller, group_type: string) =>
    audience.parse((await ask(caller, 'GET', `notice/audience?group_type=${group_type}`)).body);
  expect(await count(admin, 'all')).toEqual({
    total: 7,
    kinds: [
      { type: 'hospital', people: 2 },
      { type: 'tech_center', people: 3 },
      { type: 'distributer', people: 1 },
      { type: 'admin', people: 1 },
    ],
  });
  expect(await count(center, 'tech_center')).toEqual({
    total: 2,
    kinds: [{ type: 'tech_center', people: 2 }],
  });
  expect((await count(distributer, 'all')).total).toBe(2);
});

test('nobody reads drafts, planned, ended and deleted notices; the writer’s list counts each state', async () => {
  const { admin, doctor } = server.callers;
  await write(admin, { title: 'draft', draft: true, content: '' });
  await write(admin, { title: 'planned', from_time: fromNow(1), to_time: fromNow(2) });
  await write(admin, { title: 'ended', from_time: fromNow(-2), to_time: fromNow(-1) });
  await write(admin, { title: 'shown' });
  const gone = await write(admin, { title: 'gone' });
  expect((await ask(admin, 'DELETE', 'notice/notice', { id: gone.id })).status).toBe(200);
  expect(await seen(doctor)).toEqual(['shown']);
  const { body } = await ask(admin, 'GET', 'notice/notices/admin');
  expect(body).toMatchObject({ total: 4, states: { draft: 1, planned: 1, shown: 1, ended: 1 } });
  const drafts = await ask(admin, 'GET', 'notice/notices/admin?state=draft&state=planned');
  expect(titles.parse(drafts.body).items.map(({ title }) => title)).toEqual(['planned', 'draft']);
  const found = await ask(admin, 'GET', 'notice/notices/admin?q=SHO');
  expect(titles.parse(found.body).items.map(({ title }) => title)).toEqual(['shown']);
});

test('a change has the displayed version; an outdated one is refused and changes nothing', async () => {
  const { admin, doctor } = server.callers;
  const { id, version } = await write(admin, { texts: { ja: { title: '題', content: '文' } } });
  const change = { ...words, id, version, title: 'Maintenance moved' };
  expect(await ask(admin, 'PUT', 'notice/notice/', change)).toMatchObject({
    status: 200,
    body: { version: 2 },
  });
  expect(await seen(doctor, 'notice/notices', 'ja')).toEqual(['Maintenance moved']);
  const stale = await ask(admin, 'PUT', 'notice/notice/', { ...change, title: 'Late' });
  expect(stale).toMatchObject({ status: 409, body: { code: 'notice/stale-version' } });
  expect(await seen(doctor)).toEqual(['Maintenance moved']);
});

test('the specification’s payload changes a notice without a version', async () => {
  const { admin } = server.callers;
  const { id } = await write(admin, {});
  const { category, title, content, popup, group_type, from_time, to_time } = words;
  const sent = { category, title, content, popup, group_type, from_time, to_time, user_id: admin.id };
  expect(await ask(admin, 'PUT', 'notice/notice/', { ...sent, id })).toMatchObject({
    status: 200,
    body: { id, version: 2 },
  });
});

test('bad input names its field', async () => {
  const { admin } = server.callers;
  const faultOf = async (change: object) => {
    const { status, body } = await ask(admin, 'POST', 'notice/notice/', { ...words, ...change });
    return [status, z.object({ fields: z.record(z.string(), z.string()) }).parse(body).fields];
  };
  expect(await faultOf({ title: undefined })).toEqual([422, { title: 'alert.required' }]);
  expect(await faultOf({ title: 'x'.repeat(121) })).toEqual([422, { title: 'refusal.input.invalid' }]);
  expect(await faultOf({ content: '' })).toEqual([422, { content: 'alert.required' }]);
  expect(await faultOf({ to_time: words.from_time })).toEqual([422, { to_time: 'refusal.notice.window' }]);
  expect(await faultOf({ category: 'other' })).toEqual([422, { category: 'refusal.input.invalid' }]);
  expect(await faultOf({ texts: { ja: { title: '', content: 'x' } } })).toEqual([
    422,
    { 'texts.ja.title': 'refusal.input.invalid' },
  ]);
  expect(await ask(admin, 'POST', 'notice/notice/', { ...words, user_id: 1 })).toMatchObject({ status: 404 });
});

test('nobody writes to another side', async () => {
  const { admin, center, distributer, doctor, chief } = server.callers;
  for (const caller of [doctor, chief])
    expect((await ask(caller, 'POST', 'notice/notice/', words)).status).toBe(403);
  expect(await ask(center, 'POST', 'notice/notice/', words)).toMatchObject({
    body: { code: 'notice/audience', fields: { group_type: 'refusal.notice.audience' } },
  });
  const foreign = await write(admin);
  for (const caller of [center, distributer]) {
    const change = { ...words, group_type: 'tech_center', ...foreign };
    expect((await ask(caller, 'GET', `notice/notice?id=${String(foreign.id)}`)).status).toBe(404);
    expect((await ask(caller, 'PUT', 'notice/notice/', change)).status).toBe(404);
    expect((await ask(caller, 'DELETE', 'notice/notice', { id: foreign.id })).status).toBe(404);
    expect((await ask(caller, 'GET', `notice/readers?id=${String(foreign.id)}`)).status).toBe(404);
  }
});

test('users who have read it and who have not are listed', async () => {
  const { admin, doctor, outsider } = server.callers;
  const { id } = await write(admin, { group_type: 'hospital' });
  expect((await ask(doctor, 'PUT', 'notice/read', { id })).status).toBe(200);
  expect((await ask(doctor, 'PUT', 'notice/read', { id })).status).toBe(200);
  const names = z.object({ total: z.number(), items: z.array(z.object({ name: z.string() })) });
  const readers = async (query: string) => {
    const answer = await ask(admin, 'GET', `notice/readers?id=${String(id)}${query}`);
    return names.parse(answer.body).items.map(({ name }) => name);
  };
  expect(await readers('')).toEqual([doctor.name]);
  expect(await readers('&unread=true')).toEqual([outsider.name]);
  const list = await ask(admin, 'GET', 'notice/notices/admin');
  expect(list.body).toMatchObject({ items: [{ audience: 2, readers: 1 }] });
  expect((await ask(server.callers.chief, 'PUT', 'notice/read', { id })).status).toBe(404);
});

test('a popup is shown once a sign-in, and not again today if the user chose so', async () => {
  const { admin, doctor } = server.callers;
  const { id } = await write(admin, { popup: true });
  await write(admin, { title: 'no popup' });
  const { token_hash, expires_at } = doctor.session;
  const signIn = async (created_at: Date): Promise<void> => {
    await server.db.delete(sessions);
    await server.db.insert(sessions).values({ token_hash, user_id: doctor.id, created_at, expires_at });
  };
  await signIn(new Date(Date.now() - hourMs));
  expect(await seen(doctor, 'notice/popup')).toEqual(['Maintenance']);
  await ask(doctor, 'PUT', 'notice/read', { id, closed: true });
  expect(await seen(doctor, 'notice/popup')).toEqual([]);
  await signIn(new Date(Date.now() + 1000));
  expect(await seen(doctor, 'notice/popup')).toEqual(['Maintenance']);
  await ask(doctor, 'PUT', 'notice/read', { id, closed: true, not_again_today: true });
  await signIn(new Date(Date.now() + 2000));
  expect(await seen(doctor, 'notice/popup')).toEqual([]);
  await server.db.update(noticeReads).set({ hidden_until: new Date() });
  expect(await seen(doctor, 'notice/popup')).toEqual(['Maintenance']);
});
