/**
 * Tests the automatic analysis through the real database, store, thread and routes, on recordings with a known truth.
 */
import { byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { requestAnalysis } from '../../records/readings/request-analysis.ts';
import { sweepFiles } from '../uploads/file-sweep.ts';
import { arrayRecording, synthRecording } from '../uploads/test-zip.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { analysisWorld, criteria, type AnalysisWorld } from '../../testing/test-analysis.ts';

let world: AnalysisWorld;
beforeAll(async () => {
  world = await analysisWorld();
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('an upload is analysed: beats, figures and the case agree with the truth', async () => {
  const { bring, analyse, analysisOf, beatsOf, stateOf, jobsOf, call, doctor } = world;
  const recording = synthRecording({
    hn_id: 'HN200001',
    seconds: 1200,
    patient: 'ventricular',
    labels: ['I', 'II'],
  });
  const case_id = await bring(recording);
  expect(await jobsOf(case_id)).toBe(1);
  expect(await analysisOf(case_id)).toMatchObject({ state: 'processing', summary: null });
  const during = await call(`case/case/${String(case_id)}`, doctor.token);
  expect(await during.json()).toMatchObject({ processing: true, recording: 'ready' });
  await analyse(case_id);
  const found = await analysisOf(case_id);
  expect(found).toMatchObject({ state: 'done', code: null, analysis_version: 1, created_by: null });
  const truth = {
    beats: sum(recording.hours.map((row) => row.beats)),
    ve: sum(recording.hours.map((row) => row.ve)),
  };
  expect(truth.ve).toBeGreaterThan(5);
  expect(Math.abs((found.summary?.beats.total ?? 0) - truth.beats)).toBeLessThanOrEqual(0.02 * truth.beats);
  expect(Math.abs((found.summary?.v.beats ?? 0) - truth.ve)).toBeLessThanOrEqual(Math.max(2, 0.1 * truth.ve));
  const { beats, cache } = await beatsOf(case_id, 1);
  expect(cache).toBe('no-store');
  expect(beats.samples.length).toBeGreaterThanOrEqual(found.summary?.beats.total ?? 0);
  expect(beats.classes.filter((byte) => byte === byteV).length).toBeGreaterThanOrEqual(
    found.summary?.v.beats ?? 0,
  );
  const state = await stateOf(case_id);
  expect(state).toMatchObject({ job_count: 0, waiting: 0, figures: { ve_count: found.summary?.v.beats } });
  const after = await call(`case/case/${String(case_id)}`, doctor.token);
  expect(await after.json()).toMatchObject({ processing: false, ve_count: found.summary?.v.beats });
});

test('running twice, also at once, gives the same state as once', async () => {
  const { bring, analyse, stateOf } = world;
  const case_id = await bring(synthRecording({ hn_id: 'HN200002', seconds: 120 }));
  await Promise.all([analyse(case_id), analyse(case_id)]);
  const once = await stateOf(case_id);
  await analyse(case_id);
  expect(once).toMatchObject({ job_count: 0, waiting: 0 });
  expect(once.versions).toHaveLength(1);
  expect(await stateOf(case_id)).toEqual(once);
});

test('a repeated request counts one job while it waits, afterwards it makes the next version', async () => {
  const { db, bring, analyse, stateOf, jobsOf } = world;
  const case_id = await bring(synthRecording({ hn_id: 'HN200003', seconds: 60 }));
  await transact(db, (tx) => requestAnalysis(tx, case_id));
  expect(await stateOf(case_id)).toMatchObject({ job_count: 1, waiting: 1 });
  expect(await jobsOf(case_id)).toBe(1);
  await analyse(case_id);
  await transact(db, (tx) => requestAnalysis(tx, case_id));
  await analyse(case_id);
  const { versions, job_count } = await stateOf(case_id);
  expect(job_count).toBe(0);
  expect(versions.map((row) => row.analysis_version)).toEqual([1, 2]);
  expect(new Set(versions.map((row) => row.beats_sha256)).size).toBe(1);
});

test('a recording without a heartbeat says why, keeps the device’s figures and stays readable', async () => {
  const { bring, analyse, analysisOf, stateOf, call, doctor } = world;
  const case_id = await bring(arrayRecording('HN200004', new Int16Array(60 * 250)));
  const before = (await stateOf(case_id)).figures;
  await analyse(case_id);
  expect(await analysisOf(case_id)).toMatchObject({
    state: 'failed',
    code: 'analysis/unreadable',
    summary: null,
  });
  expect(await stateOf(case_id)).toMatchObject({ job_count: 0, waiting: 0, figures: before });
  expect((await call(`recording/${String(case_id)}/tile/0/0/0`, doctor.token)).status).toBe(200);
  expect((await call(`recording/${String(case_id)}/beats`, doctor.token)).status).toBe(404);
});

test('a failed analysis is repeated, and says so after the last attempt', async () => {
  const { db, bring, analyse, analysisOf, stateOf } = world;
  const case_id = await bring(synthRecording({ hn_id: 'HN200005', seconds: 30 }));
  const beyond = { samples: 10 ** 6 };
  await db.update(recordings).set(beyond).where(eq(recordings.case_id, case_id));
  await expect(analyse(case_id)).rejects.toThrow();
  expect(await stateOf(case_id)).toMatchObject({ job_count: 1, waiting: 1, versions: [] });
  await expect(analyse(case_id, true)).rejects.toThrow();
  expect(await analysisOf(case_id)).toMatchObject({ state: 'failed', code: 'analysis/fault' });
  expect(await stateOf(case_id)).toMatchObject({ job_count: 0, waiting: 0 });
});

test('a version never changes, and a sweep leaves its beats', async () => {
  const { db, dependencies, bring, analyse, beatsOf } = world;
  const case_id = await bring(synthRecording({ hn_id: 'HN200006', seconds: 60 }));
  await analyse(case_id);
  await expect(db.update(analyses).set({ state: 'failed' })).rejects.toThrow();
  await sweepFiles(dependencies, { ageMs: 0 });
  expect((await beatsOf(case_id, 1)).beats.samples.length).toBeGreaterThan(30);
});

test('other criteria make the next version from the stored beats, only for the reader of the case', async () => {
  const { db, bring, analyse, analysisOf, versionOf, versionsOf } = world;
  const { beatsOf, stateOf, call, technician, doctor } = world;
  const case_id = await bring(synthRecording({ hn_id: 'HN200007', seconds: 600, patient: 'pauses' }));
  await analyse(case_id);
  const before = await analysisOf(case_id);
  const body = { version: 1, criteria: { ...criteria, pause_s: 1 } };
  const path = `case/case/${String(case_id)}/reanalyse`;
  expect((await call(path, doctor.token, { method: 'POST', body })).status).toBe(403);
  expect((await call(path, technician.token, { method: 'POST', body })).status).toBe(406);
  const working = { status: 'start', technician_id: technician.id, requested_date: new Date() };
  await db
    .update(cases)
    .set({ ...working, verified_at: new Date() })
    .where(eq(cases.case_id, case_id));
  const wrong = { ...body, criteria: { ...criteria, pause_s: 0 } };
  expect((await call(path, technician.token, { method: 'POST', body: wrong })).status).toBe(422);
  const answer = await call(path, technician.token, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toEqual([200, { case_id, version: 2, analysis_version: 2 }]);
  expect((await call(path, technician.token, { method: 'POST', body })).status).toBe(409);
  const after = await analysisOf(case_id);
  expect(after).toMatchObject({ state: 'done', analysis_version: 2, created_by: { id: technician.id } });
  expect(after.summary?.criteria.pause_s).toBe(1);
  expect(after.summary?.pauses).toBeGreaterThan(before.summary?.pauses ?? 0);
  expect(after.summary?.beats).toEqual(before.summary?.beats);
  expect(await stateOf(case_id)).toMatchObject({
    figures: { pause_count: after.summary?.pauses },
    version: 2,
  });
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  expect(row?.verified_at).toBeNull();
  expect((await beatsOf(case_id, 1)).beats).toEqual((await beatsOf(case_id, 2)).beats);
  const history = await call(`case/case/${String(case_id)}/history`, technician.token);
  expect(JSON.stringify(await history.json())).toContain('pause_s 2 → 1');
  const asBefore = { ...before, latest_version: 2 };
  expect(await versionOf(case_id, 1)).toEqual(asBefore);
  expect(await versionOf(case_id, 2)).toEqual(after);
  expect(await versionsOf(case_id)).toMatchObject([
    { analysis_version: 2, state: 'done', created_by: { id: technician.id }, criteria: { pause_s: 1 } },
    { analysis_version: 1, state: 'done', created_by: null, criteria: { pause_s: 2 } },
  ]);
});

test('a failed version says why beside the present one, and an unknown one is not found', async () => {
  const { db, bring, analyse, analysisOf, versionOf, versionsOf, call, doctor } = world;
  const case_id = await bring(synthRecording({ hn_id: 'HN200008', seconds: 60 }));
  expect(await versionsOf(case_id)).toEqual([]);
  await analyse(case_id);
  const first = await analysisOf(case_id);
  await db
    .update(recordings)
    .set({ purged_at: new Date(0) })
    .where(eq(recordings.case_id, case_id));
  await transact(db, (tx) => requestAnalysis(tx, case_id));
  await analyse(case_id);
  await db.update(recordings).set({ purged_at: null }).where(eq(recordings.case_id, case_id));
  const code = 'analysis/signal-gone';
  expect(await analysisOf(case_id)).toEqual({ ...first, state: 'failed', code, latest_version: 2 });
  expect(await versionOf(case_id, 2)).toMatchObject({
    ...{ state: 'failed', code, analysis_version: 2 },
    ...{ summary: null, findings: [] },
  });
  expect((await versionsOf(case_id)).map((row) => row.code)).toEqual([code, null]);
  const path = `recording/${String(case_id)}/analysis?version=`;
  expect((await call(`${path}3`, doctor.token)).status).toBe(404);
  expect((await call(`${path}0`, doctor.token)).status).toBe(422);
});
