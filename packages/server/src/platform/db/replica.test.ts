/**
 * Tests reads from a real streaming replica: lists come from it, whoever has written or was notified sees the change,
 * scopes are kept there too, and the primary answers while the replica is behind or away.
 */
import { routes } from '@rhythmdesk/contract/routes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { replicaRoutes } from '../../app/replica-routes.ts';
import { makeIdentify } from '../../features/people/identify.ts';
import { systemClock } from '../clock/clock.ts';
import { openLog } from '../log/log.ts';
import { startWebPart } from '../../testing/test-web-part.ts';
import { watchDatabase } from './database-watch.ts';
import { openPool } from './database.ts';
import { mayReadReplica, openReplica } from './replica.ts';
import type { Replica } from './replica-port.ts';
import { inScope, rowScopeOf } from './row-scope.ts';
import { testReplicatedDatabase, type ReplicatedDatabase } from './test-replica.ts';

let database: ReplicatedDatabase;
let replica: Replica;
let web: Awaited<ReturnType<typeof startWebPart>>;
const tokens = { doctor: '', technician: '', chief: '', admin: '', 'far doctor': '' };
type Name = keyof typeof tokens;
let hospital_id = 0;
const lines: string[] = [];
const closing: (() => Promise<void>)[] = [];

async function addPeople(): Promise<void> {
  const { addGroup, addUser } = web;
  const [center, far] = [
    await addGroup('tech_center', 'Center'),
    await addGroup('tech_center', 'Far center'),
  ];
  hospital_id = await addGroup('hospital', 'Hospital', center);
  const farHospital = await addGroup('hospital', 'Far hospital', far);
  tokens.doctor = (await addUser('doctor', 'DOCTOR', hospital_id)).token;
  tokens.technician = (await addUser('technician', 'TECHNICIAN', center)).token;
  tokens.chief = (await addUser('chief', 'CHIEF', center)).token;
  tokens['far doctor'] = (await addUser('fardoctor', 'DOCTOR', farHospital)).token;
  tokens.admin = (await addUser('admin', 'ADMIN', await addGroup('admin', 'Office'))).token;
}

/** The two servers need seconds to start, on a busy machine a minute. */
const longestStartMs = 240_000;

beforeAll(async () => {
  database = await testReplicatedDatabase();
  const settings = { connections: 4, connectMs: 2_000, through: 'pooler' } as const;
  const pool = openPool(database.atReplica, () => undefined, settings);
  const log = openLog('info', { write: (line) => void lines.push(line) });
  replica = openReplica({ pool, primary: database.pool, watch: watchDatabase(database.atReplica), log });
  closing.push(replica.close);
  web = await startWebPart({ ...database, replica });
  closing.push(web.close);
  await addPeople();
}, longestStartMs);
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const page = z.object({ items: z.array(z.object({ hn_id: z.string() })) });
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const period = `from_time=${dayIn(-30)}&to_time=${dayIn(1)}`;

async function listed(name: Name): Promise<string[]> {
  const answer = await web.call(`case/cases?size=100&${period}`, tokens[name]);
  expect(answer.status).toBe(200);
  return page.parse(await answer.json()).items.map(({ hn_id }) => hn_id);
}

async function addCase(hn_id: string): Promise<void> {
  const body = {
    hn_id,
    patient_id: '1',
    patient_last_name: '田中',
    birth_date: '1954-03-12',
    gender: 'female',
  };
  const headers = { 'idempotency-key': hn_id };
  const made = await web.call('case/case', tokens.doctor, { method: 'POST', body, headers });
  expect(made.status).toBe(201);
}

/** What was read, and where, since the last call. */
function since() {
  const before = replica.figures();
  return () => {
    const { reads, reads_on_primary } = replica.figures();
    return [reads - before.reads, reads_on_primary - before.reads_on_primary];
  };
}

test('a list is read from the replica, at once with every change, and only with rows of the scope', async () => {
  const reads = since();
  const added: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const hn_id = `HNR0000${String(at)}`;
    await addCase(hn_id);
    added.push(hn_id);
    for (const name of ['doctor', 'technician', 'admin'] as const)
      expect((await listed(name)).toSorted()).toEqual(added);
    expect(await listed('far doctor')).toEqual([]);
  }
  const [onReplica = 0] = reads();
  expect(onReplica).toBeGreaterThan(0);
});

