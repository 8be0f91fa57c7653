/**
 * Handles the routes of readings. Users who may open the recording may follow its reading; one page at a time edits it.
 */
import type { CaseReading, readingRoutes } from '@rhythmdesk/contract/reading';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { appendEdits } from './append-edits.ts';
import { beatLikeness } from './beat-likeness.ts';
import { coverageOf, recordCoverage } from './coverage.ts';
import { answerOfLog } from './log-answer.ts';
import { changeEditLock, editLockView } from './edit-lock.ts';
import type { ReadingCall, ReadingDependencies } from './reading-dependencies.ts';
import { baseOf, lastSequence, logAfter } from '../../records/readings/reading-log.ts';
import { openRecording } from '../../records/recordings/open-recording.ts';
import { editLockOf } from './edit-lock-record.ts';

async function readReading(
  { db }: ReadingDependencies,
  { case_id, after, page_id }: ParsedOf<typeof readingRoutes.reading>,
  { caller, now }: Pick<ReadingCall, 'caller' | 'now'>,
): Promise<CaseReading> {
  const record = await readCaseRecord(db, case_id);
  if (record === null) throw new Refusal('object/not-found');
  const sequence = await lastSequence(db, { case_id });
  const [base, log, lock] = await Promise.all([
    baseOf(db, case_id),
    logAfter(db, { case_id }, after),
    editLockOf(db, case_id),
  ]);
  const view = { actor: caller.actor, page_id, now };
  return { case_id, sequence, ...answerOfLog(base, log), edit_lock: editLockView(record.facts, lock, view) };
}

export function readingHandlers(dependencies: ReadingDependencies): Handlers<typeof readingRoutes> {
  const { db, clock } = dependencies;
  return {
    reading: async ({ caller, input, language }) => {
      await openRecording(db, caller, input.case_id);
      if (input.after === 0) dependencies.onOpened?.({ caller, input: { case_id: input.case_id, language } });
      return readReading(dependencies, input, { caller, now: clock.now() });
    },
    coverage: async ({ caller, input }) => {
      await openRecording(db, caller, input.case_id);
      return coverageOf(db, input.case_id);
    },
    recordCoverage: ({ caller, input, request_id }) =>
      recordCoverage(dependencies, input, { caller, request_id, now: clock.now() }),
    beatLikeness: async ({ caller, input }) => ({ body: await beatLikeness(dependencies, caller, input) }),
    appendEdits: ({ caller, input, request_id }) =>
      appendEdits(dependencies, input, { caller, request_id, now: clock.now() }),
    changeEditLock: ({ caller, input, request_id }) =>
      changeEditLock(dependencies, input, { caller, request_id, now: clock.now() }),
  };
}
