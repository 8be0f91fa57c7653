/**
 * Tests second readings through the real database, thread and routes: selected, taken by one reader, read blind,
 * finished.
 */
import type { Route } from '@rhythmdesk/contract/route';
import { criticalRoutes } from '@rhythmdesk/contract/critical';
import { routes } from '@rhythmdesk/contract/routes';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../platform/db/schema/cases.ts';
import { notifications } from '../../../platform/db/schema/notices.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { secondReadings } from '../../../platform/db/schema/second-readings.ts';
import { openTestPage, refusalCode } from '../../../testing/test-reading.ts';
import { firstWords, secondWorld, type SecondWorld } from '../../../testing/test-second.ts';

let world: SecondWorld;
beforeAll(async () => {
  world = await secondWorld();
});

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  refusalCode.parse(body).code,
];
const notificationsOf = async (code: string) =>
  (await world.db.select().from(notifications).where(eq(notifications.code, code))).map(
    ({ user_id, patch_id }) => ({ user_id, patch_id }),
  );
const idsIn = async (who: { token: string; id: number }, query = '') =>
  (await world.list(who, query)).items.map(({ second_id }) => second_id);

test('a completed case is selected once, waits for users who did not work on it, and only they are notified', async () => {
  const { technician, colleague, other, chief, head, farTechnician, farHead, db } = world;
  const { case_id, second_id } = await world.drawn();
  // A recording rarely ends with a whole second.
  await db.update(cases).set({ recording_seconds: 60.004 }).where(eq(cases.case_id, case_id));
  expect(await world.rowsOf(case_id)).toMatchObject([
    { share: 100, first_reader_id: technician.id, first_sequence: 2, reader_id: null },
  ]);
  for (const who of [colleague, other, chief, head]) expect(await idsIn(who)).toContain(second_id);
  for (const who of [technician, farTechnician, farHead]) expect(await idsIn(who)).not.toContain(second_id);
  const notified = await notificationsOf('second-reading-waits');
  expect(notified.map(({ user_id }) => user_id).sort()).toEqual([colleague.id, other.id, chief.id].sort());
  expect(notified.every(({ patch_id }) => patch_id === null)).toBe(true);
  const [waiting] = (await world.list(colleague)).items.filter((one) => one.second_id === second_id);
  expect(waiting).toMatchObject({ state: 'waiting', masked: true, may_take: true, first_reader: null });
  expect(waiting?.recording_seconds).toBe(60.004);
});

test('the reader of a second reading gets the rules of its center, and nobody else gets rules', async () => {
  const { colleague, chief, call } = world;
  const { second_id } = await world.drawn();
  const { rules, escalation } = usualCriticalSettings;
  const own = { rules: { ...rules, vt: { ...rules.vt, beats: 7 } }, escalation };
  const before = criticalRoutes.criticalRules.output.parse(
    await (await call('critical/rules', chief.token)).json(),
  );
  const body = { version: before.present.version, settings: own };
  expect((await call('critical/rules', chief.token, { method: 'PUT', body })).status).toBe(200);
  expect(await world.detail(second_id, colleague)).toMatchObject({ critical_rules: null });
  await world.take(second_id, colleague);
  expect(await world.detail(second_id, colleague)).toMatchObject({ critical_rules: own.rules });
});

test('without a share nothing is selected, and a case is completed as usual', async () => {
  await world.db.update(userGroups).set({ second_reading_share: null });
  const case_id = await world.completed();
  expect(await world.rowsOf(case_id)).toEqual([]);
  await world.db.update(userGroups).set({ second_reading_share: 100 });
});

