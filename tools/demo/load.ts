/**
 * Loads the demo's people, cases and recordings beside the running server, once: an entry in the audit log records that
 * it is done. People are loaded first, so that everyone can sign in at once; then the cases, open ones first. `--long`
 * adds one recording of fourteen days to a demo that has none yet.
 */
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requestAnalysis } from '@rhythmdesk/server/records/readings/request-analysis';
import { passwordHashes } from '@rhythmdesk/server/features/people/password-hashes';
import { openDb, type Db } from '@rhythmdesk/server/platform/db/database';
import { auditLog } from '@rhythmdesk/server/platform/db/schema/operations';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { userGroups } from '@rhythmdesk/server/platform/db/schema/people';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { Refusal } from '@rhythmdesk/server/platform/http/refusal';
import { eq, sql } from 'drizzle-orm';
import { beginLoading, endLoading } from '../demo-run/demo-folder.ts';
import type { LoadProgress } from '../demo-run/load-progress.ts';
import { untilReady } from '../demo-run/until-ready.ts';
import { CaseLoader } from './case-loader.ts';
import { casePlans, inLoadingOrder, longPlan, type CasePlan } from './case-plans.ts';
import { queueAnalyses, type Loading } from './demo-analysis.ts';
import { addPeople, readPeople, type DemoWorld } from './demo-callers.ts';
import { addDemoCertificate } from './demo-certificate.ts';
import { closeDemoMonths } from './demo-invoices.ts';
import { playCritical } from './demo-critical.ts';
import { addDemoNotices } from './demo-notices.ts';
import { readOldNotifications, sortNotifications } from './demo-notifications.ts';
import { demoGroups, demoPassword } from './demo-people.ts';
import { openDemoPool } from './demo-pool.ts';
import { playReturned } from './demo-returned.ts';
import { playSecond } from './demo-second.ts';

const loaded = 'demo.loaded';
/** Cases loaded in parallel: one generates its signal or waits for the disk while others use the database. */
const lanes = 3;
/** Lower priority than the server, whose pages users open meanwhile. */
const loaderNiceness = 10;

const report = (progress: LoadProgress): void => void process.send?.(progress);

async function isLoaded(db: Db): Promise<boolean> {
  const rows = await db.select({ id: auditLog.audit_id }).from(auditLog).where(eq(auditLog.action, loaded));
  return rows.length > 0;
}

async function hasCases(db: Db): Promise<boolean> {
  const rows = await db.select({ id: cases.case_id }).from(cases).limit(1);
  return rows.length > 0;
}

async function loadCases(loader: CaseLoader, plans: readonly CasePlan[], onCase: () => void): Promise<void> {
  const waiting = [...plans];
  const lane = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      await loader.load(plan);
      onCase();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Sets what institutions require from now on; the demo's past cases did not need it. */
async function beginRules(db: Db): Promise<void> {
  for (const { name, consents, coverage_minimum } of demoGroups) {
    const rules = {
      ...(consents === undefined ? {} : { agree_type: consents }),
      ...(coverage_minimum === undefined ? {} : { coverage_minimum }),
    };
    if (Object.keys(rules).length === 0) continue;
    await db.update(userGroups).set(rules).where(eq(userGroups.name, name));
  }
}

/** Adds one special case. If the user of the demo changed its case meanwhile, it is left out. */
async function playScene(scene: Promise<void>): Promise<void> {
  try {
    await scene;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
  }
}

/** Loads cases with a signal first, with the work on them; cases finished long ago follow. */
async function loadWork(loading: Loading, world: DemoWorld, now: Date): Promise<void> {
  const { db, files } = loading;
  const loader = new CaseLoader(db, files, world, now);
  const plans = casePlans(now);
  const { recent, old } = inLoadingOrder(plans);
  let count = 0;
  const onCase = (): void => report({ step: 'cases', loaded: (count += 1), all: plans.length });
  await loadCases(loader, recent, onCase);
  await playScene(playCritical(loading, world, plans, new Date()));
  await playScene(playReturned(loading, world, plans, now));
  await playScene(playSecond(loading, world, plans, now));
  await queueAnalyses(db);
  await loadCases(loader, old, onCase);
  await closeDemoMonths(db, world, now);
}

async function load(db: Db, data_dir: string, now: Date): Promise<void> {
  if (await hasCases(db)) {
    throw new Error('The demo was not loaded completely. Load it again: npm run demo -- --reset');
  }
  beginLoading(data_dir);
  const world = await addPeople(db, await passwordHashes().make(demoPassword));
  report({ step: 'people' });
  setPriority(loaderNiceness);
  const files_folder = join(data_dir, 'files');
  await addDemoNotices(db, world, now);
  await addDemoCertificate(db, files_folder, world, now);
  const files = await openDiskStore(files_folder);
  try {
    await loadWork({ db, files, files_folder }, world, now);
  } finally {
    await files.close();
  }
  await sortNotifications(db);
  await readOldNotifications(db, now);
  await beginRules(db);
  await transact(db, async (tx) => {
    // This commit waits for the disk, and with it all earlier commits are on disk.
    await tx.execute(sql`set local synchronous_commit = on`);
    await tx.insert(auditLog).values({ action: loaded, target: 'demo', request_id: 'demo' });
  });
  endLoading(data_dir);
}

async function addLong(db: Db, data_dir: string, now: Date): Promise<void> {
  const plan = longPlan(now);
  const known = await db.select({ id: cases.case_id }).from(cases).where(eq(cases.hn_id, plan.hn_id));
  if (known.length > 0) return;
  const files = await openDiskStore(join(data_dir, 'files'));
  try {
    const case_id = await new CaseLoader(db, files, await readPeople(db), now).load(plan);
    await transact(db, (tx) => requestAnalysis(tx, case_id));
  } finally {
    await files.close();
  }
}

/** The loader gets the same environment as the server, so folder and address are the same. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
  const { DATA_DIR: data_dir = '', PUBLIC_URL: origin = '' } = process.env;
  // The process that started the loader ends it if the server ends.
  await untilReady(origin, Promise.withResolvers<never>().promise);
  report({ step: 'server' });
  const running = await findRunningEmbedded(data_dir);
  if (running === null) throw new Error('The demo’s server is not running.');
  const pool = openDemoPool(running.owner, lanes + 1);
  const db = openDb(pool);
  const now = new Date();
  try {
    if (await isLoaded(db)) report({ step: 'people' });
    else await load(db, data_dir, now);
    if (values.long) await addLong(db, data_dir, now);
    report({ step: 'loaded' });
  } finally {
    await pool.end();
  }
  if (process.connected) process.disconnect();
}

await run().catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
});
