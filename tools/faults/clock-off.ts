/**
 * Sets the server's clock ahead and back by minutes, hours and years, while the clocks of the database and the users
 * stay right.
 *
 * Invariants: everything acknowledged exists once, with an intact history ordered by version, although times go back. A
 * repeated call with one key acts once, before, during and after. An expired session stays expired, and one started
 * ahead of time is expired afterwards. `/readyz` reports the fault, and the server keeps serving. Nothing is deleted
 * because of a wrong clock. Scheduled work runs again once the clock is right.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSession } from '@rhythmdesk/server/features/people/sessions';
import { users } from '@rhythmdesk/server/platform/db/schema/people';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { api, askAgain, codeOf, health } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { newJournal, checkJournal, writeOnce, type Journal } from './journal.ts';
import { withOwnNode, type Nodes } from './nodes.ts';
import { beginUpload, uploadOffsetOf, type Begun } from './tus-client.ts';
import { until } from './until.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const yearMs = 365 * 24 * hourMs;
const sessionLimits = { idle_minutes: 15, absolute_hours: 12 };
const jumps: Readonly<Record<FaultSize, readonly number[]>> = {
  short: [yearMs],
  long: [20 * minuteMs, -20 * minuteMs, 26 * hourMs, -26 * hourMs, yearMs, -yearMs, 10 * yearMs],
};
const made = z.object({ case_id: z.number() });
const versions = z.array(z.object({ version: z.number(), created_at: z.coerce.date() }));
const patient = { patient_id: '1', patient_last_name: '田中', birth_date: '1954-03-12', gender: 'female' };

type FaultContext = Nodes & {
  /** Sets the server's clock this far ahead of all others, by more than the tolerance at once. */
  readonly setBy: (ms: number) => Promise<void>;
  readonly write: (ms: number) => Promise<void>;
  readonly journal: Journal;
  readonly kept: Begun;
};

const addressOf = ({ nodes: [node] }: Nodes): string => node?.address ?? '';
/** Returns a list to which the server's further lines with these words are added. */
const listenTo = ({ nodes: [node] }: Nodes, words: string): readonly string[] => node?.listen(words) ?? [];

/** Signs in as a server with this clock would. */
async function signIn({ database: { db } }: Nodes, aheadMs: number): Promise<string> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.user_id, 'faultdoctor'));
  const seen = { user_id: row?.id ?? 0, ip: '127.0.0.1', user_agent: '' };
  return startSession(db, seen, sessionLimits, new Date(Date.now() + aheadMs));
}

const statusFor = async (context: Nodes, token: string): Promise<string> => {
  const answer = await askAgain(addressOf(context), api('user/me'), token);
  return answer.status === 200 ? 'let in' : (codeOf(answer) ?? String(answer.status));
};

/** Performs one action with one key, however often it is called; returns its case. */
async function actOnce(context: Nodes, token: string, hn_id: string): Promise<number> {
  const headers = { 'idempotency-key': `clock-${hn_id}` };
  const answer = await askAgain(addressOf(context), api('case/case'), token, {
    method: 'POST',
    body: { ...patient, hn_id },
    headers,
  });
  invariant(answer.status === 201, `one act by one key: ${JSON.stringify(answer.body)}`);
  return made.parse(answer.body).case_id;
}

/** Changes the case, which adds a step to its history. */
async function change(context: Nodes, token: string, case_id: number, version: number): Promise<void> {
  const body = { case_id, version, patient_first_name: `changed ${String(version)}` };
  const answer = await askAgain(addressOf(context), api('case/case'), token, { method: 'PUT', body });
  invariant(answer.status === 200, `a change is taken: ${JSON.stringify(answer.body)}`);
}

async function writeSome({ journal, ...context }: FaultContext, token: string): Promise<void> {
  for (let at = 0; at < 5; at += 1)
    invariant((await writeOnce(journal, addressOf(context), token, askAgain)) === 201, 'writes go on');
}

/**
 * Checks that the steps of the case are in the order of their versions; returns how often time went back between two.
 */
async function checkOrder({ database: { db } }: Nodes, case_id: number): Promise<number> {
  const rows = await db.execute(
    sql`select version, created_at from case_history where case_id = ${case_id} order by history_id`,
  );
  const steps = versions.parse(rows.rows);
  invariant(
    steps.every(({ version }, at) => version === (steps[at - 1]?.version ?? version - 1) + 1),
    'a history is ordered by its versions, whatever the clock said',
  );
  return steps.filter(({ created_at }, at) => created_at < (steps[at - 1]?.created_at ?? created_at)).length;
}

/** Runs the sweep directly while the clock is wrong. */
async function sweepNow(context: FaultContext): Promise<void> {
  const left = listenTo(context, 'nothing is forgotten by a clock');
  await context.database.db.execute(
    sql`select graphile_worker.add_job('sweep-retention', '{}'::json, queue_name => 'sweeps')`,
  );
  await until('the sweep leaves everything', () => left.length > 0);
  const standing = await uploadOffsetOf(addressOf(context), context.kept);
  invariant(standing === 0 || standing === null, 'an upload that waits is asked for');
}

