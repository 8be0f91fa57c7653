/** Tests spreadsheets made by a job: who owns them, their contents, how they end, and their rows in the audit log. */
import { exportItem, exportKinds, exportedRoutes, type ExportKind } from '@rhythmdesk/contract/exports';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepExports } from './sweep-exports.ts';
import { standingClock } from '../../platform/clock/clock.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { exports } from '../../platform/db/schema/exports.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { users } from '../../platform/db/schema/people.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { linesOfAnswer } from '../../platform/spreadsheet/test-read-sheet.ts';
import { readAsking } from '../../records/people/asking.ts';
import { codeOf, exportWorld, filter } from '../../testing/test-exports.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';

let world: Awaited<ReturnType<typeof exportWorld>>;
let case_id: number;

beforeAll(async () => {
  world = await exportWorld();
  case_id = await world.caseIn('start');
  await world.caseIn('request');
});
beforeEach(async () => {
  await world.db.delete(exports);
  await world.db.delete(notifications);
});

test('a requested export is made, listed and downloaded, and the bell notifies', async () => {
  const begun = await world.begin('chief');
  expect(begun).toMatchObject({ kind: 'exportCases', state: 'waiting', rows_total: 1, size_bytes: null });
  const queued = await world.db.execute(
    `select 1 from graphile_worker.jobs where task_identifier = 'make-export'`,
  );
  expect(queued.rows.length).toBeGreaterThan(0);
  await world.run(begun.export_id);
  const [made, ...others] = await world.mine('chief');
  expect(others).toEqual([]);
  expect(made).toMatchObject({ export_id: begun.export_id, state: 'done', rows_done: 1, detail: null });
  expect(await world.notificationsOf('chief')).toEqual(['export-done']);
  const answer = await world.fileOf('chief', begun.export_id);
  expect(answer.headers.get('content-disposition')).toContain(begun.filename);
  expect(Number(answer.headers.get('content-length'))).toBe(made?.size_bytes);
  const [head, ...lines] = await linesOfAnswer(answer);
  expect(head?.[0]).toBe('HN ID');
  expect(lines.map(([hn_id]) => hn_id)).toEqual(['HNT000001']);
});

test('the audit log has the requester, the exported cases, and the download', async () => {
  const { export_id } = await world.begin('center');
  await world.run(export_id);
  await world.fileOf('center', export_id);
  await world.serving.audit.flush();
  const { id } = world.person('center');
  const rows = await world.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.user_id, id))
    .orderBy(auditLog.audit_id);
  const ofExport = rows.filter(({ action }) => ['export.ask', 'case.export', 'export.read'].includes(action));
  const target = `export/${String(export_id)}`;
  expect(ofExport.map(({ action, target: of, case_ids }) => [action, of, case_ids])).toEqual([
    ['export.ask', `${target}: case.export`, null],
    ['case.export', target, [case_id]],
    ['export.read', target, null],
  ]);
  expect(ofExport[1]?.request_id).toBe(ofExport[0]?.request_id);
});

test('only its owner has an export', async () => {
  const { export_id } = await world.begin('chief');
  await world.run(export_id);
  for (const who of ['far chief', 'admin', 'center', 'doctor']) {
    expect([who, (await world.fileOf(who, export_id)).status]).toEqual([who, 404]);
    const stop = await world.call(`export/${String(export_id)}/cancel`, world.person(who).token, {
      method: 'POST',
      body: {},
    });
    expect([who, stop.status]).toEqual([who, 404]);
    expect(await world.mine(who)).toEqual([]);
  }
});

test('it contains nothing outside the owner’s scope', async () => {
  const { export_id, rows_total } = await world.begin('far chief');
  expect(rows_total).toBe(0);
  await world.run(export_id);
  expect(await linesOfAnswer(await world.fileOf('far chief', export_id))).toHaveLength(1);
});

const days = { from_time: '2026-01-01', to_time: '2026-01-31' };
const inputs: Readonly<Record<ExportKind, (hospital_id: number) => Readonly<Record<string, string>>>> = {
  exportCases: () => filter,
  exportUploads: () => ({}),
  exportUsers: () => ({}),
  exportInstitutions: () => ({}),
  exportBilling: () => ({ start_time: '2026-01-01', end_time: '2026-01-31' }),
  exportInvoice: () => ({ month: '2026-01' }),
  exportStatistics: () => days,
  exportLedger: () => days,
  exportAudit: () => ({}),
  fullDisclosure: () => ({ case_id: '1' }),
  exportPatient: (hospital_id) => ({
    hospital_id: String(hospital_id),
    patient_id: 'NOBODY',
    reason: 'test',
  }),
  exportResearch: () => ({ from_time: '2020-01-01', to_time: '2020-01-31' }),
  exportAccesses: (hospital_id) => ({ hospital_id: String(hospital_id), ...days }),
};

