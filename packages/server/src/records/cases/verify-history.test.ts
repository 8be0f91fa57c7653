/**
 * Tests what an attacker can do to histories, with permission or as the owner of everything, and whether it is
 * detected.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chainHash } from '@rhythmdesk/domain/case/history';
import { firstPreviousHash } from '@rhythmdesk/domain/kit/chained-fields';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everythingFor, openingOf } from '../../platform/db/row-scope.ts';
import { placeOf } from '../../platform/db/scope-seal.ts';
import { testDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { Snapshot } from '../../platform/db/snapshot.ts';
import { anchoredHistories, anchorRows, brokenAnchor, readAnchors } from '../audit/anchors.ts';
import { appendHistory, sha256Hex } from './case-history.ts';
import { verifyHistory } from './verify-history.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'anchors-'));
const file = path.join(folder, 'anchors.jsonl');
afterAll(() => rm(folder, { recursive: true }));

let database: TestDatabase;
let owner: Client;
let [cases, user_id]: [number[], number] = [[], 0];
const now = new Date('2026-11-22T05:00:00.123Z');

const step = (case_id: number, version: number, action = 'start') => ({
  case_id,
  version,
  action,
  from_status: null,
  status: 'ready' as const,
  user_id,
  role_key: 'DOCTOR',
  user_group_id: null,
  description: '𠮷 | 2:é',
  request_id: 'r',
  created_ms: now.getTime(),
  file_sha256: action.includes('report') ? sha256Hex(String(case_id)) : null,
});

async function idOf(user: string): Promise<number> {
  const found = await owner.query<{ id: number }>('select id::int from users where user_id = $1', [user]);
  return found.rows[0]?.id ?? 0;
}

async function fill(): Promise<void> {
  await owner.query(`insert into user_groups (type, name) values ('hospital', 'H');
    insert into users (user_id, name, role_key, user_group_id, password_hash)
      select u, 'U', 'DOCTOR', id, '' from user_groups, unnest(array['u', 'other']) u;
    insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
      select 'HN00000' || n, g.id, u.id, g.id from user_groups g, users u, generate_series(1, 6) n where u.user_id = 'u'`);
  user_id = await idOf('u');
  const found = await owner.query<{ case_id: number }>('select case_id::int from cases order by 1');
  cases = found.rows.map((row) => row.case_id);
  for (const case_id of cases) {
    await transact(database.db, async (tx) => {
      for (const version of [1, 2, 3]) await appendHistory(tx, step(case_id, version));
      await appendHistory(tx, step(case_id, 4, 'add-report'));
    });
    await owner.query(
      `with f as (insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
         values ($1, 'report', 'technician', 'f', 'x/y', 1, $2) returning file_id)
       insert into report_versions (case_id, report_version, file_id, source, created_by)
         select $1, 1, file_id, 'technician', $3 from f`,
      [case_id, sha256Hex(String(case_id)), user_id],
    );
  }
}

beforeAll(async () => {
  database = await testDatabase();
  owner = new Client(database.owner);
  await owner.connect();
  await fill();
});
afterAll(() => owner.end());

async function verdict() {
  const snapshot = await Snapshot.open(database.owner);
  try {
    return await verifyHistory(snapshot);
  } finally {
    await snapshot.close();
  }
}

/**
 * Runs a statement with the power of the owner of the whole database: neither triggers nor keys are checked. Undone at
 * the end.
 */
async function afterDeed(deed: string, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const root = new Client(database.superuser);
  await root.connect();
  await root.query('set session_replication_role = replica');
  for (const table of tables) await root.query(`create temp table kept_${table} as select * from ${table}`);
  try {
    await root.query(deed);
    await work();
  } finally {
    for (const table of tables) {
      await root.query(`delete from ${table}`);
      await root.query(`insert into ${table} overriding system value select * from kept_${table}`);
    }
    await root.end();
  }
}

test('untouched histories are valid, also those with rows of before', async () => {
  expect(await verdict()).toEqual({ cases: 6, rows: 24, faults: [] });
});

const at = (which: number): string => String(cases[which] ?? 0);

const deeds: readonly [string, () => string, object][] = [
  [
    'a changed row',
    () => `update case_history set description = 'x' where case_id = ${at(0)} and version = 2`,
    { version: 2, fault: 'changed' },
  ],
  [
    'a row out of the middle',
    () => `delete from case_history where case_id = ${at(0)} and version = 2`,
    { version: 3, fault: 'missing' },
  ],
  [
    'the last rows',
    () => `delete from case_history where case_id = ${at(0)} and version > 2`,
    { version: 3, fault: 'cut' },
  ],
  ['all rows', () => `delete from case_history where case_id = ${at(0)}`, { version: 1, fault: 'cut' }],
  [
    'a row put behind the last',
    () => `insert into case_history (case_id, version, action, status, request_id, created_at, previous_hash, hash)
      select case_id, 5, action, status, request_id, created_at, hash, hash from case_history where case_id = ${at(0)} and version = 4`,
    { version: 5, fault: 'changed' },
  ],
];

test.each(deeds)('a change by the owner is found: %s', async (_what, deed, fault) => {
  await afterDeed(deed(), ['case_history'], async () => {
    const { faults } = await verdict();
    expect(faults[0]).toEqual({ case_id: cases[0], ...fault });
  });
  expect((await verdict()).faults).toEqual([]);
});