test('while the replica is behind, the primary answers, and the log and the figures say so', async () => {
  await database.asReplicaSuperuser('select pg_wal_replay_pause()');
  await addCase('HNR00100');
  const reads = since();
  expect(await listed('doctor')).toContain('HNR00100');
  expect(reads()[1]).toBeGreaterThan(0);
  expect(replica.figures().state).toBe('behind');
  expect(lines.some((line) => line.includes('the replica is behind'))).toBe(true);
  await database.asReplicaSuperuser('select pg_wal_replay_resume()');
  await expect
    .poll(async () => [await listed('doctor'), replica.figures().state])
    .toEqual([expect.arrayContaining(['HNR00100']), 'used']);
  expect(lines.some((line) => line.includes('read from the replica again'))).toBe(true);
});

test('without a scope, or with a step that writes, the replica is not used', async () => {
  const { db } = web.serving;
  const identified = await makeIdentify(
    db,
    { idle_minutes: 15, absolute_hours: 12 },
    systemClock,
  )(tokens.doctor);
  if ('refused' in identified) throw new Error(identified.refused);
  const { actor } = identified.caller;
  const where = sql`select pg_is_in_recovery() as is_replica`;
  const reading = () => mayReadReplica(async () => (await db.execute(where)).rows);
  await expect.poll(() => inScope(rowScopeOf(actor), reading)).toEqual([{ is_replica: true }]);
  expect(await reading()).toEqual([{ is_replica: false }]);
  const writing = () =>
    mayReadReplica(() =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_current_xact_id()`);
        return (await tx.execute(where)).rows;
      }),
    );
  expect(await inScope(rowScopeOf(actor), writing)).toEqual([{ is_replica: false }]);
});

const ofPeriod = [
  ...['cases', 'exportCases', 'criticalTimes', 'secondSums', 'statisticsCases', 'statisticsTimes'],
  ...['statisticsArrivals', 'exportStatistics', 'ledger', 'ledgerEntries', 'exportLedger'],
];
/** These need an invoice, a notice or a recording. */
const ofRows = new Set(['invoiceRows', 'exportInvoice', 'noticeReaders', 'activities', 'fullDisclosure']);
const billed = `start_time=${dayIn(-30)}&end_time=${dayIn(1)}`;
/** Returns what a route needs besides its defaults. */
const queryOf = (name: string): string =>
  ({
    ...Object.fromEntries(ofPeriod.map((each) => [each, period])),
    findCases: 'q=HNR',
    statisticsGroups: `${period}&group=hospital`,
    ledgerEntries: `${period}&figure=result-waiting`,
    billings: billed,
    exportBilling: billed,
    billingLines: `${billed}&request_group_id=${String(hospital_id)}`,
    exportAccesses: `${period}&hospital_id=${String(hospital_id)}`,
  })[name] ?? '';

test('every route that reads from the replica answers, and writes nothing', async () => {
  for (const name of Object.keys(routes).filter((each) => replicaRoutes.has(each) && !ofRows.has(each))) {
    const { path } = z.object({ path: z.string() }).parse(Reflect.get(routes, name));
    const statusFor = async (token: string): Promise<number> =>
      (await web.call(`${path}?${queryOf(name)}`, token)).status;
    const readOnce = async () => {
      const reads = since();
      const status = await statusFor(tokens.admin);
      return [name, status === 403 ? await statusFor(tokens.chief) : status, reads()[1]];
    };
    // A replica that is behind for a moment is read the next time; a route that writes never reads from it to the end.
    await expect.poll(readOnce, { timeout: 60_000 }).toEqual([name, 200, 0]);
  }
});

test('without the replica, the primary answers', async () => {
  await database.stopReplica();
  const reads = since();
  expect(await listed('doctor')).toContain('HNR00100');
  expect(await listed('doctor')).toContain('HNR00100');
  expect(reads()[0]).toBe(0);
  expect(replica.figures().state).toBe('away');
});
