/**
 * The next edits of a reading.
 *
 * Laws: a batch is stored whole or not at all, and once, however often it is sent; who acknowledged it has it in the
 * log; only the page that holds the pen writes, on the analysis that stands and behind the last edit; the reading that
 * the page comes to is the one that the server comes to, else nothing is stored.
 */
import { isDeepStrictEqual } from 'node:util';
import type { readingRoutes } from '@rhythmdesk/contract/reading';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { isHeld } from '@rhythmdesk/domain/case/pen';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { readingEdits, readingPens } from '../../platform/db/schema/reading.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publish } from '../../platform/live/publish.ts';
import { changeOf } from '../../records/cases/edit-effects.ts';
import { authorOf, saveCase } from '../../records/cases/save-case.ts';
import { lockForWriting } from './pen.ts';
import type { ReadingCall, ReadingDependencies } from './reading-dependencies.ts';
import { baseOf, headOf, logAfter, wholeLog } from '../../records/readings/reading-log.ts';
import { heldPen, penOf } from './pen-record.ts';

type Input = ParsedOf<typeof readingRoutes.appendEdits>;
type Output = OutputOf<typeof readingRoutes.appendEdits>;
type Locked = Awaited<ReturnType<typeof lockForWriting>>;

/** After an edit, until what is critical is looked for: edits come in bursts. */
const restMs = 5_000;

/** Whether the log holds this batch already: its answer was lost on the way. */
async function isStored(tx: Tx, { case_id, page_id, after, edits }: Input): Promise<boolean> {
  const stored = (await logAfter(tx, case_id, after)).slice(0, edits.length);
  return (
    stored.length === edits.length &&
    stored.every((row, i) => row.page_id === page_id && isDeepStrictEqual(row.edit, edits[i]))
  );
}

async function proveChecksum(
  dependencies: ReadingDependencies,
  tx: Tx,
  input: Input,
  { request_id }: ReadingCall,
): Promise<void> {
  const { case_id, after, analysis_version, edits } = input;
  const base = await baseOf(tx, case_id);
  if (base?.analysis_version !== analysis_version) throw new Refusal('reading/other-analysis');
  const checksum = await dependencies.thread.checksumAfter({
    case_id,
    base: base.files,
    head: after,
    edits: edits.map((edit, i) => ({ sequence: after + i + 1, analysis_version, edit })),
    log: (known) => wholeLog(tx, case_id, known),
  });
  if (checksum === input.checksum) return;
  const found = { request_id, case_id, after, analysis_version, page: input.checksum, server: checksum };
  dependencies.log.error(found, 'page and server come to different readings');
  throw new Refusal('reading/checksum');
}

/** The case's own part: a verification ends with the first edit after it, a correction has been saved. */
async function changeCase({ record, effects }: Locked, tx: Tx, call: ReadingCall): Promise<void> {
  const { facts } = record;
  if (!facts.verified && (facts.status !== 'edit' || facts.edit_saved)) return;
  const saving = { author: authorOf(call.caller), request_id: call.request_id, now: call.now };
  await saveCase(tx, record, changeOf(effects, call.now), {
    action: 'edit-reading',
    description: 'beats',
    ...saving,
  });
}

async function store(tx: Tx, input: Input, { caller, now }: ReadingCall): Promise<void> {
  const { case_id, page_id, after, analysis_version, edits } = input;
  const unset = Buffer.alloc(0);
  await tx.insert(readingEdits).values(
    edits.map((edit, i) => ({
      case_id,
      sequence: after + i + 1,
      analysis_version,
      edit: sql`${JSON.stringify(edit)}::jsonb`,
      page_id,
      user_id: caller.id,
      created_at: now,
      // The database's own: continue_reading() fills them.
      previous_hash: unset,
      hash: unset,
    })),
  );
  await tx.update(readingPens).set({ seen_at: now }).where(eq(readingPens.case_id, case_id));
}

async function append(
  dependencies: ReadingDependencies,
  tx: Tx,
  input: Input,
  call: ReadingCall,
): Promise<Output> {
  const { case_id, page_id, after, edits } = input;
  const answer = { case_id, sequence: after + edits.length };
  const locked = await lockForWriting(tx, case_id, call.caller.actor);
  const head = await headOf(tx, case_id);
  if (head > after && (await isStored(tx, input))) return answer;
  const pen = heldPen(await penOf(tx, case_id));
  const isMine =
    isHeld(locked.record.facts, pen, call.now.getTime()) &&
    pen.user_id === call.caller.id &&
    pen.page_id === page_id;
  if (!isMine) throw new Refusal('reading/no-pen');
  if (head !== after) throw new Refusal('reading/behind');
  await proveChecksum(dependencies, tx, input, call);
  await store(tx, input, call);
  await changeCase(locked, tx, call);
  const run_at = new Date(call.now.getTime() + restMs);
  await enqueue(tx, 'find-critical', { case_id }, { key: String(case_id), run_at, keeps_time: true });
  await publish(tx, { type: 'reading', case_id, sequence: answer.sequence });
  return answer;
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