test('of several who take it at once one gets it; users who opened or completed the case never do', async () => {
  const { colleague, other, chief, technician, farTechnician } = world;
  const { case_id, second_id } = await world.drawn();
  expect((await world.call(`case/case/${String(case_id)}`, other.token)).status).toBe(200);
  // The log records it within a quarter of a second.
  await expect.poll(async () => (await idsIn(other)).includes(second_id)).toBe(false);
  expect(codeOf(await world.take(second_id, other))).toEqual([406, 'second/not-blind']);
  expect(codeOf(await world.take(second_id, technician))).toEqual([404, 'object/not-found']);
  expect(codeOf(await world.take(second_id, farTechnician))).toEqual([404, 'object/not-found']);
  const answers = await Promise.all([colleague, chief, colleague].map((who) => world.take(second_id, who)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await world.rowsOf(case_id)).toHaveLength(1);
});

/** All routes with a case in their path. */
const routesByName = new Map(
  Object.entries<Route>(routes).filter(([, { path }]) => path.includes(':case_id')),
);
const nobodys = 999_999_999;
const fill = (path: string, id: number): string =>
  path
    .replace(':case_id', String(id))
    .replace(/:(lead|level|index)/g, '0')
    .replace(':version', '1');

const queries = new Map([
  ['beatLikeness', '?templates=0'],
  ['exportRecording', '?format=csv'],
  ['tiles', '?tile=0.0.0'],
]);

test('while it is read no route gives its reader anything of the first reading', async () => {
  const { colleague, technician, call } = world;
  const { case_id, second_id } = await world.drawn();
  expect((await world.take(second_id, colleague)).status).toBe(200);
  const open = new Set(['recording', 'tile', 'tiles', 'analysis', 'latestBeats', 'beats', 'beatLikeness']);
  const name = 'Name of technician';
  const ask = async (route: string, id: number) => {
    const row = routesByName.get(route);
    if (row === undefined) throw new Error(route);
    const { method, path, upload } = row;
    const body = method === 'GET' || upload !== undefined ? undefined : { version: 1 };
    const query = queries.get(route) ?? '';
    const answer = await call(`${fill(path, id)}${query}`, colleague.token, { method, body });
    const text = await answer.text();
    return { status: answer.status, body: text.replace(/"request_id":"[^"]*"/, '') };
  };
  for (const route of routesByName.keys()) {
    const answer = await ask(route, case_id);
    if (open.has(route)) expect([route, answer.status]).toEqual([route, 200]);
    // The same answer as for a case that does not exist.
    else expect([route, answer]).toEqual([route, await ask(route, nobodys)]);
    for (const word of [firstWords.caption, firstWords.comment, name])
      expect([route, word, answer.body.includes(word)]).toEqual([route, word, false]);
  }
  expect(routesByName.size).toBeGreaterThan(25);
  // No list and no count includes it.
  const listed = async (who: { token: string }) => {
    const answer = await call(`case/cases?size=100&view=completed&case_id=${String(case_id)}`, who.token);
    return z.object({ total: z.number() }).parse(await answer.json()).total;
  };
  expect([await listed(technician), await listed(colleague)]).toEqual([1, 0]);
});

test('its log is separate: the first reading is not in it, and is unchanged', async () => {
  const { colleague, technician, other, call } = world;
  const { case_id, second_id } = await world.drawn();
  await world.take(second_id, colleague);
  const page = await openTestPage(call, colleague.token, case_id, undefined, second_id);
  expect(await page.read()).toMatchObject({ sequence: 0, edits: [], analysis_version: 1 });
  expect(await page.editLock('take')).toMatchObject({ status: 200, body: { here: true } });
  const open = page.opened();
  const [sample = 0] = page.base.beats.samples;
  const edit: ReadingEdit = { kind: 'relabel_beats', beats: { by: 'list', samples: [sample] }, label: 'F' };
  const body = page.batch(open, [edit]);
  const answers = await Promise.all([page.send(body), page.send(body), page.send(body)]);
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: { second_id, sequence: 1 } })));
  expect(codeOf(await page.send({ ...body, after: 1, checksum: '0123456789abcdef' }))).toEqual([
    409,
    'reading/checksum',
  ]);
  const window = await openTestPage(call, colleague.token, case_id, undefined, second_id);
  await window.editLock('take');
  expect(codeOf(await page.send(page.batch(open, [edit])))).toEqual([406, 'reading/no-edit-lock']);
  const first = await openTestPage(call, technician.token, case_id);
  expect(await first.read()).toMatchObject({ sequence: 2 });
  for (const who of [technician, other]) {
    const answer = await call(`second-readings/${String(second_id)}/reading`, who.token);
    expect(answer.status).toBe(404);
  }
});

test('finished, its agreement is stored, shown to those concerned, and the case is visible again', async () => {
  const { colleague, technician, chief, head, other, farChief, farHead, doctor, call } = world;
  const { case_id, second_id } = await world.drawn(3);
  await world.take(second_id, colleague);
  const page = await openTestPage(call, colleague.token, case_id, undefined, second_id);
  await page.editLock('take');
  const named = [...page.base.beats.samples.slice(2, 3)];
  const edit: ReadingEdit = { kind: 'relabel_beats', beats: { by: 'list', samples: named }, label: 'S' };
  await page.send(page.batch(page.opened(), [edit]));
  expect(await world.detail(second_id, technician)).toBe(404);
  expect(codeOf(await world.finish(second_id, colleague, 0))).toEqual([409, 'reading/behind']);
  expect(codeOf(await world.finish(second_id, other, 1))).toEqual([404, 'object/not-found']);
  const [finished, again] = await Promise.all([
    world.finish(second_id, colleague, 1),
    world.finish(second_id, colleague, 1),
  ]);
  expect([finished.status, again.status].sort()).toEqual([200, 404]);
  const stranger = await openTestPage(call, colleague.token, case_id, undefined, second_id);
  expect((await stranger.editLock('give_back')).status).toBe(404);
  expect(await page.editLock('give_back')).toMatchObject({ status: 200, body: { holder: null } });
  for (const who of [colleague, technician, chief, head]) {
    const seen = await world.detail(second_id, who);
    expect(seen).toMatchObject({
      state: 'finished',
      reader: { id: colleague.id },
      first_reader: { id: technician.id },
    });
    if (typeof seen === 'number' || seen.agreement === null) throw new Error('no agreement');
    // Of the three beats that the first reader made supraventricular, the second left two with their original class.
    const { beats, differences } = seen.agreement;
    expect(beats.compared - beats.same).toBeLessThanOrEqual(2);
    expect(differences.some((one) => one.of === 'beats' && one.first === 'S')).toBe(true);
    expect(await idsIn(who, '&view=finished')).toContain(second_id);
  }
  for (const who of [other, farChief, farHead]) expect(await world.detail(second_id, who)).toBe(404);
  expect((await call(`second-readings/${String(second_id)}`, doctor.token)).status).toBe(403);
  expect((await call(`case/case/${String(case_id)}`, colleague.token)).status).toBe(200);
  const notified = (await notificationsOf('second-reading-done')).filter(
    ({ patch_id }) => patch_id === case_id,
  );
  expect(notified.map(({ user_id }) => user_id).sort()).toEqual([technician.id, chief.id].sort());
  const change = { agreement: {} };
  await expect(
    world.db.update(secondReadings).set(change).where(eq(secondReadings.second_id, second_id)),
  ).rejects.toThrow();
});

