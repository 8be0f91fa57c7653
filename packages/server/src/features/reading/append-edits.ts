/**
 * Appends a batch of edits to a reading.
 *
 * Invariants: a batch is stored completely or not at all, and only once, however often it is sent; once the page has
 * the response, the batch is in the log; only the page that holds the edit lock writes, on the current analysis and
 * directly after the last edit; page and server must compute the same reading, otherwise nothing is stored.
 */
import { correctionStatus } from '@rhythmdesk/domain/case/status';
import { isDeepStrictEqual } from 'node:util';
import type { readingRoutes } from '@rhythmdesk/contract/reading';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { readingEdits, readingEditLocks } from '../../platform/db/schema/reading.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publish } from '../../platform/live/publish.ts';
import { changeOfEffects } from '../../records/cases/edit-effects.ts';
import { authorOf, saveCase } from '../../records/cases/save-case.ts';
import { keepReadingChecksum } from '../../records/readings/reading-checksum.ts';
import { lockForWriting, editLockView } from './edit-lock.ts';
import type { ReadingCall, ReadingDependencies } from './reading-dependencies.ts';
import {
  baseOf,
  isAnalysed,
  lastSequence,
  type LogId,
  logAfter,
  versionsIn,
  wholeLog,
  type ReadingBase,
} from '../../records/readings/reading-log.ts';
import { editLockOf } from './edit-lock-record.ts';

type Input = ParsedOf<typeof readingRoutes.appendEdits>;
type Output = OutputOf<typeof readingRoutes.appendEdits>;
type Locked = Awaited<ReturnType<typeof lockForWriting>>;

/** Delay between an edit and the search for critical findings, because edits come in bursts. */
const restMs = 5_000;

type Logged = { readonly page_id: string; readonly edit: unknown };

/**
 * True if the log already contains this batch. `behind` is the log after the start of the batch. This happens if the
 * response to the first attempt was lost.
 */
const holdsBatch = (behind: readonly Logged[], { page_id, edits }: Batch): boolean =>
  behind.length >= edits.length &&
  edits.every((edit, i) => behind[i]?.page_id === page_id && isDeepStrictEqual(behind[i].edit, edit));

type Batch = Pick<Input, 'page_id' | 'after' | 'analysis_version' | 'made_on' | 'edits' | 'checksum'>;

/** The analysis on which the edits of a batch were made. */
const versionOf = ({ analysis_version, made_on }: Pick<Batch, 'analysis_version' | 'made_on'>): number =>
  made_on ?? analysis_version;

/** The log that a batch is for, with its row locked. */
type OpenLog = {
  readonly tx: Tx;
  readonly log_id: LogId;
  readonly case_id: number;
  /** True if the page of the batch holds the edit lock. */
  readonly holdsEditLock: () => Promise<boolean>;
  /** The id under which the thread stores the log. */
  readonly reading_id: number;
  readonly request_id: string;
};
type ChecksumDependencies = Pick<ReadingDependencies, 'thread' | 'log'>;

/** Returns the newest analysis, and the earlier ones that the log or this batch refers to. */
async function baseFor(batch: Batch, { tx, log_id, case_id }: OpenLog): Promise<ReadingBase> {
  const made_on = versionOf(batch);
  const base = await baseOf(tx, case_id, sql`${versionsIn(log_id)} union select ${made_on}::integer`);
  const isCurrent = base?.analysis_version === batch.analysis_version;
  const isKnown = made_on <= batch.analysis_version && (await isAnalysed(tx, case_id, made_on));
  if (!isCurrent || !isKnown) throw new Refusal('reading/other-analysis');
  return base;
}

/** Refuses if the readings of page and server differ after this batch. */
async function requireSameChecksum(
  { thread, log }: ChecksumDependencies,
  batch: Batch,
  open: OpenLog,
): Promise<void> {
  const { after, analysis_version, edits, checksum: expected } = batch;
  const { tx, log_id, reading_id, request_id } = open;
  const made_on = versionOf(batch);
  const base = await baseFor(batch, open);
  const checksum = await thread.checksumAfter({
    reading_id,
    base: base.files,
    head: after,
    edits: edits.map((edit, i) => ({ sequence: after + i + 1, analysis_version: made_on, edit })),
    log: (known) => wholeLog(tx, log_id, known),
  });
  if (checksum === expected) return;
  const found = { request_id, reading_id, after, analysis_version, page: expected, server: checksum };
  log.error(found, 'page and server come to different readings');
  throw new Refusal('reading/checksum');
}

