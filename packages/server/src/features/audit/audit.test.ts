/** Tests the audit log of the running server: one row for each access, change and refusal, chained by the database. */
import { auditRoutes } from '@rhythmdesk/contract/audit';
import { addDays, calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { asc, eq, gt } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let case_id: number;
let hospital_id: number;

beforeAll(async () => {
  world = await tenants();
  case_id = await world.caseIn('assigned');
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  hospital_id = row?.hospital_id ?? 0;
});

/** Returns the rows that the work writes, in order. */
async function rowsOf(work: () => Promise<unknown>) {
  const { audit } = world.serving;
  await audit.flush();
  const before = await world.db
    .select({ id: auditLog.audit_id })
    .from(auditLog)
    .orderBy(asc(auditLog.audit_id));
  await work();
  await audit.flush();
  return world.db
    .select()
    .from(auditLog)
    .where(gt(auditLog.audit_id, before.at(-1)?.id ?? 0))
    .orderBy(asc(auditLog.audit_id));
}

const person = (name: string) => world.person(name);
const ask = async (path: string, token: string | null, init = {}): Promise<number> => {
  const answer = await world.call(path, token, init);
  await answer.body?.cancel();
  return answer.status;
};

test('a read row has the user, role and group, address, case and patient', async () => {
  const technician = person('technician');
  const rows = await rowsOf(() => ask(`case/case/${String(case_id)}`, technician.token));
  expect(rows).toMatchObject([
    {
      ...{
        user_id: technician.id,
        role_key: 'TECHNICIAN',
        kind: 'read',
        action: 'case.open',
        outcome: 'done',
      },
      ...{ case_id, hospital_id, patient_id: '1', reason: '', code: null },
      address: '127.0.0.1',
    },
  ]);
  expect(rows[0]?.user_group_id).toBeGreaterThan(0);
  expect(rows[0]?.request_id).toMatch(/^[\w-]{16}$/);
});

test('a list names its cases, and the same list again is the same read', async () => {
  const list = () => ask(`case/cases?case_id=${String(case_id)}`, person('chief').token);
  const rows = await rowsOf(async () => [await list(), await list()]);
  expect(rows).toMatchObject([{ action: 'case.list', case_ids: [case_id] }]);
});

test('a change is in the transaction that it records; a refused one leaves none', async () => {
  const technician = person('technician');
  const rows = await rowsOf(() => world.act(case_id, 'start', technician));
  expect(rows).toMatchObject([{ action: 'case.step', target: 'start', case_id, user_id: technician.id }]);
  const stale = await rowsOf(() => world.act(case_id, 'review-request', technician, 1));
  expect(stale).toEqual([]);
});

test('a signature writes one row, and a wrong password a refused one', async () => {
  const { id, token } = person('chief');
  const path = `case/case/${String(await world.caseIn('review'))}/verify`;
  const verify = (password: string) => ask(path, token, { method: 'POST', body: { version: 99, password } });
  const rows = await rowsOf(() => verify('not the right one'));
  expect(rows.filter(({ outcome }) => outcome === 'done')).toEqual([]);
  expect(rows.every(({ user_id }) => user_id === id)).toBe(true);
});

test('refusals outside the scope, outside the role and with a wrong password are recorded', async () => {
  const outside = person('far doctor');
  const beyond = await rowsOf(() => ask(`case/case/${String(case_id)}`, outside.token));
  expect(beyond).toMatchObject([
    { outcome: 'refused', code: 'object/not-found', user_id: outside.id, case_id, hospital_id },
  ]);
  const never = await rowsOf(() => ask('job/given-up', person('doctor').token));
  expect(never).toMatchObject([{ outcome: 'refused', code: 'auth/role-never', action: 'job.list' }]);
  const listed = await rowsOf(() => ask('user/usergroups/admin', person('doctor').token));
  expect(listed).toMatchObject([{ outcome: 'refused', action: 'function.call', target: 'institutions' }]);
});

test('accepted and refused sign-ins are recorded with their account, and sign-outs', async () => {
  const body = { user_id: 'doctor', password: world.password };
  const good = await rowsOf(() => ask('auth/login', null, { method: 'POST', body }));
  expect(good).toMatchObject([{ action: 'session.begin', outcome: 'done', user_id: person('doctor').id }]);
  const wrong = { ...body, password: 'not the right one' };
  const refused = await rowsOf(() => ask('auth/login', null, { method: 'POST', body: wrong }));
  expect(refused).toMatchObject([
    { outcome: 'refused', code: 'auth/login-failed', user_id: person('doctor').id },
  ]);
  const unknown = await rowsOf(() =>
    ask('auth/login', null, { method: 'POST', body: { ...wrong, user_id: 'nobody_here' } }),
  );
  expect(unknown).toMatchObject([{ outcome: 'refused', code: 'auth/login-failed', user_id: null }]);
  expect(JSON.stringify(unknown)).not.toContain('nobody_here');
});

test('an administrator’s reason applies to the case and the session, and is in every row', async () => {
  const { token } = person('admin');
  const path = `case/case/${String(case_id)}`;
  const rows = await rowsOf(async () => {
    expect(await ask(path, token)).toBe(422);
    expect(await ask(`${path}?reason=Asked%20by%20phone`, token)).toBe(200);
    expect(await ask(`${path}/history`, token)).toBe(200);
  });
  expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
    ['case.open', 'Asked by phone'],
    ['case.history', 'Asked by phone'],
  ]);
  const other = await world.caseIn('request');
  expect(await ask(`case/case/${String(other)}`, token)).toBe(422);
});

