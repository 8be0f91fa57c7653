/**
 * Kills the server with −9 while a user opens one case after the other, and checks which of these reads are missing in
 * the audit log.
 *
 * Invariants: the log contains the reads in order without a gap, so a kill loses only the last ones. In the long form,
 * on an otherwise idle machine, no read is missing that was answered more than a second before the kill.
 */
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { auditLog } from '@rhythmdesk/server/platform/db/schema/operations';
import { and, eq, inArray } from 'drizzle-orm';
import { api, askAgain } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { withInstallation, type Installation } from './installation.ts';
import { newJournal, writeOnce } from './journal.ts';
import { until } from './until.ts';

const casesARound = 40;
const readsAfterTheFirst = 25;
const longestLossMs = 1_000;

type Read = { readonly case_id: number; readonly answered_ms: number };

/** Opens each case once, because the log counts a second read by the same user as the same read. */
async function openUntil(
  { address, tokens }: Installation,
  case_ids: readonly number[],
  reads: Read[],
  isOver: () => boolean,
): Promise<void> {
  for (const case_id of case_ids) {
    if (isOver()) return;
    const { status } = await askAgain(address(), api(`case/case/${String(case_id)}`), tokens.doctor);
    if (status === 200 && !isOver()) reads.push({ case_id, answered_ms: performance.now() });
  }
}

async function openingsOf(db: Db, case_ids: readonly number[]): Promise<Set<number | null>> {
  const rows = await db
    .select({ case_id: auditLog.case_id })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'case.open'), inArray(auditLog.case_id, [...case_ids])));
  return new Set(rows.map(({ case_id }) => case_id));
}

/** Returns how many reads the kill lost, and how long before the kill the oldest of them was answered. */
async function round(installation: Installation) {
  const journal = newJournal();
  while (journal.acknowledged.size < casesARound)
    await writeOnce(journal, installation.address(), installation.tokens.doctor);
  const case_ids = [...journal.acknowledged.values()];
  const reads: Read[] = [];
  const state = { over: false };
  const reading = openUntil(installation, case_ids, reads, () => state.over);
  await installation.withDb((db) =>
    until('a read is in the log', async () => (await openingsOf(db, case_ids)).size > 0),
  );
  const seen = reads.length;
  await until('more was read', () => reads.length >= Math.min(seen + readsAfterTheFirst, casesARound));
  state.over = true;
  const killed_ms = performance.now();
  await installation.process('main').kill();
  await reading;
  await installation.start('main');
  await installation.untilReady();
  const kept = await installation.withDb((db) => openingsOf(db, case_ids));
  const lost = reads.filter(({ case_id }) => !kept.has(case_id));
  const order = reads.map(({ case_id }) => kept.has(case_id));
  invariant(
    !order.slice(order.indexOf(false)).includes(true) || lost.length === 0,
    'a kill loses only the last reads',
  );
  return {
    answered: reads.length,
    lost: lost.length,
    loss_ms: killed_ms - (lost[0]?.answered_ms ?? killed_ms),
  };
}

async function rounds(installation: Installation, count: number, report: FaultReport): Promise<number> {
  const all: Awaited<ReturnType<typeof round>>[] = [];
  for (let at = 0; at < count; at += 1) all.push(await round(installation));
  const sum = (of: (each: (typeof all)[number]) => number): number =>
    all.reduce((to, each) => to + of(each), 0);
  const worst = Math.max(...all.map(({ loss_ms }) => loss_ms));
  report('kills', count);
  report(
    'reads answered',
    sum(({ answered }) => answered),
  );
  report(
    'reads missing in the log',
    sum(({ lost }) => lost),
  );
  report('the oldest missing one before its kill, ms', Math.round(worst));
  return worst;
}

export const killedReads: FaultProgram = {
  name: 'killed-reads',
  says: 'kill −9 loses only the last reads of the audit log',
  run: (size, report, count) =>
    withInstallation(size, async (installation) => {
      const worst = await rounds(installation, count ?? (size === 'long' ? 50 : 1), report);
      invariant(size === 'short' || worst <= longestLossMs, 'no kill loses more than one second of reads');
    }),
};
