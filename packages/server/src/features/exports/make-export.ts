/**
 * Makes an export: reads the rows that its owner may read now, writes them into a stored file and notifies the owner.
 *
 * Invariants: running it twice, one after the other or at once, leaves one file and notifies once; the owner's rights
 * are read again when it begins; a cancelled export ends within a batch; the audit log gets every case of the file in
 * the transaction that gives the file to the owner; progress is published once a second at most.
 */
import type { JobContext } from '../../platform/jobs/runner.ts';
import type { NotificationCode } from '@rhythmdesk/domain/notice/notifications';
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { and, eq, inArray } from 'drizzle-orm';
import { beginCall, unaudited } from '../../platform/audit/audited-call.ts';
import { insertAudit, auditRowsOf } from '../../platform/audit/write-audit.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { mayReadReplica } from '../../platform/db/replica.ts';
import { inScope, rowScopeOf } from '../../platform/db/row-scope.ts';
import { exports } from '../../platform/db/schema/exports.ts';
import { transact } from '../../platform/db/transact.ts';
import { writeFrom, type FileStore, type StoredFile } from '../../platform/files/file-store.ts';
import { holdNames } from '../../platform/files/store-lock.ts';
import { removeUnnamed } from '../../platform/files/unnamed-files.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { reportedBatches } from '../../platform/spreadsheet/answer-sheet.ts';
import { streamSheet } from '../../platform/spreadsheet/stream-sheet.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { writeShown } from '../../records/readings/shown-readings.ts';
import { readAsking } from '../../records/people/asking.ts';
import { keptMs, provedRow, notifyOwner, type ProvedExport } from './export-record.ts';
import type { ExportSource, ExportSources } from './export-source.ts';

export type MakingExports = {
  readonly db: Db;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly sources: ExportSources;
};

const progressEveryMs = 1_000;
/** Number of cases in one row of the audit log. */
const casesInRow = 5_000;

/** The export was cancelled or has expired, or another run has made it. */
class NotWanted extends Error {}

const underWay = inArray(exports.state, ['waiting', 'working']);

async function begin({ db }: MakingExports, export_id: number): Promise<ProvedExport | null> {
  return transact(db, async (tx) => {
    const [row] = await tx
      .update(exports)
      .set({ state: 'working', rows_done: 0 })
      .where(and(eq(exports.export_id, export_id), underWay))
      .returning();
    if (row === undefined) return null;
    await notifyOwner(tx, row);
    return provedRow(row);
  });
}

/**
 * Stores how many rows are done, checks whether the export is still wanted, and publishes the progress at intervals.
 */
function progressOf({ db, clock }: MakingExports, row: ProvedExport) {
  const own = eq(exports.export_id, row.export_id);
  let [rows_done, progressAtMs] = [0, clock.now().getTime()];
  return {
    add: async (rows: number): Promise<void> => {
      rows_done += rows;
      const nowMs = clock.now().getTime();
      if (nowMs - progressAtMs < progressEveryMs) {
        const [found] = await db.select({ state: exports.state }).from(exports).where(own);
        if (found?.state !== 'working') throw new NotWanted();
        return;
      }
      progressAtMs = nowMs;
      await transact(db, async (tx) => {
        const working = and(own, eq(exports.state, 'working'));
        const updated = await tx.update(exports).set({ rows_done }).where(working).returning();
        if (updated.length === 0) throw new NotWanted();
        await notifyOwner(tx, row);
      });
    },
    rowsDone: () => rows_done,
  };
}

async function notify(tx: Tx, row: ProvedExport, code: NotificationCode, now: Date): Promise<void> {
  await insertNotifications(tx, [
    {
      user_id: row.user_id,
      patch_id: null,
      code,
      category: notificationTable[code].category,
      parameters: { filename: row.filename },
      create_time: now,
    },
  ]);
  await notifyOwner(tx, row);
}

type Made = {
  readonly caller: Asking;
  readonly stored: StoredFile;
  readonly rows: number;
  readonly case_ids: ReadonlySet<number>;
  readonly target: string | undefined;
  readonly reason: string | undefined;
};

/** Writes the access to the audit log: who requested it, and the cases in portions. */
async function audit(
  tx: Tx,
  { sources, clock }: MakingExports,
  row: ProvedExport,
  made: Made,
): Promise<void> {
  const { caller, case_ids, target, reason = '' } = made;
  const act = sources[row.kind].act;
  const ids = [...case_ids];
  const who = { user_id: caller.id, role_key: caller.role_key, user_group_id: caller.user_group.id };
  const portions: (readonly number[] | undefined)[] = [];
  for (let at = 0; at < ids.length; at += casesInRow) portions.push(ids.slice(at, at + casesInRow));
  for (const portion of portions.length === 0 ? [undefined] : portions) {
    const call = beginCall({
      ...{ name: 'make-export', act, address: null, user_agent: '', now: clock.now },
      request_id: row.request_id,
    });
    Object.assign(call.noted, { who, reason, target: target ?? `export/${String(row.export_id)}` });
    if (portion !== undefined) call.noted.case_ids = portion;
    await insertAudit(tx, auditRowsOf(call, act, { outcome: 'done', code: null }));
  }
}

