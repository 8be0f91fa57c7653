/** Tests that only level 5 sees the state of the installation, and that the support bundle names nobody. */
import { routes } from '@rhythmdesk/contract/routes';
import { sql } from 'drizzle-orm';
import { Uint8ArrayReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { transact } from '../../platform/db/transact.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { keepNode } from '../../platform/nodes/nodes.ts';
import { tenants } from '../../testing/test-tenants.ts';

async function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const texts = new Map<string, string>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) texts.set(entry.filename, await entry.getData(new TextWriter()));
  await zip.close();
  return texts;
}

async function world() {
  const given = await tenants();
  const case_id = await given.caseIn('ready');
  await transact(given.db, async (tx) => {
    await enqueue(tx, 'analyse-recording', { case_id });
    await enqueue(tx, 'sweep-files', {});
  });
  await given.db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts,
    last_error = 'TypeError: patient Kim' where payload->>'case_id' is not null`);
  return given;
}

test('an administrator sees programs, jobs, storage, backups and migrations; nobody else does', async () => {
  const { db, call, people, person } = await world();
  for (const { name, role_key, token } of people.values()) {
    if (role_key === 'ADMIN') continue;
    for (const path of ['operation/overview', 'operation/support-bundle'])
      expect([name, path, (await call(path, token)).status]).toEqual([name, path, 403]);
  }
  const read = async () =>
    routes.operations.output.parse(await (await call('operation/overview', person('admin').token)).json());
  expect(await read()).toMatchObject({ nodes: [], backup: null, verified: null, files_waiting: null });

  const facts = { clockAheadMs: () => Promise.resolve(-40), freeBytes: () => Promise.resolve(5_000) };
  const faults: unknown[] = [];
  const end = await keepNode(db, { program: 'worker', ...facts }, (fault) => faults.push(fault));
  await db.execute(sql`insert into backups (snapshot_at, place, files, bytes, unreadable, finished_at, verified_at, faults)
    values ('2026-11-20T01:00:00Z', '/backup/a', 7, 900, 0, now(), '2026-11-21T01:00:00Z', 2),
      ('2026-11-22T01:00:00Z', '/backup/b', 8, 950, 1, now(), null, null)`);
  const state = await read();
  expect(faults).toEqual([]);
  expect(state.nodes).toMatchObject([
    { program: 'worker', clock_ahead_ms: -40, disk_free_bytes: 5_000, silent: false },
  ]);
  expect(state.jobs).toMatchObject({ failed: 1, waiting: 1 });
  expect(state.backup).toMatchObject({ place: '/backup/b', unreadable: 1, verified_at: null, faults: null });
  expect(state.verified).toMatchObject({ place: '/backup/a', faults: 2 });
  expect(state.migrations.last).toMatch(/^\d{4}-.+\.sql$/);
  expect(state.disks.map(({ folder }) => folder)).toEqual(['files', 'uploads']);
  expect(state.database_bytes).toBeGreaterThan(0);
  await db.execute(sql`update nodes set seen_at = now() - interval '2 minutes'`);
  expect((await read()).nodes).toMatchObject([{ silent: true }]);
  await end();
  expect((await read()).nodes).toEqual([]);
});

/** Every text of the database that names somebody: people, patients, institutions, ids, numbers, addresses. */
async function namesIn(db: Awaited<ReturnType<typeof tenants>>['db']): Promise<string[]> {
  const columns = await db.execute(sql`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public' and data_type = 'text'
      and column_name ~ '(^|_)(name|names|user_id|email|phone|number|hn_id|patient_id|chart|address|birth|register_code|comment|token|secret|host)'
      and table_name not in ('schema_migration')`);
  const texts: string[] = [];
  for (const row of columns.rows) {
    const { table, column } = z.object({ table: z.string(), column: z.string() }).parse(row);
    const found = await db.execute(
      sql`select distinct ${sql.identifier(column)}::text as text from ${sql.identifier(table)}
        where length(${sql.identifier(column)}) > 3`,
    );
    texts.push(...found.rows.map((each) => z.object({ text: z.string() }).parse(each).text));
  }
  return texts;
}

test('the support bundle has the state, and no name, id, number or secret of the database', async () => {
  const { db, call, person, serving } = await world();
  await db.execute(sql`update cases set patient_last_name = 'Yamanashi', patient_first_name = 'Harukichi',
    phone_number = '09055501234'`);
  const { token, id } = person('admin');
  const answer = await call('operation/support-bundle', token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const parts = await unzip(new Uint8Array(await answer.arrayBuffer()));
  expect([...parts.keys()]).toEqual([
    ...['README.txt', 'overview.json', 'settings.json', 'migrations.json', 'failed-jobs.json', 'metrics.txt'],
  ]);
  expect(JSON.parse(parts.get('failed-jobs.json') ?? '')).toMatchObject([
    { job: 'analyse-recording', fault: 'other' },
  ]);
  const shown = z.record(z.string(), z.unknown()).parse(JSON.parse(parts.get('settings.json') ?? ''));
  expect(shown).toMatchObject({ DATABASE_URL: 'set', DATA_DIR: 'set', DEMO: false, JOB_CONCURRENCY: 2 });
  const whole = [...parts.values()].join('\n');
  // Words such as `admin` are user ids of this test and parts of addresses, which the metrics name.
  const paths = Object.values(routes).map(({ path }) => path);
  const names = (await namesIn(db)).filter((name) => !paths.some((path) => path.includes(name)));
  expect(names).toContain('Yamanashi');
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => whole.includes(name))).toEqual([]);
  expect(whole).not.toMatch(/Kim|postgres:\/\/|web-\w{6}/);
  await serving.audit.flush();
  const audited = (await db.select().from(auditLog)).filter(({ action }) => action === 'operation.bundle');
  expect(audited).toMatchObject([{ user_id: id, outcome: 'done' }]);
});
