/** Tests critical findings through the real database, thread and routes: from the reading to the acknowledgement. */
import { criticalRoutes } from '@rhythmdesk/contract/critical';
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { escalateCritical } from './escalate-critical.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { codeOf, criticalWorld, type CriticalWorld } from '../../testing/test-critical.ts';

let world: CriticalWorld;
beforeAll(async () => {
  world = await criticalWorld();
});

test('an added episode becomes one finding, however often the search runs, and chief and assignee are notified at once', async () => {
  const case_id = await world.workedCase();
  expect(await world.jobsOf('find-critical', `find-critical:${String(case_id)}`)).toBe(1);
  await world.look(case_id);
  expect(await world.rowsOf(case_id)).toEqual([]);
  const { write, draw, sampleAt } = await world.reader(case_id);
  await write(draw('vt', 10, 21));
  await Promise.all([world.look(case_id), world.look(case_id), world.look(case_id)]);

  const [row, ...more] = await world.rowsOf(case_id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ rule: 'vt', state: 'open', beats: 12, start_sample: sampleAt(10) });
  expect(row).toMatchObject({ analysis_version: 1, reading_sequence: 1, settings_version: 0, level: 1 });
  expect((row?.due_at.getTime() ?? 0) - (row?.found_at.getTime() ?? 0)).toBe(30 * 60_000);
  expect(await world.eventsOf(row?.finding_id ?? 0)).toEqual(['found', 'notified 1']);
  expect(await world.dueOf(case_id)).toEqual(row?.due_at);
  expect(await world.notificationsOf(case_id, world.chief)).toEqual(['critical-finding']);
  expect(await world.notificationsOf(case_id, world.technician)).toEqual(['critical-finding']);
  expect(await world.notificationsOf(case_id, world.head)).toEqual([]);
  expect(await world.notificationsOf(case_id, world.doctor)).toEqual([]);
  const next = `escalate-critical:${String(row?.finding_id)}-2`;
  expect(await world.jobsOf('escalate-critical', next)).toBe(1);
});

test('lists and the strip show it to the center, and nothing of it to the hospital or another center', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  const open = async (token: string) => {
    const answer = await world.call('critical/count', token);
    return criticalRoutes.criticalCount.output.parse(await answer.json()).open;
  };
  const before = await open(world.chief.token);
  await write(draw('vt', 10, 21));
  expect(await open(world.chief.token)).toBe(before + 1);
  expect(await open(world.farChief.token)).toBe(0);
  expect((await world.call('critical/count', world.doctor.token)).status).toBe(403);
  const dueIn = async (token: string) => {
    const answer = await world.call(`case/cases?case_id=${String(case_id)}`, token);
    return caseRoutes.cases.output.parse(await answer.json()).items.map((row) => row.critical_due_at);
  };
  expect(await dueIn(world.technician.token)).toEqual([(await world.dueOf(case_id))?.toISOString()]);
  expect(await dueIn(world.doctor.token)).toEqual([null]);
  const { finding_id } = await world.onlyFinding(case_id);
  const path = `critical/findings/${String(finding_id)}`;
  const strip = await world.call(`${path}/strip`, world.chief.token);
  const { leads, sampling_hz } = criticalRoutes.criticalStrip.output.parse(await strip.json());
  expect(leads.map(({ uv }) => uv.length)).toEqual([8 * sampling_hz]);
  expect(Math.max(...(leads[0]?.uv ?? []).map((uv) => uv ?? 0))).toBeGreaterThan(300);
  const statusOf = async (token: string, suffix = '') => (await world.call(`${path}${suffix}`, token)).status;
  expect(await statusOf(world.farChief.token)).toBe(404);
  expect(await statusOf(world.farChief.token, '/strip')).toBe(404);
  expect(await statusOf(world.doctor.token)).toBe(403);
  // The head of the center may not read recordings.
  expect([await statusOf(world.head.token), await statusOf(world.head.token, '/strip')]).toEqual([200, 404]);
  expect((await world.act(finding_id, { act: 'confirm' }, world.farChief.token)).status).toBe(404);
  const history = await world.call(`case/case/${String(case_id)}/history`, world.doctor.token);
  const { items } = caseRoutes.caseHistory.output.parse(await history.json());
  expect(items.filter(({ action }) => action.startsWith('critical'))).toEqual([]);
});