async function finish(making: MakingExports, row: ProvedExport, made: Made): Promise<void> {
  const { db, files, clock } = making;
  const { stored, rows } = made;
  const now = clock.now();
  const isOurs = await transact(db, async (tx) => {
    await holdNames(tx);
    const done = await tx
      .update(exports)
      .set({
        ...{
          state: 'done',
          sha256: stored.sha256,
          size_bytes: stored.bytes,
          rows_done: rows,
          rows_total: rows,
        },
        ended_at: now,
        expires_at: new Date(now.getTime() + keptMs),
      })
      .where(and(eq(exports.export_id, row.export_id), eq(exports.state, 'working')))
      .returning({ export_id: exports.export_id });
    if (done.length === 0) return false;
    await audit(tx, making, row, made);
    if (row.kind === 'fullDisclosure') await writeShown(tx, [row.user_id], [...made.case_ids]);
    await notify(tx, row, 'export-done', now);
    return true;
  });
  if (!isOurs) await removeUnnamed({ db, files }, [stored.sha256]);
}

async function fail({ db, clock }: MakingExports, row: ProvedExport, code: RefusalCode): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    const failed = await tx
      .update(exports)
      .set({ state: 'failed', code, ended_at: now })
      .where(and(eq(exports.export_id, row.export_id), underWay))
      .returning({ export_id: exports.export_id });
    if (failed.length > 0) await notify(tx, row, 'export-failed', now);
  });
}

type BatchProgress = {
  readonly rows: (rows: number) => Promise<void>;
  readonly cases: (case_ids: readonly number[]) => void;
};

/** Reads each batch from the replica, if there is one; what happens between two batches writes to the primary. */
async function* batchesFromReplica<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch, undefined> {
  const iterator = batches[Symbol.asyncIterator]();
  for (;;) {
    const step = await mayReadReplica(() => iterator.next());
    if (step.done === true) return;
    yield step.value;
  }
}

/** Yields the bytes of the file and reports rows and cases as they pass. */
async function* bytesOf(
  source: ExportSource,
  batchProgress: BatchProgress,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  if ('pieces' in source) {
    batchProgress.cases(source.case_ids);
    for await (const { bytes, done } of batchesFromReplica(source.pieces(signal))) {
      await batchProgress.rows(done);
      yield bytes;
    }
    return;
  }
  const batches = reportedBatches(batchesFromReplica(source.batches(signal)), async (batch) => {
    batchProgress.cases(batch.case_ids ?? []);
    await batchProgress.rows(batch.rows.length);
  });
  yield* streamSheet(source, batches, signal);
}

async function make(making: MakingExports, row: ProvedExport, signal: AbortSignal): Promise<Made> {
  const { db, files, sources } = making;
  const found = await readAsking(db, row.user_id);
  if (found === null) throw new Refusal('auth/account-inactive');
  const caller = { ...found, user_group: { ...found.user_group, time_zone: row.time_zone } };
  const query = { caller, input: row.input, language: row.language };
  return inScope(rowScopeOf(caller.actor), async () => {
    const source = await mayReadReplica(() => sources[row.kind].open(query));
    const case_ids = new Set<number>();
    const progress = progressOf(making, row);
    const batchProgress: BatchProgress = {
      rows: progress.add,
      cases: (some) => some.forEach((case_id) => case_ids.add(case_id)),
    };
    const stored = await writeFrom(files, bytesOf(source, batchProgress, signal), { signal });
    const target = 'target' in source ? source.target : undefined;
    const reason = 'reason' in source ? source.reason : undefined;
    return { caller, stored, rows: progress.rowsDone(), case_ids, target, reason };
  });
}

export async function makeExport(
  making: MakingExports,
  export_id: number,
  { signal, is_last_attempt }: Pick<JobContext, 'signal' | 'is_last_attempt'>,
): Promise<void> {
  await unaudited(async () => {
    const row = await begin(making, export_id);
    if (row === null) return;
    try {
      await finish(making, row, await make(making, row, signal));
    } catch (fault) {
      if (fault instanceof NotWanted) return;
      if (fault instanceof Refusal) return fail(making, row, fault.code);
      if (is_last_attempt && !signal.aborted) await fail(making, row, 'server/fault');
      throw fault;
    }
  });
}
