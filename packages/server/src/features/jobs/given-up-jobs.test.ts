/** Tests that only level 5 sees jobs that were given up and files that wait; running a job again is audited. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { routes } from '@rhythmdesk/contract/routes';
import { transact } from '../../platform/db/transact.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { tenants } from '../../testing/test-tenants.ts';

test('failed jobs are listed with their case and fault, run again only by an administrator, and that is audited', async () => {
  const world = await tenants();
  const { db, call, person } = world;
  const case_id = await world.caseIn('ready');
  await transact(db, async (tx) => {
    await enqueue(tx, 'analyse-recording', { case_id });
    await enqueue(tx, 'check-upload', { upload_id: 'f'.repeat(32) });
    await enqueue(tx, 'sweep-files', {});
  });
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'disk-full'
    where payload->>'case_id' is not null`);
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts,
    last_error = 'TypeError: patient Kim', updated_at = now() - interval '1 hour' where payload->>'upload_id' is not null`);

  for (const { name, role_key, token } of world.people.values()) {
    if (role_key === 'ADMIN') continue;
    expect([name, (await call('job/given-up', token)).status]).toEqual([name, 403]);
    const tried = await call('job/again', token, { method: 'POST', body: { ids: [1] } });
    expect([name, tried.status]).toEqual([name, 403]);
  }
  const { token, id } = person('admin');
  const read = async () => routes.givenUpJobs.output.parse(await (await call('job/given-up', token)).json());
  const { items, total } = await read();
  expect(total).toBe(2);
  expect(items).toMatchObject([
    {
      job: 'analyse-recording',
      case_id,
      hn_id: 'HNT000001',
      attempts: 8,
      fault: 'disk-full',
    },
    { job: 'check-upload', case_id: null, hn_id: null, attempts: 25, fault: 'other' },
  ]);
  expect(JSON.stringify(items)).not.toContain('Kim');

  const again = await call('job/again', token, { method: 'POST', body: { ids: [items[0]?.id, 999_999] } });
  expect(await again.json()).toEqual({ again: 1 });
  expect((await read()).items.map(({ job }) => job)).toEqual(['check-upload']);
  await world.serving.audit.flush();
  const audited = (await db.select().from(auditLog)).filter(({ action }) => action === 'job.again');
  expect(audited.filter(({ outcome }) => outcome === 'done')).toMatchObject([
    { user_id: id, role_key: 'ADMIN', target: `job/${String(items[0]?.id)}` },
  ]);
  expect(audited.some(({ user_id, outcome }) => user_id !== id && outcome === 'refused')).toBe(true);
  expect((await call('job/again', token, { method: 'POST', body: { ids: [] } })).status).toBe(422);
});

test('files that wait for the bucket are summed by machine, the longest waiting first', async () => {
  const { db, call, person } = await tenants();
  const { token } = person('admin');
  const read = async () => routes.givenUpJobs.output.parse(await (await call('job/given-up', token)).json());
  expect((await read()).files_waiting).toEqual([]);
  await db.execute(sql`insert into files_waiting (sha256, node, node_name, bytes, since, tries, last_fault) values
    (${'a'.repeat(64)}, '00000000-0000-4000-8000-000000000001', 'server-1', 3000000000, '2026-11-20T01:00:00Z', 0, ''),
    (${'b'.repeat(64)}, '00000000-0000-4000-8000-000000000001', 'server-1', 5, '2026-11-20T02:00:00Z', 2, 'timeout'),
    (${'c'.repeat(64)}, '00000000-0000-4000-8000-000000000002', 'server-2', 7, '2026-11-20T03:00:00Z', 0, '')`);
  expect((await read()).files_waiting).toEqual([
    {
      node_name: 'server-1',
      files: 2,
      bytes: 3_000_000_005,
      since: '2026-11-20T01:00:00.000Z',
      failing: true,
    },
    { node_name: 'server-2', files: 1, bytes: 7, since: '2026-11-20T03:00:00.000Z', failing: false },
  ]);
});