test('a finding that the reading no longer contains is withdrawn with its reason, and stays in the history', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  await write(draw('avb3', 10, 21));
  await write({ kind: 'undo', edit: 1 });
  const [row] = await world.rowsOf(case_id);
  expect(row).toMatchObject({ rule: 'av_block', state: 'withdrawn' });
  expect(await world.dueOf(case_id)).toBeNull();
  await escalateCritical(world.analysis, { finding_id: row?.finding_id ?? 0, level: 2 });
  expect(await world.eventsOf(row?.finding_id ?? 0)).toEqual(['found', 'notified 1', 'withdrawn']);
  const history = await world.call(`case/case/${String(case_id)}/history`, world.chief.token);
  const { items, intact } = caseRoutes.caseHistory.output.parse(await history.json());
  expect(intact).toBe(true);
  const critical = items.filter(({ action }) => action.startsWith('critical'));
  expect(critical.map(({ action, description }) => [action, description])).toEqual([
    ['critical-found', ''],
    ['critical-notified', ''],
    ['critical-withdrawn', 'reading 2'],
  ]);
  await write({ kind: 'undo', edit: 2 });
  expect((await world.rowsOf(case_id)).map(({ state }) => state)).toEqual(['withdrawn', 'open']);
});

test('every step from confirmation over the call to acknowledgement is in history and audit log, and none comes early', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  await write(draw('vt', 10, 21));
  const { finding_id } = await world.onlyFinding(case_id);
  const reached = { contact: 'Dr. Kudo', way: 'telephone' };
  expect(codeOf(await world.act(finding_id, { act: 'acknowledge', ...reached }))).toEqual([
    409,
    'critical/wrong-state',
  ]);
  expect(await world.act(finding_id, { act: 'confirm' }, world.technician.token)).toMatchObject({
    status: 200,
  });
  expect(codeOf(await world.act(finding_id, { act: 'call' }))).toEqual([422, 'input/field-missing']);
  expect((await world.act(finding_id, { act: 'call', ...reached, note: 'no answer' })).status).toBe(200);
  expect(await world.onlyFinding(case_id)).toMatchObject({ state: 'confirmed', steps: 4 });
  expect((await world.act(finding_id, { act: 'acknowledge', ...reached })).status).toBe(200);
  expect(await world.onlyFinding(case_id)).toMatchObject({
    state: 'acknowledged',
    steps: 5,
    acknowledged_name: 'Dr. Kudo',
    judged_by: { id: world.technician.id },
    acts: [],
  });
  expect(await world.dueOf(case_id)).toBeNull();
  expect(await world.eventsOf(finding_id)).toEqual(['found', 'notified 1', 'confirm', 'call', 'acknowledge']);
  const audited = await world.db.select().from(auditLog).where(eq(auditLog.case_id, case_id));
  const targets = audited.filter(({ action }) => action === 'critical.act').map(({ target }) => target);
  expect(targets.sort()).toEqual(
    ['acknowledge', 'call', 'confirm'].map((name) => `critical-${name}/${String(finding_id)}`),
  );
  await world.look(case_id);
  expect(await world.rowsOf(case_id)).toHaveLength(1);
  const today = new Date();
  const day = (by: number) => new Date(today.getTime() + by * 86_400_000).toISOString().slice(0, 10);
  const times = await world.call(`critical/times?from_time=${day(-1)}&to_time=${day(1)}`, world.chief.token);
  const figures = criticalRoutes.criticalTimes.output.parse(await times.json());
  expect(figures).toMatchObject({ count: 1, late: 0 });
  const list = await world.call(
    `critical/findings?view=acknowledged&from_time=${day(-1)}&to_time=${day(1)}`,
    world.chief.token,
  );
  const listed = criticalRoutes.criticalFindings.output.parse(await list.json());
  expect(listed.items.map((one) => one.finding_id)).toEqual([finding_id]);
  expect(listed.total).toBe(figures.count);
});

test('a rejected finding is followed by the next place of its rule; confirmed after all it replaces that one', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  await write(draw('vt', 10, 25), draw('vt', 40, 50));
  const first = await world.onlyFinding(case_id);
  expect(first).toMatchObject({ beats: 16, places: 2 });
  await world.act(first.finding_id, { act: 'refute' });
  await world.look(case_id);
  expect((await world.rowsOf(case_id)).map(({ state, beats }) => [state, beats])).toEqual([
    ['false', 16],
    ['open', 11],
  ]);
  expect(codeOf(await world.act(first.finding_id, { act: 'confirm' }))).toEqual([
    409,
    'critical/wrong-state',
  ]);
  const second = await world.onlyFinding(case_id);
  await world.act(second.finding_id, { act: 'refute' });
  expect((await world.act(first.finding_id, { act: 'confirm' })).status).toBe(200);
  expect(await world.dueOf(case_id)).not.toBeNull();
});

test('a finding whose signal cannot be read is opened and notified without its strip', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  const gone = { trace_sha256: 'f'.repeat(64) };
  await world.db.update(recordings).set(gone).where(eq(recordings.case_id, case_id));
  await write(draw('vt', 10, 21));
  const [row] = await world.rowsOf(case_id);
  expect(row).toMatchObject({ rule: 'vt', state: 'open', strip: null });
  expect(await world.notificationsOf(case_id, world.chief)).toEqual(['critical-finding']);
});