async function setAndBack(context: FaultContext, jumpMs: number, at: number): Promise<number> {
  const hn_id = `HNC${String(at).padStart(6, '0')}`;
  const before = await signIn(context, 0);
  const case_id = await actOnce(context, before, hn_id);
  await writeSome(context, before);
  await context.setBy(jumpMs);
  await until('it reports its wrong clock, and serves', async () => {
    const readiness = await health(addressOf(context), 'readyz');
    return readiness?.code === 200 && readiness.troubles.includes('clock-off');
  });
  invariant(
    (await statusFor(context, before)) === 'auth/session-expired',
    'a session of another time is over',
  );
  const meanwhile = await signIn(context, jumpMs);
  invariant((await statusFor(context, meanwhile)) === 'let in', 'a user who signs in meanwhile has access');
  invariant((await actOnce(context, meanwhile, hn_id)) === case_id, 'one key is one act, meanwhile too');
  await change(context, meanwhile, case_id, 1);
  await writeSome(context, meanwhile);
  await sweepNow(context);
  await context.setBy(0);
  invariant((await statusFor(context, before)) === 'auth/session-expired', 'what was over stays over');
  invariant(
    (await statusFor(context, meanwhile)) === 'auth/session-expired',
    'what began by a wrong clock is over',
  );
  const after = await signIn(context, 0);
  invariant((await statusFor(context, after)) === 'let in', 'a user who signs in again has access');
  invariant((await actOnce(context, after, hn_id)) === case_id, 'one key is one act, afterwards too');
  await change(context, after, case_id, 2);
  await writeSome(context, after);
  await until(
    'nothing is said once it is right',
    async () => (await health(addressOf(context), 'readyz'))?.troubles.length === 0,
  );
  invariant((await uploadOffsetOf(addressOf(context), context.kept)) === 0, 'a begun upload continues');
  return checkOrder(context, case_id);
}

/** Sets the clock and waits until the change was noticed and both job runners use it. */
async function setAndWait(nodes: Nodes, write: (ms: number) => Promise<void>, ms: number): Promise<void> {
  const noticed = listenTo(nodes, 'the clock was set');
  const started = listenTo(nodes, 'is started again');
  await write(ms);
  await until('the clock that was set is followed', () => noticed.length > 0 && started.length >= 2);
}

/**
 * Sets the clock to some minutes before the retention sweep, and then forward by less than the tolerance. However slow
 * the machine is, the schedule has to catch up.
 */
async function checkSchedule(context: FaultContext): Promise<void> {
  const query = sql`select last_execution::text as at from graphile_worker._private_known_crontabs
    where identifier = 'sweep-retention'`;
  const lastOf = async (): Promise<string> => JSON.stringify((await context.database.db.execute(query)).rows);
  const before = await lastOf();
  const toMinute13 = 13 * minuteMs - (Date.now() % hourMs);
  const offMs = Math.abs(toMinute13) < 10 * minuteMs ? toMinute13 + hourMs : toMinute13;
  await context.setBy(offMs);
  await context.write(offMs + 4 * minuteMs);
  await until('the schedule runs by the clock as it is', async () => (await lastOf()) !== before);
}

async function withShiftedClock(work: (context: FaultContext) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-clock-'));
  const file = path.join(folder, 'off-ms');
  const write = (ms: number): Promise<void> => writeFile(file, `${String(ms)}\n`);
  await write(0);
  const preload = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.ts')).href;
  const settings = { CLOCK_OFF_FILE: file, NODE_OPTIONS: `--import ${preload}` };
  try {
    await withOwnNode(settings, async (nodes) => {
      const beginning = { hn_id: 'HN899999', bytes: 1_000 };
      const kept = await beginUpload(addressOf(nodes), nodes.tokens.doctor, beginning);
      const setBy = (ms: number): Promise<void> => setAndWait(nodes, write, ms);
      await work({ ...nodes, setBy, write, kept, journal: newJournal() });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function setClock(size: FaultSize, report: FaultReport): Promise<void> {
  await withShiftedClock(async (context) => {
    let wentBack = 0;
    for (const [at, jumpMs] of jumps[size].entries()) wentBack += await setAndBack(context, jumpMs, at);
    report(
      'times that the clock was set, hours',
      jumps[size].map((ms) => (ms / hourMs).toFixed(1)).join(', '),
    );
    report('steps of histories with a time before that of the previous step', wentBack);
    if (size === 'long') await checkSchedule(context);
    invariant(context.nodes[0]?.isAlive() === true, 'the server lives');
    await checkJournal(context.journal, context.database.db);
    report('acknowledged writes, none lost', context.journal.acknowledged.size);
    report('slowest answer, ms', context.journal.slowestMs.toFixed(0));
  });
}

export const clockOff: FaultProgram = {
  name: 'clock-off',
  says: 'a server whose clock is set ahead or back loses nothing, opens no access and removes no old data',
  run: (size, report) => setClock(size, report),
};
