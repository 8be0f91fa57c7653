/** Tests what is open before a case is verified or completed, and that the history keeps why a user continued. */
import { routes } from '@rhythmdesk/contract/routes';
import { templateGroups } from '@rhythmdesk/ecg/reading/template-groups';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { synthRecording } from '../uploads/test-zip.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { openPointStatements } from '../../platform/db/schema/open-points.ts';
import { users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { lockCaseRecord } from '../../records/cases/case-record.ts';
import { saveCase } from '../../records/cases/save-case.ts';
import { analysisWorld, type AnalysisWorld } from '../../testing/test-analysis.ts';
import { openTestPage, refusalCode } from '../../testing/test-reading.ts';

const seconds = 150;
const falseClaim = 'Atrial fibrillation for 13 % of the analysed time (episodes: 2, longest 1 h).';

let world: AnalysisWorld;
let case_id: number;
let chief: Awaited<ReturnType<AnalysisWorld['addUser']>>;

const setCase = (values: Partial<typeof cases.$inferInsert>) =>
  world.db.update(cases).set(values).where(eq(cases.case_id, case_id));
async function versionNow(): Promise<number> {
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  return row?.version ?? 0;
}
async function post(path: string, token: string, body: object) {
  const answer = await world.call(`case/case/${String(case_id)}/${path}`, token, { method: 'POST', body });
  const said: unknown = await answer.json();
  return answer.ok ? 'done' : refusalCode.parse(said).code;
}
const act = async (action: 'verify' | 'complete', token: string, given = {}) =>
  post(action, token, { version: await versionNow(), password: world.password, ...given });
const make = async () =>
  post('make-report', world.technician.token, {
    ...{ version: await versionNow(), language: 'en', amendment: '', keep_stale: true },
  });
async function pointsFor(token: string) {
  const answer = await world.call(`case/case/${String(case_id)}/open-points`, token);
  return routes.openPoints.output.parse(await answer.json()).points;
}
const historyFor = async (token: string) => {
  const answer = await world.call(`case/case/${String(case_id)}/history`, token);
  return routes.caseHistory.output.parse(await answer.json());
};

/** Returns whether the page of the case calls the newest report older than the reading. */
async function isBehind(token: string): Promise<boolean> {
  const answer = await world.call(`case/case/${String(case_id)}`, token);
  return routes.readCase.output.parse(await answer.json()).report_behind;
}

beforeAll(async () => {
  world = await analysisWorld();
  const { technician, db, bring, analyse, addUser } = world;
  case_id = await bring(synthRecording({ hn_id: 'HN590002', seconds }));
  await analyse(case_id);
  const [reader] = await db.select().from(users).where(eq(users.id, technician.id));
  chief = await addUser('openchief', 'CHIEF', reader?.user_group_id ?? 0);
  await setCase({ status: 'start', technician_id: technician.id, requested_date: new Date() });
  expect(await make()).toBe('done');
  await setCase({ status: 'review' });
});

test('time that nobody viewed is open, until all of it was viewed', async () => {
  const { token } = world.technician;
  const view = (minutes: [number, number]) => post('reading/coverage', token, { minutes: [minutes] });
  expect(await isBehind(token)).toBe(false);
  expect(await pointsFor(token)).toContainEqual({ kind: 'unseen', count: 3 });
  await setCase({ status: 'start' });
  expect(await view([0, 2])).toBe('done');
  expect(await pointsFor(token)).toContainEqual({ kind: 'unseen', count: 1 });
  expect(await view([2, 3])).toBe('done');
  expect((await pointsFor(token)).map(({ kind }) => kind)).not.toContain('unseen');
});

test('each item of the queue that nobody judged is open, also a template', async () => {
  const { technician, call } = world;
  const before = (await pointsFor(technician.token)).find(({ kind }) => kind === 'findings');
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const [template] = templateGroups(page.opened().reading().beats);
  if (before === undefined || template === undefined) throw new Error('nothing to judge');
  const judged = { of: 'template', template: template.template } as const;
  const edits = [{ kind: 'judge_thing', thing: judged, verdict: 'accepted' } as const];
  expect((await page.send(page.batch(page.opened(), edits))).status).toBe(200);
  await page.editLock('give_back');
  expect(await pointsFor(technician.token)).toContainEqual({ kind: 'findings', count: before.count - 1 });
});

test('an edit that was undone makes the report no older, on the page of the case as in the dialog', async () => {
  const { technician, call } = world;
  const { token } = technician;
  const reportPoints = async () => (await pointsFor(token)).filter(({ kind }) => kind === 'report');
  await setCase({ status: 'start' });
  expect(await make()).toBe('done');
  const page = await openTestPage(call, token, case_id);
  await page.editLock('take');
  const [first = 0] = page.base.beats.samples;
  const reading = page.opened();
  const { edits: earlier, sequence } = await page.read();
  reading.apply(earlier);
  const change = { kind: 'relabel_beats', beats: { by: 'list', samples: [first] }, label: 'V' } as const;
  expect((await page.send(page.batch(reading, [change]))).status).toBe(200);
  expect([await isBehind(token), await reportPoints()]).toEqual([true, [{ kind: 'report', count: 1 }]]);
  const undone = { kind: 'undo', edit: sequence + 1 } as const;
  expect((await page.send(page.batch(reading, [undone]))).status).toBe(200);
  expect([await isBehind(token), await reportPoints()]).toEqual([false, []]);
  await page.editLock('give_back');
  await setCase({ status: 'review' });
});

test('a patient or severity that was changed after the report makes the report old, until it is made again', async () => {
  const { token } = world.technician;
  const reportPoints = async () => (await pointsFor(token)).filter(({ kind }) => kind === 'report');
  const [before] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  for (const change of [{ patient_last_name: '佐藤' }, { birth_date: '1954-12-03' }, { severity: 'high' }]) {
    await setCase(change);
    expect([await isBehind(token), await reportPoints()]).toEqual([true, [{ kind: 'report', count: 1 }]]);
    const { patient_last_name, birth_date, severity } = before ?? {};
    await setCase({ patient_last_name, birth_date, severity });
    expect([await isBehind(token), await reportPoints()]).toEqual([false, []]);
  }
});

test('an edit after the report, a false statement and a pin are open', async () => {
  const { technician, call } = world;
  await setCase({ status: 'start' });
  const page = await openTestPage(call, technician.token, case_id);
  await page.editLock('take');
  const [first = 0] = page.base.beats.samples;
  const edits = [{ kind: 'relabel_beats', beats: { by: 'list', samples: [first] }, label: 'V' } as const];
  const reading = page.opened();
  reading.apply((await page.read()).edits);
  expect((await page.send(page.batch(reading, edits))).status).toBe(200);
  await setCase({ status: 'review', technician_comment: falseClaim });
  const pinned = { content: 'Why V?', internal: true, place: { start_sample: first, end_sample: null } };
  expect(await post('comments', chief.token, pinned)).toBe('done');
  const points = await pointsFor(technician.token);
  for (const kind of ['report', 'statements', 'pins'] as const)
    expect(points).toContainEqual({ kind, count: 1 });
  expect([await isBehind(technician.token), await isBehind(world.doctor.token)]).toEqual([true, false]);
});

test('nobody completes with open points without a reason; nothing changed then', async () => {
  const before = await versionNow();
  expect(await act('complete', world.technician.token)).toBe('case/open-unsaid');
  expect(await versionNow()).toBe(before);
  expect(await world.db.$count(openPointStatements)).toBe(0);
});

test('the history keeps the reason and what was open, for users of the center', async () => {
  const { technician, doctor } = world;
  await setCase({ confirmer_id: chief.id, verification_requested_at: new Date() });
  const points = await pointsFor(chief.token);
  const open_words = 'V is known to the hospital.';
  expect(await act('verify', chief.token)).toBe('case/open-unsaid');
  expect(await act('verify', chief.token, { open_words })).toBe('done');
  const { items, intact } = await historyFor(technician.token);
  expect(intact).toBe(true);
  expect(items.at(-1)).toMatchObject({ action: 'verify', description: open_words, open_points: points });
  const outside = await historyFor(doctor.token);
  expect(outside.items.at(-1)).toMatchObject({ action: 'verify', description: '', open_points: [] });
});

test('a later verification does not inherit what an earlier one stated', async () => {
  const { db } = world;
  await transact(db, async (tx) => {
    const record = await lockCaseRecord(tx, case_id);
    if (record === null) throw new Error('the case has gone');
    const author = null;
    const step = { action: 'verify', description: '', author, request_id: 'again', now: new Date() };
    await saveCase(tx, record, {}, step);
  });
  expect((await pointsFor(chief.token)).map(({ kind }) => kind)).toContain('pins');
  await setCase({ verified_at: null });
  const open_words = 'V is known to the hospital.';
  expect(await act('verify', chief.token, { open_words })).toBe('done');
});

test('what the verification stated needs no second reason to complete; anything new does', async () => {
  const { technician, call } = world;
  expect(await pointsFor(technician.token)).toEqual([]);
  const place = { start_sample: 100, end_sample: null };
  expect(await post('comments', chief.token, { content: 'And here?', internal: true, place })).toBe('done');
  expect(await pointsFor(technician.token)).toEqual([{ kind: 'pins', count: 2 }]);
  expect(await act('complete', technician.token)).toBe('case/open-unsaid');
  const answer = await call(`case/case/${String(case_id)}/comments`, technician.token);
  const [pin] = routes.comments.output.parse(await answer.json()).items;
  const answered = { comment_id: pin?.comment_id };
  expect(await post('comments/answer', technician.token, answered)).toBe('done');
  expect(await act('complete', technician.token)).toBe('done');
});
