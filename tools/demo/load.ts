/**
 * Loads the demo's people, cases and recordings beside the running server, once: a mark in the audit log says that it
 * is done. Ends with the sign-ins. `--long` adds one recording of fourteen days to a demo that has none yet.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requestAnalysis } from '@rhythmdesk/server/features/analysis/analysis-record';
import { passwordHashes } from '@rhythmdesk/server/features/people/password-hashes';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { notifications } from '@rhythmdesk/server/platform/db/schema/notices';
import { auditLog } from '@rhythmdesk/server/platform/db/schema/operations';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { userGroups } from '@rhythmdesk/server/platform/db/schema/people';
import { recordings } from '@rhythmdesk/server/platform/db/schema/recordings';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { CaseLoader } from './case-loader.ts';
import { casePlans, longPlan, type CasePlan } from './case-plans.ts';
import { addPeople, readPeople } from './demo-callers.ts';
import { addDemoCertificate } from './demo-certificate.ts';
import { closeDemoMonths } from './demo-invoices.ts';
import { playCritical } from './demo-critical.ts';
import { addDemoNotices } from './demo-notices.ts';
import { demoGroups, demoPassword } from './demo-people.ts';
import { playReturned } from './demo-returned.ts';
import { playSecond } from './demo-second.ts';
import { signInText } from './sign-in-text.ts';

const loaded = 'demo.loaded';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function isLoaded(db: Db): Promise<boolean> {
  const rows = await db.select({ id: auditLog.audit_id }).from(auditLog).where(eq(auditLog.action, loaded));
  return rows.length > 0;
}

async function hasCases(db: Db): Promise<boolean> {
  const rows = await db.select({ id: cases.case_id }).from(cases).limit(1);
  return rows.length > 0;
}

/** Three at a time: one draws its signal while the others wait for the database. */
async function loadAll(loader: CaseLoader, plans: readonly CasePlan[]): Promise<void> {
  const waiting = [...plans.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, plan] = next;
      await loader.load(plan);
      if (index % 100 === 99) say(`  ${String(index + 1)} of ${String(plans.length)} cases`);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
}

/** Cases are loaded one by one, notifications are listed by number: they are numbered anew as they were told. */
async function sortNotifications(db: Db): Promise<void> {
  await transact(db, async (tx) => {
    const deleted = await tx.delete(notifications).returning();
    const inOrder = deleted.toSorted(
      (a, b) => a.create_time.getTime() - b.create_time.getTime() || a.id - b.id,
    );
    const rows = inOrder.map(({ id: _loaded, ...row }) => row);
    for (let at = 0; at < rows.length; at += 1000) {
      await tx.insert(notifications).values(rows.slice(at, at + 1000));
    }
  });
}

/** What was said more than a day ago has been read. */
async function readOldNotifications(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000);
  await db.update(notifications).set({ status: 'Y' }).where(lt(notifications.create_time, yesterday));
}

const analysedHours = 24;

/** The running server analyses what has a signal in the background, shortest first; nobody waits for it. */
async function queueAnalyses(db: Db): Promise<void> {
  const rows = await db
    .select({ case_id: recordings.case_id })
    .from(recordings)
    .where(
      and(
        isNull(recordings.purged_at),
        sql`not exists (select from analyses a where a.case_id = ${recordings.case_id})`,
        sql`${recordings.samples} <= ${recordings.sampling_hz} * 3600 * ${analysedHours}::int`,
      ),
    )
    .orderBy(sql`${recordings.samples} / ${recordings.sampling_hz}`, recordings.case_id);
  await transact(db, async (tx) => {
    for (const { case_id } of rows) await requestAnalysis(tx, case_id);
  });
}

async function beginConsents(db: Db): Promise<void> {
  for (const { name, consents } of demoGroups) {
    if (consents === undefined) continue;
    await db.update(userGroups).set({ agree_type: consents }).where(eq(userGroups.name, name));
  }
}

async function load(db: Db, folder: string, now: Date): Promise<void> {
  if (await hasCases(db)) {
    throw new Error('The demo was not loaded to its end. Start it afresh: npm run demo -- --reset');
  }
  const world = await addPeople(db, await passwordHashes().make(demoPassword));
  await addDemoNotices(db, world, now);
  await addDemoCertificate(db, folder, world, now);
  const files = await openDiskStore(folder);
  try {
    const plans = casePlans(now);
    await loadAll(new CaseLoader(db, files, world, now), plans);
    const loading = { db, files, files_folder: folder };
    await playCritical(loading, world, plans, new Date());
    await playReturned(loading, world, plans, now);
    await playSecond(loading, world, plans, now);
  } finally {
    await files.close();
  }
  await closeDemoMonths(db, world, now);
  await sortNotifications(db);
  await readOldNotifications(db, now);
  await queueAnalyses(db);
  await beginConsents(db);
  await db.insert(auditLog).values({ action: loaded, target: 'demo', request_id: 'demo' });
}

async function addLong(db: Db, folder: string, now: Date): Promise<void> {
  const plan = longPlan(now);
  const known = await db.select({ id: cases.case_id }).from(cases).where(eq(cases.hn_id, plan.hn_id));
  if (known.length > 0) return;
  say('  a recording of 14 days');
  const files = await openDiskStore(folder);
  try {
    const case_id = await new CaseLoader(db, files, await readPeople(db), now).load(plan);
    await transact(db, (tx) => requestAnalysis(tx, case_id));
  } finally {
    await files.close();
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
  const dataDir = process.env['DATA_DIR'] ?? '';
  const running = await findRunningEmbedded(dataDir);
  if (running === null) throw new Error('The demo’s server is not running.');
  const pool = openPool(running.app, () => undefined, {
    connections: 4,
    statementTimeoutMs: 60_000,
    rows: 'everything',
  });
  const db = openDb(pool);
  const now = new Date();
  const folder = join(dataDir, 'files');
  try {
    if (!(await isLoaded(db))) {
      say('Loading the demo: invented people, synthetic recordings');
      await load(db, folder, now);
    }
    if (values.long) await addLong(db, folder, now);
    say(signInText());
  } finally {
    await pool.end();
  }
}

await run().catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exitCode = 1;
});
