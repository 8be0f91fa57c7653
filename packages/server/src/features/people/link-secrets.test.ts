/** Tests that the secrets of mailed links leave no trace in log lines, audit rows or stored rows. */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { mailLink } from './one-time-link.ts';
import { takeLinkRequests, takeMails } from './test-mails.ts';
import { afterFile } from '../../platform/test-after-file.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { jobs } from '../../platform/jobs/job-names.ts';
import { openLog } from '../../platform/log/log.ts';
import { tenantsOf } from '../../testing/test-two-centers.ts';
import { startWebPart } from '../../testing/test-web-part.ts';

const lines: string[] = [];
let world: Awaited<ReturnType<typeof tenantsOf>>;
beforeAll(async () => {
  const log = openLog('debug', { write: (line) => void lines.push(line) });
  const web = await startWebPart({ ...(await testDatabase()), log });
  afterFile(web.close);
  world = await tenantsOf(web);
});

const post = (path: string, token: string | null, body: unknown) =>
  world.call(path, token, { method: 'POST', body });
const rowsShape = z.array(z.object({ row: z.string() }));

/** Returns everything that is stored, table by table, except the queue of jobs, which the callers check. */
async function storedRows(): Promise<string> {
  const tables = await world.db.execute(
    sql`select quote_ident(table_name) as row from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const all: string[] = [];
  for (const { row } of rowsShape.parse(tables.rows)) {
    const found = await world.db.execute(sql.raw(`select t::text as row from ${row} t`));
    all.push(...rowsShape.parse(found.rows).map((each) => each.row));
  }
  return all.join('\n');
}

async function expectNoTrace(secret: string): Promise<void> {
  expect(lines.some((line) => line.includes('"request"'))).toBe(true);
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  const stored = await storedRows();
  expect(stored.length).toBeGreaterThan(1000);
  expect(stored).not.toContain(secret);
}

/** Opens the page's own address, as links did before they used the fragment. */
const openPage = (path: string) => fetch(new URL(path, world.address));

test('a password link is requested, opened in both forms, used, and refused when used again', async () => {
  const { id } = world.person('manager');
  await world.db.update(users).set({ email: 'links@hospital.example' }).where(eq(users.id, id));
  const [user] = await world.db.select().from(users).where(eq(users.id, id));
  await post('auth/password-mail', null, { user_id: user?.user_id, email: user?.email });
  const { clock } = world.platform;
  const { oneTime } = world.platform.mail;
  for (const request of await takeLinkRequests(world.db))
    await mailLink({ db: world.db, clock, oneTime }, request);
  const [mail] = await takeMails(world.db);
  expect(mail?.code).toBe('password-link');
  const token = oneTime.make('password-link', mail?.secret_id ?? '');
  await openPage(`/find-password?token=${token}`);
  expect((await post('auth/password-link', null, { token })).status).toBe(200);
  const reset = { token, password: 'Velvet4Harbor8moss' };
  expect((await post('auth/password-reset', null, reset)).status).toBe(200);
  expect((await post('auth/password-reset', null, reset)).status).toBe(410);
  await expectNoTrace(token);
});

test('a consent link is requested, opened in both forms, answered, and refused when answered again', async () => {
  const case_id = await world.caseIn('ready');
  await world.db.update(cases).set({ patient_first_name: '花子' }).where(eq(cases.case_id, case_id));
  await world.db.update(userGroups).set({ agree_type: 'MOBILE' }).where(eq(userGroups.name, 'Hospital'));
  const patient = { name: '田中 花子', birthday: '1954-03-12', patient_id: '1' };
  const body = { ...patient, case_id, agree_type: 'MOBILE', patient_phone_number: '010-1234-5678' };
  expect((await post('user/patient/request', world.person('neighbour doctor').token, body)).status).toBe(404);
  expect((await post('user/patient/request', world.person('doctor').token, body)).status).toBe(200);
  const queued = await world.db.execute(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'send-text-message' returning j.payload`);
  const { secret_id } = jobs['send-text-message'].payload.parse(queued.rows[0]?.['payload']);
  const token = world.platform.mail.oneTime.make('consent-link', secret_id);
  await openPage(`/consent/${token}`);
  expect((await post('consent/link', null, { token })).status).toBe(200);
  expect((await post('consent/answer', null, { token, agreed: false })).status).toBe(200);
  expect((await post('consent/answer', null, { token, agreed: false })).status).toBe(410);
  await expectNoTrace(token);
});
