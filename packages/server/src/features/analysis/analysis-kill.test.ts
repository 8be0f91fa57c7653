/** Kills a real server process while it analyses; the next process finishes the analysis, once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestAnalysis } from '../../records/readings/request-analysis.ts';
import { traceFile } from '../uploads/recording-zip.ts';
import { synthRecording } from '../uploads/test-zip.ts';
import { analyses, analysesWaiting } from '../../platform/db/schema/analysis.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { testDatabaseOfOwner, type TestDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { openDiskStore } from '../../platform/files/disk-store.ts';
import { startProcess } from '../../testing/test-process.ts';

let database: TestDatabase;
let folder: string;
let case_id: number;

async function storeTrace(recording: ReturnType<typeof synthRecording>): Promise<string> {
  const files = await openDiskStore(path.join(folder, 'files'));
  const writer = await files.create();
  await writer.write(traceFile(recording));
  const { sha256 } = await writer.commit();
  await files.close();
  return sha256;
}

async function addCase(): Promise<number> {
  const { db } = database;
  await db.insert(userGroups).values({ type: 'admin', name: 'Admin' });
  const [hospital] = await db.insert(userGroups).values({ type: 'hospital', name: 'Hospital' }).returning();
  const group = hospital?.id ?? 0;
  const person = { name: 'Nurse', password_hash: '', user_group_id: group };
  await db.insert(users).values({ ...person, user_id: 'boss', role_key: 'ADMIN' });
  const [nurse] = await db
    .insert(users)
    .values({ ...person, user_id: 'nurse', role_key: 'DOCTOR' })
    .returning();
  const owner = { hospital_id: group, owner_id: nurse?.id ?? 0, uploader_group_id: group };
  const [made] = await db
    .insert(cases)
    .values({ ...owner, hn_id: 'HN800001' })
    .returning();
  return made?.case_id ?? 0;
}

beforeAll(async () => {
  database = await testDatabaseOfOwner();
  folder = await mkdtemp(path.join(tmpdir(), 'killed-analysis-'));
  case_id = await addCase();
  const recording = synthRecording({ hn_id: 'HN800001', seconds: 3600, labels: ['I', 'II'] });
  const { start_ms, sampling_hz, leads } = recording;
  await database.db.insert(recordings).values({
    case_id,
    start_ms,
    sampling_hz,
    samples: recording.frames.length / leads.length,
    leads: leads.map((lead) => ({ ...lead, signal_share: 1 })),
    pyramid: { header_bytes: 128 + 32 * leads.length, top_level: 1, level_sha256: [] },
    trace_sha256: await storeTrace(recording),
    gaps: [],
    events: [],
    hours: [],
    sparkline: Buffer.alloc(324, 255),
    analysable_share: 1,
    view_mismatches: 0,
  });
  await transact(database.db, (tx) => requestAnalysis(tx, case_id));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Keeps an analysis from being written until `letGo`; `wanted` says whether one waits to be written. */
async function holdAnswers() {
  const client = new Client(database.superuser);
  await client.connect();
  await client.query('begin; lock table analyses in exclusive mode');
  // The table has this number in every copy of the test database, and other test files use theirs at the same time.
  const waiting = `select 1 from pg_locks where relation = 'analyses'::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    wanted: async () => (await client.query(waiting)).rows.length > 0,
    letGo: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
}

const versions = () => database.db.select().from(analyses).where(eq(analyses.case_id, case_id));
const waits = async () => (await database.db.select().from(analysesWaiting)).length;
const jobCount = async () =>
  (await database.db.select({ n: cases.job_count }).from(cases).where(eq(cases.case_id, case_id)))[0]?.n;

test('killed while an analysis stores its result, the next start stores it, once', async () => {
  const hold = await holdAnswers();
  const first = await startProcess(database, folder);
  await expect.poll(hold.wanted).toBe(true);
  await first.kill();
  await hold.letGo();
  expect([await versions(), await waits(), await jobCount()]).toEqual([[], 1, 1]);
  const second = await startProcess(database, folder);
  try {
    await expect.poll(waits).toBe(0);
    expect(await versions()).toMatchObject([{ analysis_version: 1, state: 'done', code: null }]);
    expect(await jobCount()).toBe(0);
  } finally {
    await second.kill();
  }
});