test('rows are only added, in chains that the database maintains', async () => {
  const app = world.serving.pool;
  for (const statement of [
    'update audit_log set reason = $$x$$',
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(app.query(statement)).rejects.toThrow('permission denied');
  }
  await expect(app.query('update audit_heads set rows = 0')).rejects.toThrow('permission denied');
  const places = await world.db.select({ chain: auditLog.chain, position: auditLog.position }).from(auditLog);
  expect(new Set(places.map(({ chain, position }) => `${String(chain)} ${String(position)}`)).size).toBe(
    places.length,
  );
  expect(places.every(({ chain }) => chain > 0)).toBe(true);
});

/** Returns the text of every cell, and the number of rows. */
async function sheetOf(path: string): Promise<{ readonly text: string; readonly rows: number }> {
  const answer = await world.call(path, person('admin').token);
  expect(answer.status).toBe(200);
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await answer.arrayBuffer())), {
    useWebWorkers: false,
  });
  const texts: string[] = [];
  for (const entry of await zip.getEntries()) {
    if (entry.directory || !/sheet1|sharedStrings/.test(entry.filename)) continue;
    texts.push(new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter())));
  }
  const text = texts.join('\n');
  return { text, rows: text.split('<row').length - 1 };
}

test('an administrator lists, filters and exports the log; a hospital gets every access to its patients', async () => {
  await ask(`case/cases?case_id=${String(case_id)}`, person('center').token);
  await world.serving.audit.flush();
  const list = async (query: string) => {
    const answer = await world.call(`audit/rows?size=100&${query}`, person('admin').token);
    return auditRoutes.auditRows.output.parse(await answer.json());
  };
  // Viewing a case's rows is itself one row.
  await list(`case_id=${String(case_id)}`);
  await world.serving.audit.flush();
  const ofCase = await list(`case_id=${String(case_id)}`);
  expect(ofCase.items.length).toBe(ofCase.total);
  expect(ofCase.items.every((row) => row.case?.case_id === case_id && row.patient_name === '田＊＊')).toBe(
    true,
  );
  const hn = ofCase.items[0]?.case?.hn_id ?? '';
  expect((await list(`q=${hn}`)).items.length).toBe(ofCase.items.length);
  const refused = await list('view=refused');
  expect(refused.items.every(({ outcome, code }) => outcome === 'refused' && code !== null)).toBe(true);
  const ofDoctor = await list(`user_id=${String(person('doctor').id)}&kind=sign-in&sort=at`);
  expect(new Set(ofDoctor.items.map(({ user }) => user?.user_id))).toEqual(new Set(['doctor']));
  expect(ofDoctor.items.map(({ at }) => at)).toEqual(ofDoctor.items.map(({ at }) => at).toSorted());
  expect((await sheetOf('audit/export?view=refused')).rows).toBe(refused.total + 1);
  const today = new Date().toISOString().slice(0, 10);
  const days = `from_time=${addDays(calendarDate(today), -1)}&to_time=${addDays(calendarDate(today), 1)}`;
  const accesses = await sheetOf(`audit/accesses?hospital_id=${String(hospital_id)}&${days}`);
  for (const cell of ['case.list', 'case.open', hn, 'Name of center', 'Asked by phone', 'Refused'])
    expect(accesses.text).toContain(cell);
  const ofFar = await world.db.select().from(userGroups).where(eq(userGroups.name, 'Far hospital'));
  const none = await sheetOf(`audit/accesses?hospital_id=${String(ofFar[0]?.id)}&${days}`);
  expect(none.rows).toBe(1);
  expect(await ask('audit/rows', person('center').token)).toBe(403);
});

test('a call without a token, or with an invalid one, adds a row a minute with its address and route', async () => {
  const rows = await rowsOf(async () => {
    for (const token of [null, null, 'invented-token-of-nobody']) {
      expect(await ask(`case/case/${String(case_id)}`, token)).toBe(401);
      expect(await ask('user/me', token)).toBe(401);
    }
  });
  expect(rows).toMatchObject([
    { action: 'case.open', outcome: 'refused', code: 'auth/required', user_id: null, address: '127.0.0.1' },
    { action: 'case.open', outcome: 'refused', code: 'auth/unknown-token', user_id: null },
  ]);
});

test('viewing, sending and cancelling an upload each add a row with the uploader', async () => {
  const { id, token } = person('doctor');
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from('p.zip').toString('base64')},hn_id ${Buffer.from('HN5550009').toString('base64')}`;
  const begun = await fetch(`${world.address}/api/v1/upload/files`, {
    method: 'POST',
    headers: { ...tus, authorization: `Bearer ${token}`, 'upload-length': '99', 'upload-metadata': metadata },
  });
  expect(begun.status).toBe(201);
  const url = `${world.address}${begun.headers.get('location') ?? ''}`;
  const headers = { ...tus, 'upload-capability': begun.headers.get('upload-capability') ?? '' };
  const bytes = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const rows = await rowsOf(async () => {
    await fetch(url, { method: 'HEAD', headers });
    await fetch(url, { method: 'PATCH', headers: { ...headers, ...bytes }, body: 'nine byte' });
    await fetch(url, { method: 'HEAD', headers: { ...headers, 'upload-capability': 'invented' } });
    await fetch(url, { method: 'DELETE', headers });
  });
  const target = `upload/${url.split('/').at(-1) ?? ''}`;
  const found = rows.map(({ action, outcome, user_id }) => [action, outcome, user_id].join(' '));
  // A refusal is written a moment later than a successful act.
  expect(found.toSorted()).toEqual([
    `upload.give-up done ${String(id)}`,
    `upload.look done ${String(id)}`,
    'upload.look refused ',
    `upload.send done ${String(id)}`,
  ]);
  expect(rows.filter((row) => row.outcome === 'done').every((row) => row.target === target)).toBe(true);
});