test.each(exportKinds)('%s is for users of its route, and has the same rows', async (kind) => {
  const [row] = await world.db
    .select({ id: cases.hospital_id })
    .from(cases)
    .where(eq(cases.case_id, case_id));
  const input = inputs[kind](row?.id ?? 0);
  for (const { name, token } of world.people.values()) {
    const { path } = exportedRoutes[kind];
    const direct = await world.call(`${path}?${new URLSearchParams(input).toString()}`, token);
    const ordered = await world.order(name, kind, input);
    expect([name, ordered.status]).toEqual([name, direct.status === 200 ? 201 : direct.status]);
    if (direct.status !== 200 || name !== 'admin') continue;
    const { export_id } = exportItem.parse(await ordered.json());
    await world.run(export_id);
    const [made] = await world.mine(name);
    expect(made).toMatchObject({ export_id, state: 'done' });
    // Exporting the log adds rows to it.
    if (kind !== 'exportAudit')
      expect(await linesOfAnswer(await world.fileOf(name, export_id))).toEqual(await linesOfAnswer(direct));
  }
});

test('the same export is not made twice at a time, and three are the limit', async () => {
  const first = await world.begin('chief');
  expect((await world.begin('chief')).export_id).toBe(first.export_id);
  await world.begin('chief', 'exportCases', { hn_id: 'HNT000002' });
  await world.begin('chief', 'exportCases', { hn_id: 'HNT000003' });
  const fourth = await world.order('chief', 'exportCases', { hn_id: 'HNT000004' });
  expect([fourth.status, await codeOf(fourth)]).toEqual([406, 'export/too-many']);
  await world.run(first.export_id);
  expect((await world.begin('chief')).export_id).not.toBe(first.export_id);
});

test('bad input is refused at once', async () => {
  expect((await world.order('chief', 'exportCases', { view: 'all' })).status).toBe(422);
  expect(await codeOf(await world.order('chief', 'exportCases', { nothing: 1 }))).toBe('input/field-unknown');
  const unknown = await world.call('export', world.person('chief').token, {
    method: 'POST',
    body: { kind: 'cases' },
  });
  expect(unknown.status).toBe(422);
});

test('a user who became dormant meanwhile gets none', async () => {
  const { export_id } = await world.begin('chief');
  const own = eq(users.id, world.person('chief').id);
  await world.db.update(users).set({ use_flag: 'D' }).where(own);
  await world.run(export_id);
  await world.db.update(users).set({ use_flag: 'Y' }).where(own);
  const [failed] = await world.mine('chief');
  expect(failed).toMatchObject({ state: 'failed', size_bytes: null });
  expect(failed?.detail).not.toBeNull();
  expect(await world.notificationsOf('chief')).toEqual(['export-failed']);
  expect(await codeOf(await world.fileOf('chief', export_id))).toBe('export/not-done');
});

test('a user who lost the permission meanwhile gets none, even if it was restored', async () => {
  const [row] = await world.db
    .select()
    .from(users)
    .where(eq(users.id, world.person('chief').id));
  const { id, token } = await world.addUser('losing', 'CHIEF', row?.user_group_id ?? 0);
  const order = { method: 'POST', body: { kind: 'exportCases', input: filter } };
  const { export_id } = exportItem.parse(await (await world.call('export', token, order)).json());
  const turn = (role_key: string) => changeAsOwner(world.db, id, { role_key });
  const sources = world.sourcesWith(async (batch) => {
    if (batch === 2) await turn('TECHNICIAN');
  });
  await world.run(export_id, { sources });
  await turn('CHIEF');
  const file = await world.call(`export/${String(export_id)}/file`, await world.newSession(id));
  expect([file.status, await codeOf(file)]).toEqual([404, 'object/not-found']);
  const [made] = await world.db.select().from(exports).where(eq(exports.export_id, export_id));
  expect(made).toMatchObject({ state: 'cancelled', sha256: null });
});

