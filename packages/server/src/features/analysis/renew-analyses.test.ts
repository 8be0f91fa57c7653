/**
 * Tests figures of an earlier engine: they are marked, renewed one by one by the reader of a case, and in batches by
 * level 5.
 */
import { routes } from '@rhythmdesk/contract/routes';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { analyseRecording } from './analyse-recording.ts';
import { resumeAnalyses } from './analysis-record.ts';
import { renewNextBatch } from './renew-analyses.ts';
import { synthRecording } from '../uploads/test-zip.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { jobs } from '../../platform/jobs/job-names.ts';
import { analysisWorld, criteria, type AnalysisWorld } from '../../testing/test-analysis.ts';

let world: AnalysisWorld;
let admin: { readonly token: string };
beforeAll(async () => {
  world = await analysisWorld();
  admin = await world.addUser('renewadmin', 'ADMIN', await world.addGroup('admin', 'Renewal'));
});

/** Creates a case whose latest version was made by an earlier engine. */
async function olderCase(hn_id: string): Promise<number> {
  const case_id = await world.bring(synthRecording({ hn_id, seconds: 60 }));
  await world.analyse(case_id);
  await world.db.execute(sql`insert into analyses
    (case_id, analysis_version, state, engine_version, criteria, beats_sha256, summary)
    select case_id, 2, state, '0.9.0', criteria, beats_sha256,
      jsonb_set(summary, '{engine_version}', '"0.9.0"') from analyses where case_id = ${case_id}`);
  return case_id;
}

const priorityOf = async (case_id: number): Promise<unknown> => {
  const found = await world.db.execute(sql`select priority from graphile_worker.jobs
    where key = ${`analyse-recording:${String(case_id)}`}`);
  return found.rows[0]?.['priority'];
};
const counted = async (method: 'GET' | 'POST') => {
  const path = method === 'GET' ? 'analysis/outdated' : 'analysis/renew';
  const answer = await world.call(path, admin.token, method === 'GET' ? {} : { method, body: {} });
  return routes.outdatedAnalyses.output.parse(await answer.json());
};

test('figures of an earlier engine say so, and the reader renews them with the present criteria', async () => {
  const { db, call, technician, analyse, analysisOf } = world;
  const case_id = await olderCase('HN210001');
  expect(await analysisOf(case_id)).toMatchObject({
    current_engine: engineVersion,
    summary: { engine_version: '0.9.0' },
  });
  const working = { status: 'start', technician_id: technician.id, requested_date: new Date() };
  await db
    .update(cases)
    .set({ ...working, verified_at: new Date() })
    .where(eq(cases.case_id, case_id));
  const chosen = { ...criteria, pause_s: 2.5 };
  const again = await call(`case/case/${String(case_id)}/reanalyse`, technician.token, {
    method: 'POST',
    body: { version: 1, criteria: chosen },
  });
  expect(again.status).toBe(200);
  // New criteria do not detect the beats again: they remain those of the earlier engine.
  expect((await analysisOf(case_id)).summary?.engine_version).toBe('0.9.0');
  const path = `case/case/${String(case_id)}/renew-analysis`;
  const renew = (version: number) => call(path, technician.token, { method: 'POST', body: { version } });
  expect((await renew(1)).status).toBe(409);
  const answer = await renew(2);
  expect([answer.status, await answer.json()]).toEqual([200, { case_id, version: 3 }]);
  expect((await analysisOf(case_id)).state).toBe('processing');
  await analyse(case_id);
  expect(await analysisOf(case_id)).toMatchObject({
    state: 'done',
    analysis_version: 4,
    created_by: { id: technician.id },
    summary: { engine_version: engineVersion, criteria: { pause_s: 2.5 } },
  });
  const history = await call(`case/case/${String(case_id)}/history`, technician.token);
  expect(JSON.stringify(await history.json())).toContain(`→ ${engineVersion}`);
});