/**
 * Returns whether to store a batch; false if the log already contains it. Refuses a batch that breaks an invariant of
 * the log.
 */
export async function isNewBatch(
  proving: ChecksumDependencies,
  batch: Batch,
  open: OpenLog,
): Promise<boolean> {
  const { tx, log_id } = open;
  const head = await lastSequence(tx, log_id);
  if (head > batch.after && holdsBatch(await logAfter(tx, log_id, batch.after), batch)) return false;
  if (!(await open.holdsEditLock())) throw new Refusal('reading/no-edit-lock');
  if (head !== batch.after) throw new Refusal('reading/behind');
  await requireSameChecksum(proving, batch, open);
  return true;
}

/**
 * Updates the case: the first edit after a verification ends it, and an edit during a correction saves the correction.
 * Returns the new version of the case; null if it stays.
 */
async function changeCase({ record, effects }: Locked, tx: Tx, call: ReadingCall): Promise<number | null> {
  const { facts } = record;
  if (!facts.verified && (facts.status !== correctionStatus || facts.edit_saved)) return null;
  const saving = { author: authorOf(call.caller), request_id: call.request_id, now: call.now };
  return saveCase(tx, record, changeOfEffects(effects, call.now), {
    action: 'edit-reading',
    description: 'beats',
    ...saving,
  });
}

/** Returns the rows of a batch without the column that names their log. */
export function editRowsOf(
  batch: Omit<Batch, 'checksum'>,
  { caller, now }: Pick<ReadingCall, 'caller' | 'now'>,
) {
  const { page_id, after, edits } = batch;
  const unset = Buffer.alloc(0);
  return edits.map((edit, i) => ({
    sequence: after + i + 1,
    analysis_version: versionOf(batch),
    edit: sql`${JSON.stringify(edit)}::jsonb`,
    page_id,
    user_id: caller.id,
    created_at: now,
    // A trigger of the database fills both hashes.
    previous_hash: unset,
    hash: unset,
  }));
}

async function store(tx: Tx, input: Input, call: ReadingCall): Promise<void> {
  const { case_id, analysis_version, checksum } = input;
  await tx.insert(readingEdits).values(editRowsOf(input, call).map((row) => ({ case_id, ...row })));
  const sequence = input.after + input.edits.length;
  await keepReadingChecksum(tx, { case_id, analysis_version, sequence, checksum });
  await tx.update(readingEditLocks).set({ seen_at: call.now }).where(eq(readingEditLocks.case_id, case_id));
}

async function append(
  dependencies: ReadingDependencies,
  tx: Tx,
  input: Input,
  call: ReadingCall,
): Promise<Output> {
  const { case_id, page_id, after, edits } = input;
  const answer = { case_id, sequence: after + edits.length };
  const { actor } = call.caller;
  const seen = { actor, page_id, now: call.now };
  const locked = await lockForWriting(tx, case_id, actor);
  const isNew = await isNewBatch(dependencies, input, {
    tx,
    log_id: { case_id },
    case_id,
    holdsEditLock: async () => editLockView(locked.record.facts, await editLockOf(tx, case_id), seen).here,
    reading_id: case_id,
    request_id: call.request_id,
  });
  if (!isNew) return answer;
  await store(tx, input, call);
  const version = await changeCase(locked, tx, call);
  const run_at = new Date(call.now.getTime() + restMs);
  await enqueue(tx, 'find-critical', { case_id }, { key: String(case_id), run_at, keeps_time: true });
  await publish(tx, { type: 'reading', case_id, sequence: answer.sequence });
  return version === null ? answer : { ...answer, version };
}

export async function appendEdits(
  dependencies: ReadingDependencies,
  input: Input,
  call: ReadingCall,
): Promise<Output> {
  const answer = await transact(dependencies.db, (tx) => append(dependencies, tx, input, call));
  dependencies.thread.confirm(answer.case_id, answer.sequence);
  return answer;
}
