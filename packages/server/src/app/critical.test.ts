/** Critical findings through the real database, thread and routes: from the analysis and the reading to the acknowledgement. */
import { criticalRoutes, type CriticalFinding } from '@rhythmdesk/contract/critical';
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { and, asc, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { escalateCritical } from '../features/critical/escalate-critical.ts';
import { findCritical } from '../features/critical/find-critical.ts';
import { synthRecording } from '../features/uploads/test-zip.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { criticalEvents, criticalFindings } from '../platform/db/schema/critical.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import { auditLog } from '../platform/db/schema/operations.ts';
import { userGroups } from '../platform/db/schema/people.ts';
import { analysisWorld, type AnalysisWorld } from './test-analysis.ts';
import { openTestPage, refusalCode } from './test-reading.ts';

let world: AnalysisWorld;
let chief: { id: number; token: string };
let farChief: { id: number; token: string };
let head: { id: number; token: string };
beforeAll(async () => {
  world = await analysisWorld();
  const [hospital] = await world.db.select().from(userGroups).where(eq(userGroups.id, world.hospital));
  const center = hospital?.tech_center_id ?? 0;
  chief = await world.addUser('chief', 'CHIEF', center);
  head = await world.addUser('head', 'CENTER', center);
  farChief = await world.addUser('farchief', 'CHIEF', await world.addGroup('tech_center', 'Far center'));
});

const look = (case_id: number) =>
  findCritical(world.analysis, case_id, { signal: new AbortController().signal });

let brought = 0;
/** A case under work; the recording beats at about 72 a minute. */
async function workedCase(): Promise<number> {
  const hn_id = `HN41000${String((brought += 1)).padStart(2, '0')}`;
  const case_id = await world.bring(synthRecording({ hn_id, seconds: 60 }));
  await world.analyse(case_id);
  const working = { status: 'start', technician_id: world.technician.id, requested_date: new Date() };
  await world.db.update(cases).set(working).where(eq(cases.case_id, case_id));
  return case_id;
}

/** A technician's page that draws episodes over the recording. */
async function reader(case_id: number) {
  const page = await openTestPage(world.call, world.technician.token, case_id);
  await page.pen('take');
  const open = page.opened();
  const write = async (...edits: ReadingEdit[]) => {
    expect(await page.send(page.batch(open, edits))).toMatchObject({ status: 200 });
    await look(case_id);
  };
  const sampleAt = (index: number): number => page.base.beats.samples[index] ?? 0;
  const draw = (rhythm: 'vt' | 'avb3', first: number, last: number): ReadingEdit => ({
    kind: 'add_episode',
    rhythm,
    start_sample: sampleAt(first),
    end_sample: sampleAt(last),
  });
  return { write, draw, sampleAt };
}

const rowsOf = (case_id: number) =>
  world.db
    .select()
    .from(criticalFindings)
    .where(eq(criticalFindings.case_id, case_id))
    .orderBy(asc(criticalFindings.finding_id));
const eventsOf = async (finding_id: number): Promise<string[]> => {
  const rows = await world.db
    .select()
    .from(criticalEvents)
    .where(eq(criticalEvents.finding_id, finding_id))
    .orderBy(asc(criticalEvents.event_id));
  return rows.map(({ event, level }) => (level === null ? event : `${event} ${String(level)}`));
};
const dueOf = async (case_id: number) =>
  (await world.db.select().from(cases).where(eq(cases.case_id, case_id)))[0]?.critical_due_at ?? null;
const toldOf = async (case_id: number, user: { id: number }): Promise<string[]> => {
  const where = and(eq(notifications.patch_id, case_id), eq(notifications.user_id, user.id));
  const rows = await world.db.select().from(notifications).where(where).orderBy(asc(notifications.id));
  return rows.map(({ code }) => code).filter((code) => code.startsWith('critical'));
};
const jobsOf = async (task: string, key: string): Promise<number> => {
  const { rows } = await world.db.execute(
    sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = ${task} and key = ${key}`,
  );
  return Number(rows[0]?.['n']);
};

async function onlyFinding(case_id: number, token = chief.token): Promise<CriticalFinding> {
  const answer = await world.call(`critical/case/${String(case_id)}`, token);
  const { items } = criticalRoutes.criticalOfCase.output.parse(await answer.json());
  const [first] = items;
  if (first === undefined) throw new Error('the case has no finding');
  return first;
}
async function act(finding_id: number, body: object, token = chief.token) {
  const path = `critical/findings/${String(finding_id)}/act`;
  const answer = await world.call(path, token, { method: 'POST', body });
  return { status: answer.status, body: await answer.json() };
}
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  refusalCode.parse(body).code,
];

test('what a reader draws becomes one finding, however often it is looked for, told to chief and assignee at once', async () => {
  const case_id = await workedCase();
  expect(await jobsOf('find-critical', `find-critical:${String(case_id)}`)).toBe(1);
  await look(case_id);
  expect(await rowsOf(case_id)).toEqual([]);
  const { write, draw, sampleAt } = await reader(case_id);
  await write(draw('vt', 10, 21));
  await Promise.all([look(case_id), look(case_id), look(case_id)]);

  const [row, ...more] = await rowsOf(case_id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ rule: 'vt', state: 'open', beats: 12, start_sample: sampleAt(10) });
  expect(row).toMatchObject({ analysis_version: 1, reading_sequence: 1, settings_version: 0, level: 1 });
  expect((row?.due_at.getTime() ?? 0) - (row?.found_at.getTime() ?? 0)).toBe(30 * 60_000);
  expect(await eventsOf(row?.finding_id ?? 0)).toEqual(['found', 'told 1']);
  expect(await dueOf(case_id)).toEqual(row?.due_at);
  expect(await toldOf(case_id, chief)).toEqual(['critical-finding']);
  expect(await toldOf(case_id, world.technician)).toEqual(['critical-finding']);
  expect(await toldOf(case_id, head)).toEqual([]);
  expect(await toldOf(case_id, world.doctor)).toEqual([]);
  const next = `escalate-critical:${String(row?.finding_id)}-2`;
  expect(await jobsOf('escalate-critical', next)).toBe(1);
});

test('lists and the strip show it to the center, and nothing of it to the hospital or another center', async () => {
  const case_id = await workedCase();
  const { write, draw } = await reader(case_id);
  await write(draw('vt', 10, 21));
  const dueIn = async (token: string) => {
    const answer = await world.call(`case/cases?case_id=${String(case_id)}`, token);
    return caseRoutes.cases.output.parse(await answer.json()).items.map((row) => row.critical_due_at);
  };
  expect(await dueIn(world.technician.token)).toEqual([(await dueOf(case_id))?.toISOString()]);
  expect(await dueIn(world.doctor.token)).toEqual([null]);
  const { finding_id } = await onlyFinding(case_id);
  const path = `critical/findings/${String(finding_id)}`;
  const strip = await world.call(`${path}/strip`, chief.token);
  const { leads, sampling_hz } = criticalRoutes.criticalStrip.output.parse(await strip.json());
  expect(leads.map(({ uv }) => uv.length)).toEqual([8 * sampling_hz]);
  expect(Math.max(...(leads[0]?.uv ?? []))).toBeGreaterThan(300);
  const asked = async (token: string, suffix = '') => (await world.call(`${path}${suffix}`, token)).status;
  expect(await asked(farChief.token)).toBe(404);
  expect(await asked(farChief.token, '/strip')).toBe(404);
  expect(await asked(world.doctor.token)).toBe(403);
  // The head of the center reads no recordings.
  expect([await asked(head.token), await asked(head.token, '/strip')]).toEqual([200, 404]);
  expect((await act(finding_id, { act: 'confirm' }, farChief.token)).status).toBe(404);
  const history = await world.call(`case/case/${String(case_id)}/history`, world.doctor.token);
  const { items } = caseRoutes.caseHistory.output.parse(await history.json());
  expect(items.filter(({ action }) => action.startsWith('critical'))).toEqual([]);
});

test('what the reading no longer holds is withdrawn with its reason, and stays in the history', async () => {
  const case_id = await workedCase();
  const { write, draw } = await reader(case_id);
  await write(draw('avb3', 10, 21));
  await write({ kind: 'undo', edit: 1 });
  const [row] = await rowsOf(case_id);
  expect(row).toMatchObject({ rule: 'av_block', state: 'withdrawn' });
  expect(await dueOf(case_id)).toBeNull();
  await escalateCritical(world.analysis, { finding_id: row?.finding_id ?? 0, level: 2 });
  expect(await eventsOf(row?.finding_id ?? 0)).toEqual(['found', 'told 1', 'withdrawn']);
  const history = await world.call(`case/case/${String(case_id)}/history`, chief.token);
  const { items, intact } = caseRoutes.caseHistory.output.parse(await history.json());
  expect(intact).toBe(true);
  const critical = items.filter(({ action }) => action.startsWith('critical'));
  expect(critical.map(({ action, description }) => [action, description])).toEqual([
    ['critical-found', ''],
    ['critical-told', ''],
    ['critical-withdrawn', 'reading 2'],
  ]);
  await write({ kind: 'undo', edit: 2 });
  expect((await rowsOf(case_id)).map(({ state }) => state)).toEqual(['withdrawn', 'open']);
});

test('from true over the call to the acknowledgement, each in history and audit log; no step before its time', async () => {
  const case_id = await workedCase();
  const { write, draw } = await reader(case_id);
  await write(draw('vt', 10, 21));
  const { finding_id } = await onlyFinding(case_id);
  const reached = { contact: 'Dr. Kudo', way: 'telephone' };
  expect(codeOf(await act(finding_id, { act: 'acknowledge', ...reached }))).toEqual([
    409,
    'critical/wrong-state',
  ]);
  expect(await act(finding_id, { act: 'confirm' }, world.technician.token)).toMatchObject({ status: 200 });
  expect(codeOf(await act(finding_id, { act: 'call' }))).toEqual([422, 'input/field-missing']);
  expect((await act(finding_id, { act: 'call', ...reached, note: 'no answer' })).status).toBe(200);
  expect(await onlyFinding(case_id)).toMatchObject({ state: 'confirmed', steps: 4 });
  expect((await act(finding_id, { act: 'acknowledge', ...reached })).status).toBe(200);
  expect(await onlyFinding(case_id)).toMatchObject({
    state: 'acknowledged',
    steps: 5,
    acknowledged_name: 'Dr. Kudo',
    judged_by: { id: world.technician.id },
    acts: [],
  });
  expect(await dueOf(case_id)).toBeNull();
  expect(await eventsOf(finding_id)).toEqual(['found', 'told 1', 'confirm', 'call', 'acknowledge']);
  const audited = await world.db.select().from(auditLog).where(eq(auditLog.case_id, case_id));
  const targets = audited.filter(({ action }) => action === 'critical.act').map(({ target }) => target);
  expect(targets.sort()).toEqual(
    ['acknowledge', 'call', 'confirm'].map((name) => `critical-${name}/${String(finding_id)}`),
  );
  await look(case_id);
  expect(await rowsOf(case_id)).toHaveLength(1);
  const today = new Date();
  const day = (by: number) => new Date(today.getTime() + by * 86_400_000).toISOString().slice(0, 10);
  const times = await world.call(`critical/times?from_time=${day(-1)}&to_time=${day(1)}`, chief.token);
  const figures = criticalRoutes.criticalTimes.output.parse(await times.json());
  expect(figures).toMatchObject({ count: 1, late: 0 });
  const list = await world.call(
    `critical/findings?view=acknowledged&from_time=${day(-1)}&to_time=${day(1)}`,
    chief.token,
  );
  const listed = criticalRoutes.criticalFindings.output.parse(await list.json());
  expect(listed.items.map((one) => one.finding_id)).toEqual([finding_id]);
  expect(listed.total).toBe(figures.count);
});

test('a false one makes room for the next place of its rule; said to be true after all it gives way to that one', async () => {
  const case_id = await workedCase();
  const { write, draw } = await reader(case_id);
  await write(draw('vt', 10, 25), draw('vt', 40, 50));
  const first = await onlyFinding(case_id);
  expect(first).toMatchObject({ beats: 16, places: 2 });
  await act(first.finding_id, { act: 'refute' });
  await look(case_id);
  expect((await rowsOf(case_id)).map(({ state, beats }) => [state, beats])).toEqual([
    ['false', 16],
    ['open', 11],
  ]);
  expect(codeOf(await act(first.finding_id, { act: 'confirm' }))).toEqual([409, 'critical/wrong-state']);
  const second = await onlyFinding(case_id);
  await act(second.finding_id, { act: 'refute' });
  expect((await act(first.finding_id, { act: 'confirm' })).status).toBe(200);
  expect(await dueOf(case_id)).not.toBeNull();
});

test('each level is told once, in order, until somebody acknowledges', async () => {
  const case_id = await workedCase();
  const { write, draw } = await reader(case_id);
  await write(draw('vt', 10, 21));
  const { finding_id } = await onlyFinding(case_id);
  const escalate = (level: number) => escalateCritical(world.analysis, { finding_id, level });
  await escalate(3);
  await Promise.all([escalate(2), escalate(2)]);
  expect(await eventsOf(finding_id)).toEqual(['found', 'told 1', 'told 2']);
  expect(await toldOf(case_id, world.technician)).toEqual(['critical-finding', 'critical-waiting']);
  expect((await act(finding_id, { act: 'escalate' })).status).toBe(200);
  await escalate(3);
  expect(await toldOf(case_id, head)).toEqual(['critical-waiting']);
  expect(await toldOf(case_id, world.doctor)).toEqual([]);
  await escalate(4);
  expect(await toldOf(case_id, world.doctor)).toEqual(['critical-call']);
  expect(codeOf(await act(finding_id, { act: 'escalate' }))).toEqual([409, 'critical/wrong-state']);
  expect(await eventsOf(finding_id)).toEqual(['found', 'told 1', 'told 2', 'told 3', 'told 4']);
});

test('a case whose report is out opens none', async () => {
  const case_id = await workedCase();
  const { write, draw } = await reader(case_id);
  const done = { status: 'complete', confirmed_date: new Date() };
  await write(draw('vt', 10, 12));
  await world.db.update(cases).set(done).where(eq(cases.case_id, case_id));
  await saveRules(await rules().then(({ version }) => version), { beats: 3 });
  await look(case_id);
  expect(await rowsOf(case_id)).toEqual([]);
  await world.db.update(cases).set({ status: 'start' }).where(eq(cases.case_id, case_id));
  await look(case_id);
  const standing = (await rules()).version;
  expect(await rowsOf(case_id)).toMatchObject([{ state: 'open', beats: 3, settings_version: standing }]);
});

async function rules() {
  const answer = await world.call('critical/rules', chief.token);
  return criticalRoutes.criticalRules.output.parse(await answer.json()).present;
}
async function saveRules(version: number, vt: { beats: number }, token = chief.token) {
  const settings = {
    ...usualCriticalSettings,
    rules: {
      ...usualCriticalSettings.rules,
      vt: { ...usualCriticalSettings.rules.vt, ...vt },
    },
  };
  const answer = await world.call('critical/rules', token, { method: 'PUT', body: { version, settings } });
  return { status: answer.status, body: await answer.json() };
}

test('rules are kept by version; of two who change the same one is refused, another center has its own', async () => {
  const { version } = await rules();
  const answers = await Promise.all([saveRules(version, { beats: 4 }), saveRules(version, { beats: 5 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await rules()).version).toBe(version + 1);
  expect((await saveRules(version + 1, { beats: 101 })).status).toBe(422);
  const { escalation } = usualCriticalSettings;
  const settings = { ...usualCriticalSettings, escalation: { ...escalation, center: 5 } };
  const body = { version: version + 1, settings };
  const disorder = await world.call('critical/rules', chief.token, { method: 'PUT', body });
  expect(codeOf({ status: disorder.status, body: await disorder.json() })).toEqual([
    422,
    'critical/escalation-order',
  ]);
  expect((await saveRules(0, { beats: 9 }, farChief.token)).status).toBe(200);
  expect((await rules()).version).toBe(version + 1);
});

test('whom to call is kept by hospital, for the center of the hospital alone', async () => {
  const contacts = [{ name: 'Dr. Yoshida', place: 'Cardiology', phone: '+81 45 555 0188' }];
  const save = async (token: string, version: number) => {
    const path = `critical/contacts/${String(world.hospital)}`;
    return (await world.call(path, token, { method: 'PUT', body: { version, contacts } })).status;
  };
  expect(await save(farChief.token, 0)).toBe(404);
  expect(await save(chief.token, 0)).toBe(200);
  expect(await save(chief.token, 0)).toBe(409);
  const case_id = await workedCase();
  const { write, draw } = await reader(case_id);
  await write(draw('vt', 10, 21));
  const { finding_id } = await onlyFinding(case_id);
  const answer = await world.call(`critical/findings/${String(finding_id)}`, world.technician.token);
  const detail = criticalRoutes.criticalFinding.output.parse(await answer.json());
  expect(detail).toMatchObject({ contacts, contacts_version: 1, may_change_contacts: false });
  expect(detail.next_level?.level).toBe('technicians');
});