test('a returned one waits for another user; the head or a chief frees one whose reader has left', async () => {
  const { colleague, chief, head, other, technician } = world;
  const { case_id, second_id } = await world.drawn();
  await world.take(second_id, colleague);
  const back = (id: number, who: { id: number; token: string }) =>
    world.post(`second-readings/${String(id)}/give-back`, who);
  expect((await back(second_id, other)).status).toBe(404);
  expect((await back(second_id, technician)).status).toBe(404);
  expect((await back(second_id, colleague)).status).toBe(200);
  const [, next] = await world.rowsOf(case_id);
  const again = next?.second_id ?? 0;
  expect(next).toMatchObject({ reader_id: null, first_sequence: 2 });
  expect(codeOf(await world.take(again, colleague))).toEqual([406, 'second/not-blind']);
  expect((await world.take(again, chief)).status).toBe(200);
  expect((await back(again, head)).status).toBe(200);
  expect((await world.rowsOf(case_id)).map(({ given_back_at }) => given_back_at === null)).toEqual([
    false,
    false,
    true,
  ]);
});

test('the head and chiefs see that nobody can read it blind, and cancel it', async () => {
  const { colleague, other, chief, head, technician, farHead, call } = world;
  const { case_id, second_id } = await world.drawn();
  const shown = async (who: { id: number; token: string }) =>
    (await world.list(who)).items.filter((one) => one.second_id === second_id);
  const letGo = async (who: { id: number; token: string }) =>
    (await world.post(`second-readings/${String(second_id)}/give-back`, who)).status;
  expect(await shown(head)).toMatchObject([{ no_reader: false, may_give_back: false }]);
  expect(await letGo(head)).toBe(404);
  // All users view the case before anybody takes its second reading.
  for (const who of [colleague, other, chief])
    expect((await call(`case/case/${String(case_id)}`, who.token)).status).toBe(200);
  await expect.poll(async () => (await shown(head))[0]?.no_reader).toBe(true);
  const waits = { state: 'waiting', no_reader: true, may_take: false, may_give_back: true };
  for (const who of [chief, head]) expect(await shown(who)).toMatchObject([waits]);
  for (const who of [colleague, other, technician]) expect(await shown(who)).toEqual([]);
  for (const who of [colleague, technician, farHead]) expect(await letGo(who)).toBe(404);
  expect(await letGo(chief)).toBe(200);
  expect(await letGo(head)).toBe(404);
  expect(await world.rowsOf(case_id)).toMatchObject([{ second_id, reader_id: null }]);
  for (const who of [chief, head]) expect(await shown(who)).toEqual([]);
});

test('sums are of the own center in a period, with names only for chiefs and the head', async () => {
  const { chief, head, farChief, technician, call } = world;
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const sumsFor = async (who: { token: string }, from: number, to: number) => {
    const answer = await call(`second-readings/sums?from_time=${day(from)}&to_time=${day(to)}`, who.token);
    return { status: answer.status, body: await answer.json() };
  };
  for (const who of [chief, head]) {
    const { body } = await sumsFor(who, -2, 2);
    const sums = routes.secondSums.output.parse(body);
    expect(sums.finished).toBe(1);
    expect(sums.median_kappa).toBeGreaterThan(0);
    expect(sums.people.map(({ as_first, as_second }) => [as_first, as_second])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  }
  expect((await sumsFor(chief, 3, 4)).body).toMatchObject({ finished: 0, median_kappa: null, people: [] });
  expect((await sumsFor(farChief, -2, 2)).body).toMatchObject({ finished: 0 });
  expect((await sumsFor(technician, -2, 2)).status).toBe(403);
});