test('new criteria wait until a renewal that was requested before has ended, so that it does not undo them', async () => {
  const { db, call, technician, analyse, analysisOf } = world;
  const case_id = await olderCase('HN210006');
  const working = { status: 'start', technician_id: technician.id, requested_date: new Date() };
  await db.update(cases).set(working).where(eq(cases.case_id, case_id));
  const post = async (path: string, body: object) =>
    (await call(`case/case/${String(case_id)}/${path}`, technician.token, { method: 'POST', body })).status;
  expect(await post('renew-analysis', { version: 1 })).toBe(200);
  const chosen = { version: 2, criteria: { ...criteria, pause_s: 2.5 } };
  expect(await post('reanalyse', chosen)).toBe(406);
  await analyse(case_id);
  expect(await post('reanalyse', chosen)).toBe(200);
  expect((await analysisOf(case_id)).summary?.criteria.pause_s).toBe(2.5);
});

test('a case whose reading began before its renewal keeps its figures', async () => {
  const { db, dependencies, technician, platform, analysisOf, stateOf } = world;
  const case_id = await olderCase('HN210007');
  await counted('POST');
  await renewNextBatch(db, platform.clock);
  const { rows } = await db.execute(sql`select payload from graphile_worker._private_jobs
    where key = ${`analyse-recording:${String(case_id)}`}`);
  const { renewal } = jobs['analyse-recording'].payload.parse(rows[0]?.['payload']);
  const working = { status: 'start', technician_id: technician.id, requested_date: new Date() };
  await db.update(cases).set(working).where(eq(cases.case_id, case_id));
  const before = await stateOf(case_id);
  const context = { signal: new AbortController().signal, is_last_attempt: false };
  await analyseRecording(dependencies, case_id, context, { renewal });
  const after = await stateOf(case_id);
  expect([before.waiting, after.waiting, after.job_count]).toEqual([1, 0, 0]);
  expect([after.versions, after.figures]).toEqual([before.versions, before.figures]);
  expect((await analysisOf(case_id)).summary?.engine_version).toBe('0.9.0');
});

test('level 5 renews all cases without a started reading, behind new recordings, once each', async () => {
  const { db, platform, technician, analyse, analysisOf, stateOf, jobsOf } = world;
  const [first, second, read] = [
    await olderCase('HN210002'),
    await olderCase('HN210003'),
    await olderCase('HN210004'),
  ];
  await db
    .update(cases)
    .set({ status: 'start', technician_id: technician.id, requested_date: new Date() })
    .where(eq(cases.case_id, read));
  expect(await counted('GET')).toEqual({ current_engine: engineVersion, outdated: 2, waiting: 0 });
  expect(await counted('POST')).toMatchObject({ outdated: 2 });
  await Promise.all([renewNextBatch(db, platform.clock), renewNextBatch(db, platform.clock)]);
  expect(await counted('GET')).toMatchObject({ outdated: 0, waiting: 2 });
  const waits = async (case_id: number) => (await stateOf(case_id)).waiting;
  expect([await waits(first), await waits(second), await waits(read)]).toEqual([1, 1, 0]);
  expect([await jobsOf(first), await jobsOf(second)]).toEqual([1, 1]);
  const fresh = await world.bring(synthRecording({ hn_id: 'HN210005', seconds: 30 }));
  const behind = Number(await priorityOf(first));
  expect(Number(await priorityOf(fresh))).toBeLessThan(behind);
  await resumeAnalyses(db);
  expect([await priorityOf(first), await priorityOf(fresh)]).toEqual([behind, 0]);
  for (const case_id of [first, second]) await analyse(case_id);
  expect(await counted('GET')).toMatchObject({ outdated: 0, waiting: 0 });
  expect((await analysisOf(second)).summary?.engine_version).toBe(engineVersion);
  expect((await analysisOf(read)).summary?.engine_version).toBe('0.9.0');
});