test('a report whose file was exchanged or removed is found', async () => {
  const exchanged = `update case_files set sha256 = '${sha256Hex('other')}' where case_id = ${at(1)}`;
  await afterDeed(exchanged, ['case_files'], async () => {
    expect((await verdict()).faults).toEqual([{ case_id: cases[1], version: 4, fault: 'report' }]);
  });
  await afterDeed(`delete from report_versions where case_id = ${at(2)}`, ['report_versions'], async () => {
    expect((await verdict()).faults).toEqual([{ case_id: cases[2], version: 4, fault: 'report' }]);
  });
});

test('the application’s role adds nothing in another’s name, role or position, and no second beginning', async () => {
  const { pool } = database;
  const other = await idOf('other');
  const author: Actor = {
    ...{ id: user_id, role_key: 'TECHNICIAN', user_group_id: 0, group_type: 'tech_center' },
    ...{ tech_center_id: null, assigned_group_ids: [] },
  };
  const insert = async (change: object, previous: string | null = null): Promise<unknown> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        openingOf(everythingFor(author), { place: placeOf(client), key: database.app.scopeKey }),
      );
      const head = await client.query<{ hash: Buffer }>(
        'select hash from case_history_heads where case_id = $1',
        [cases[3]],
      );
      const row = { ...step(cases[3] ?? 0, 5), chain: 2 as const, ...change };
      const before = previous ?? head.rows[0]?.hash.toString('hex') ?? '';
      return await client.query(
        `insert into case_history (case_id, version, action, from_status, status, user_id, role_key, user_group_id,
           description, request_id, created_at, previous_hash, hash)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, decode($12, 'hex'), decode($13, 'hex'))`,
        [
          ...[row.case_id, row.version, row.action, row.from_status, row.status, row.user_id, row.role_key],
          ...[
            row.user_group_id,
            row.description,
            row.request_id,
            now,
            before,
            chainHash(row, before, sha256Hex),
          ],
        ],
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  await expect(insert({})).resolves.toMatchObject({ rowCount: 1 });
  await expect(insert({ user_id: other })).rejects.toThrow('in the name of another');
  await expect(insert({ role_key: 'ADMIN' })).rejects.toThrow('a role that its user has not');
  await expect(insert({ version: 4 })).rejects.toThrow('does not go on');
  await expect(insert({}, firstPreviousHash)).rejects.toThrow('does not go on');
  await expect(insert({ created_ms: 1 })).rejects.toThrow('wrong hash');
});

test('the application’s role rewrites no immutable rows, and not the heads', async () => {
  const { pool } = database;
  const denied = [
    ...[
      'report_versions',
      'case_files',
      'agreements',
      'case_comments',
      'pin_answers',
      'charging_unit_prices',
      'invoices',
    ],
    ...['invoice_rows', 'invoice_states', 'invoice_closings', 'invoice_serials'],
    ...['invoice_adjustments', 'case_history', 'audit_log', 'case_history_heads', 'installation'],
  ].flatMap((table) => [`delete from ${table}`, `truncate ${table}`]);
  for (const change of [
    ...denied,
    `update case_files set sha256 = sha256`,
    `update report_versions set file_id = file_id`,
    `update case_comments set content = ''`,
    `update pin_answers set user_id = user_id`,
    `update charging_unit_prices set amount_minor = 0`,
    `update invoices set net_minor = 0`,
    `update case_history_heads set rows = 0`,
    `insert into case_history_heads values (1, 1, 1, '')`,
  ]) {
    await expect(pool.query(change), change).rejects.toThrow(/permission denied/);
  }
  await pool.query(`update report_versions set released_at = now() where case_id = ${at(5)}`);
  await expect(
    pool.query(`update report_versions set released_at = null where case_id = ${at(5)}`),
  ).rejects.toThrow('stay as they were written');
  // In an installation without a second role, the server works as the owner; the triggers refuse it too.
  await expect(owner.query(`update case_files set sha256 = repeat('0', 64)`)).rejects.toThrow(
    'stay as they were',
  );
  await expect(owner.query('update case_history_heads set rows = 0')).rejects.toThrow('kept by the database');
});

test('a rewritten history with all its hashes and its head is found by the anchors', async () => {
  const { db } = database;
  expect(await anchorRows(db, anchoredHistories, file, now)).toMatchObject({ after_id: 0, rows: 24 });
  expect(await anchorRows(db, anchoredHistories, file, now)).toBeNull();
  await transact(db, (tx) => appendHistory(tx, step(cases[4] ?? 0, 5)));
  expect(await anchorRows(db, anchoredHistories, file, now)).toMatchObject({ rows: 1 });
  const broken = async () => {
    const snapshot = await Snapshot.open(database.owner);
    try {
      return await brokenAnchor(snapshot, anchoredHistories, (await readAnchors(file)) ?? []);
    } finally {
      await snapshot.close();
    }
  };
  expect(await broken()).toBeNull();
  const row = { ...step(cases[4] ?? 0, 5), description: 'other', chain: 2 as const };
  const forged = async (): Promise<string> => {
    const { rows } = await owner.query<{ before: string }>(
      `select encode(previous_hash, 'hex') as before from case_history
      where case_id = $1 and version = 5`,
      [cases[4]],
    );
    return chainHash(row, rows[0]?.before ?? '', sha256Hex);
  };
  const deed = `update case_history set description = 'other', hash = '\\x${await forged()}' where case_id = ${at(4)} and version = 5;
    update case_history_heads set hash = '\\x${await forged()}' where case_id = ${at(4)}`;
  await afterDeed(deed, ['case_history', 'case_history_heads'], async () => {
    expect((await verdict()).faults).toEqual([]);
    expect(await broken()).toMatchObject({ rows: 1 });
  });
  expect(await broken()).toBeNull();
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/"digest":"[0-9a-f]{8}/, '"digest":"00000000'));
  expect(await broken()).not.toBeNull();
});