test('a cancelled export ends within a batch and leaves no file', async () => {
  const { export_id } = await world.begin('chief');
  const seen: number[] = [];
  const sources = world.sourcesWith(async (batch) => {
    seen.push(batch);
    if (batch !== 2) return;
    const stop = await world.call(`export/${String(export_id)}/cancel`, world.person('chief').token, {
      method: 'POST',
      body: {},
    });
    expect(exportItem.parse(await stop.json()).state).toBe('cancelled');
  });
  await world.run(export_id, { sources });
  expect(seen).toEqual([1, 2]);
  expect((await world.mine('chief'))[0]).toMatchObject({ state: 'cancelled', size_bytes: null });
  expect(await world.notificationsOf('chief')).toEqual([]);
  expect((await world.fileOf('chief', export_id)).status).toBe(404);
  await world.run(export_id);
  expect((await world.mine('chief'))[0]?.state).toBe('cancelled');
});

test('two runs at once leave one file and notify once', async () => {
  const { export_id } = await world.begin('chief');
  await Promise.all([world.run(export_id), world.run(export_id)]);
  await world.run(export_id);
  expect(await world.notificationsOf('chief')).toEqual(['export-done']);
  expect((await linesOfAnswer(await world.fileOf('chief', export_id))).length).toBe(2);
  const stored = await Array.fromAsync(world.serving.files.listOlderThan(0));
  const [row] = await world.db.select().from(exports).where(eq(exports.export_id, export_id));
  expect(stored).toContain(row?.sha256);
});

test('a failed export is repeated from the start, and notifies after the last attempt', async () => {
  const { export_id } = await world.begin('chief');
  const sources = world.sourcesWith(async (batch) => {
    if (batch === 3) throw new Error('the database has gone');
    return Promise.resolve();
  });
  await expect(world.run(export_id, { sources })).rejects.toThrow('the database has gone');
  expect((await world.mine('chief'))[0]).toMatchObject({ state: 'working' });
  await world.run(export_id);
  expect((await world.mine('chief'))[0]).toMatchObject({ state: 'done', rows_done: 1 });
  const other = await world.begin('chief', 'exportCases', { hn_id: 'HNT000002' });
  await expect(world.run(other.export_id, { sources }, true)).rejects.toThrow('the database has gone');
  expect((await world.mine('chief'))[0]).toMatchObject({ export_id: other.export_id, state: 'failed' });
});

test('progress is written at most once a second', async () => {
  const { export_id } = await world.begin('chief');
  const clock = standingClock(new Date());
  const seen: (number | undefined)[] = [];
  const sources = world.sourcesWith(async () => {
    const [row] = await world.db.select().from(exports).where(eq(exports.export_id, export_id));
    seen.push(row?.rows_done);
    clock.advance(400);
  }, 7);
  await world.run(export_id, { sources, clock });
  expect(seen).toEqual([0, 0, 0, 3, 3, 3, 6]);
});

test('an expired export is not found, and the sweep removes it with its file', async () => {
  const { export_id } = await world.begin('chief');
  await world.run(export_id);
  const [row] = await world.db.select().from(exports).where(eq(exports.export_id, export_id));
  const sha256 = row?.sha256 ?? '';
  const day = 24 * 3_600_000;
  const sweepAt = (ms: number): Promise<number> =>
    inScope(everything, () => sweepExports(world.serving, new Date((row?.expires_at.getTime() ?? 0) + ms)));
  expect((row?.expires_at.getTime() ?? 0) - (row?.ended_at?.getTime() ?? 0)).toBe(day);
  expect(await sweepAt(-1)).toBe(0);
  expect(await world.serving.files.size(sha256)).toBe(row?.size_bytes);
  await world.db
    .update(exports)
    .set({ expires_at: new Date(0) })
    .where(eq(exports.export_id, export_id));
  expect([await world.mine('chief'), (await world.fileOf('chief', export_id)).status]).toEqual([[], 404]);
  expect(await sweepAt(0)).toBe(1);
  expect(await world.serving.files.size(sha256)).toBeNull();
});

test('up to 5,000 rows are returned at once, more are not', async () => {
  const { exportCases } = world.sourcesWith(async () => Promise.resolve());
  const caller = await readAsking(world.db, world.person('chief').id);
  if (caller === null) throw new Error('no caller');
  const source = await exportCases.open({ caller, input: {}, language: 'en' });
  if (!('batches' in source)) throw new Error('no rows');
  expect(
    (await answerSheet({ ...source, total: 5_000 }, new AbortController().signal)).size_bytes,
  ).toBeGreaterThan(0);
  await expect(answerSheet({ ...source, total: 5_001 }, new AbortController().signal)).rejects.toMatchObject({
    code: 'export/long',
  });
  await expect(
    answerSheet({ ...source, total: 1_000_001 }, new AbortController().signal),
  ).rejects.toMatchObject({
    code: 'export/too-large',
  });
});
