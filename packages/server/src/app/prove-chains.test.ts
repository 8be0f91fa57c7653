/**
 * Tests the verification of the hash chains as administrators see it: one request, a stored result, and a notification
 * of a broken chain.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditRoutes } from '@rhythmdesk/contract/audit';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { anchoredAudit, anchoredHistories, anchorRows } from '../records/audit/anchors.ts';
import { proveChains } from './prove-chains.ts';
import { testDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { tenantsOf } from '../testing/test-two-centers.ts';
import { startWebPart } from '../testing/test-web-part.ts';
import { verifyChains } from './verify-audit.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'prove-chains-'));
const files = { history: path.join(folder, 'history.jsonl'), audit: path.join(folder, 'audit.jsonl') };

const now = new Date('2026-11-22T05:00:00.000Z');
const clock = { now: () => now };
let database: TestDatabase;
let world: Awaited<ReturnType<typeof tenantsOf>>;

beforeAll(async () => {
  database = await testDatabase();
  world = await tenantsOf(await startWebPart(database));
  await world.caseIn('assigned');
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const state = async (method: 'GET' | 'POST', name = 'admin') => {
  const answer = await world.call('audit/proof', world.person(name).token, { method });
  return auditRoutes.chainProof.output.parse(await answer.json());
};
const waiting = z.array(z.object({ payload: z.object({ proof_id: z.number() }) }));
const queued = async () =>
  waiting.parse(
    (
      await world.db.execute(sql`select j.payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'prove-chains'`)
    ).rows,
  );
const prove = (payload: { proof_id?: number }) =>
  proveChains({ db: world.db, clock }, payload, () => verifyChains(database.owner, files));
const notified = async () =>
  (await world.db.execute(sql`select user_id::int from notifications where code = 'chain-broken'`)).rows;

test('a second request starts no second verification; the result is stored, with the rows written since', async () => {
  expect(await state('GET')).toEqual({ proof: null, asked_at: null });
  const answers = await Promise.all([state('POST'), state('POST')]);
  expect(answers[0].asked_at).not.toBeNull();
  expect(answers[1]).toEqual(answers[0]);
  const [job, ...others] = await queued();
  expect(others).toEqual([]);
  await anchorRows(world.db, anchoredHistories, files.history, now);
  await anchorRows(world.db, anchoredAudit, files.audit, now);
  expect(await prove(job?.payload ?? {})).toBe(0);
  expect(await prove(job?.payload ?? {})).toBeNull();
  const { proof, asked_at } = await state('GET');
  expect(asked_at).toBeNull();
  expect(proof).toMatchObject({ anchors: 2, anchored_at: now.toISOString(), fault_count: 0, faults: [] });
  expect(proof?.history_rows).toBeGreaterThan(0);
  expect(proof?.audit_rows).toBeGreaterThan(0);
  const before = proof?.rows_since ?? 0;
  await world.caseIn('assigned');
  expect((await state('GET')).proof?.rows_since).toBeGreaterThan(before);
  expect(await notified()).toEqual([]);
});

test('a changed row is named, and every administrator is notified once', async () => {
  const root = new Client(database.superuser);
  await root.connect();
  await root.query('set session_replication_role = replica');
  const changed = await root.query(`update audit_log set reason = 'another'
    where audit_id = (select max(audit_id) from audit_log) returning audit_id::int`);
  await root.end();
  const [row] = z.array(z.object({ audit_id: z.number() })).parse(changed.rows);
  expect(await prove({})).toBe(1);
  const { proof } = await state('GET');
  expect(proof?.faults).toEqual([{ chain: 'audit', case_id: null, fault: 'changed', ...row }]);
  expect(await notified()).toContainEqual({ user_id: world.person('admin').id });
});
