/**
 * Tests what an attacker can do to the audit log as the owner of everything, whether it is detected, and many
 * simultaneous writers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAudit, type AuditRow } from '../../platform/audit/write-audit.ts';
import { Snapshot } from '../../platform/db/snapshot.ts';
import { testDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { anchoredAudit, anchorRows, brokenAnchor, readAnchors } from './anchors.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'audit-anchors-'));
const file = path.join(folder, 'audit.jsonl');
afterAll(() => rm(folder, { recursive: true }));
const now = new Date('2026-11-22T05:00:00.123Z');
const writers = 8;
let database: TestDatabase;

const row = (request_id: string): AuditRow => ({
  at: now.toISOString(),
  user_id: 7,
  role_key: 'DOCTOR',
  user_group_id: 3,
  address: '2001:db8::1',
  user_agent: '𠮷 | 2:é',
  kind: 'read',
  action: 'case.list',
  target: '',
  outcome: 'done',
  code: null,
  case_id: null,
  case_ids: [1, 2, 30],
  reason: 'a | b',
  request_id,
});

/** Runs several transactions that lock their chain until all of them have written. */
async function writeTogether(): Promise<void> {
  const written = Promise.withResolvers<undefined>();
  let left = writers;
  await Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      database.db.transaction(async (tx) => {
        for (const each of [1, 2, 3]) await insertAudit(tx, [row(`${String(writer)}-${String(each)}`)]);
        left -= 1;
        if (left === 0) written.resolve(undefined);
        await written.promise;
      }),
    ),
  );
}

beforeAll(async () => {
  database = await testDatabase();
  for (let first = 0; first < 3; first += 1) await insertAudit(database.db, [row(`first-${String(first)}`)]);
});

async function verdict() {
  const snapshot = await Snapshot.open(database.owner);
  try {
    return await verifyAuditLog(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function deed(statement: string, work: () => Promise<void>): Promise<void> {
  const root = new Client(database.superuser);
  await root.connect();
  await root.query('set session_replication_role = replica');
  const tables = ['audit_log', 'audit_heads'];
  for (const table of tables) await root.query(`create temp table kept_${table} as select * from ${table}`);
  try {
    await root.query(statement);
    await work();
  } finally {
    for (const table of tables) {
      await root.query(`delete from ${table}`);
      await root.query(`insert into ${table} overriding system value select * from kept_${table}`);
    }
    await root.end();
  }
}

test('the program computes the same hashes as the database', async () => {
  const { rows, faults } = await verdict();
  expect([rows, faults]).toEqual([3, []]);
});

test('a row that was changed, removed from the middle or the end, or inserted is named', async () => {
  for (let more = 0; more < 5; more += 1) await insertAudit(database.db, [row(`more-${String(more)}`)]);
  const { rows: found } = await database.pool.query<{ audit_id: number; position: number }>(
    'select audit_id::int, position::int from audit_log where chain = 1 order by position',
  );
  const [second, third, last] = [found[1], found[2], found.at(-1)];
  const id = (of: typeof second): string => String(of?.audit_id);
  await deed(`update audit_log set reason = 'other' where audit_id = ${id(second)}`, async () => {
    expect((await verdict()).faults).toEqual([
      { chain: 1, position: 2, audit_id: second?.audit_id, fault: 'changed' },
    ]);
  });
  await deed(`delete from audit_log where audit_id = ${id(second)}`, async () => {
    expect((await verdict()).faults).toEqual([
      { chain: 1, position: 3, audit_id: third?.audit_id, fault: 'missing' },
    ]);
  });
  await deed(`delete from audit_log where audit_id = ${id(last)}`, async () => {
    expect((await verdict()).faults).toEqual([
      { chain: 1, position: last?.position, audit_id: null, fault: 'cut' },
    ]);
  });
  await deed('update audit_heads set rows = rows - 1 where chain = 1', async () => {
    expect((await verdict()).faults).toMatchObject([{ chain: 1, fault: 'forged' }]);
  });
});

test('a rewritten chain with its head is found by the anchors', async () => {
  expect(await anchorRows(database.db, anchoredAudit, file, now)).toMatchObject({ after_id: 0 });
  const broken = async () => {
    const snapshot = await Snapshot.open(database.owner);
    try {
      return await brokenAnchor(snapshot, anchoredAudit, (await readAnchors(file)) ?? []);
    } finally {
      await snapshot.close();
    }
  };
  expect(await broken()).toBeNull();
  const forge = `update audit_log a set reason = 'forged' where audit_id = (select max(audit_id) from audit_log where chain = 1);
    update audit_log a set hash = audit_hash(a) where reason = 'forged';
    update audit_heads set hash = (select hash from audit_log where reason = 'forged') where chain = 1`;
  await deed(forge, async () => {
    expect((await verdict()).faults).toEqual([]);
    expect(await broken()).not.toBeNull();
  });
});

test('writers do not wait for one another: each transaction uses its own chain', async () => {
  await writeTogether();
  const { rows } = await database.pool.query<{ chains: number }>(
    `select count(distinct chain)::int as chains from audit_log where request_id like '%-1'`,
  );
  expect(rows[0]?.chains).toBe(writers);
  expect((await verdict()).faults).toEqual([]);
});
