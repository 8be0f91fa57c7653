/**
 * Finishes a second reading: replays both readings on the current analysis and stores their agreement.
 *
 * Invariants: the agreement compares the first reading as of its report with the second reading as its page knows it;
 * an edit or a new analysis in the meantime refuses the call; a finished second reading never changes. The first reader
 * is disclosed only now.
 */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { readingAgreement, type KeptAgreement } from '@rhythmdesk/contract/second-readings';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { everything, inScope } from '../../../platform/db/row-scope.ts';
import { analyses } from '../../../platform/db/schema/analysis.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { secondReadings } from '../../../platform/db/schema/second-readings.ts';
import { transact } from '../../../platform/db/transact.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { runInThread } from '../../../platform/threads/run-in-thread.ts';
import { insertNotifications } from '../../../records/notices/insert-notifications.ts';
import { baseOf, lastSequence, versionsIn, wholeLog } from '../../../records/readings/reading-log.ts';
import { localMidnights } from '../../../records/recordings/local-midnights.ts';
import type { ReadingCall, ReadingDependencies } from '../reading-dependencies.ts';
import type { AgreementOrder } from './agreement-message.ts';
import { ownSecond, type OwnSecond } from './second-call.ts';

const entry = new URL('./agreement-worker.ts', import.meta.url);
/** Enough for two readings of 14 days in which every beat is classified differently. */
const limits = { heapMb: 2048, timeMs: 120_000 } as const;

type Compared = {
  readonly analysis_version: number;
  readonly agreement: KeptAgreement;
  readonly hn_id: string;
};

/**
 * Returns both logs on the newest analysis. The second reader may not see the first reading, so it is read beyond their
 * scope.
 */
async function orderOf(db: Db, files_folder: string, row: OwnSecond) {
  const { case_id, second_id, first_sequence } = row;
  const named = sql`${versionsIn({ case_id })} union ${versionsIn({ second_id })}`;
  const base = await baseOf(db, case_id, named);
  if (base === null) throw new Refusal('report/no-analysis');
  const [found] = await db
    .select({ criteria: analyses.criteria, engine_version: analyses.engine_version, hn_id: cases.hn_id })
    .from(analyses)
    .innerJoin(cases, eq(cases.case_id, analyses.case_id))
    .where(and(eq(analyses.case_id, case_id), eq(analyses.analysis_version, base.analysis_version)));
  if (found === undefined) throw new Error(`analysis of case ${String(case_id)} is not there`);
  const first = await wholeLog(db, { case_id }, 0);
  const work: AgreementOrder = {
    files_folder,
    base: base.files,
    criteria: analysisCriteria.parse(found.criteria),
    engine_version: found.engine_version,
    midnights_s: await localMidnights(db, case_id),
    first: first.filter(({ sequence }) => sequence <= first_sequence),
    second: await wholeLog(db, { second_id }, 0),
  };
  return { work, analysis_version: base.analysis_version, hn_id: found.hn_id };
}

type Comparing = Pick<ReadingDependencies, 'db' | 'files_folder'>;

async function compare({ db, files_folder }: Comparing, row: OwnSecond): Promise<Compared> {
  const { work, ...known } = await inScope(everything, () => orderOf(db, files_folder, row));
  const agreement = readingAgreement.parse(await runInThread({ entry, work, limits }));
  return { ...known, agreement };
}

/** Returns the first reader, if they still work for the center, and its chiefs, except the user who finished. */
async function recipientsOf(
  tx: Tx,
  { center_id, first_reader_id }: OwnSecond,
  by: number,
): Promise<number[]> {
  const isStaff = or(
    eq(userGroups.id, center_id),
    and(eq(userGroups.type, 'team'), eq(userGroups.tech_center_id, center_id)),
  );
  const isConcerned = or(eq(users.id, first_reader_id), inArray(users.role_key, ['CHIEF']));
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(isStaff, isConcerned, isNull(users.deleted_at), eq(users.use_flag, 'Y'), sql`${users.id} <> ${by}`),
    )
    .orderBy(users.id);
  return found.map(({ id }) => id);
}

async function keep(tx: Tx, row: OwnSecond, compared: Compared, sequence: number, call: ReadingCall) {
  const { second_id, case_id } = row;
  const { caller, now } = call;
  const { analysis_version, agreement, hn_id } = compared;
  await ownSecond(tx, caller, second_id, true);
  if ((await lastSequence(tx, { second_id })) !== sequence) throw new Refusal('reading/behind');
  const base = await baseOf(tx, case_id, versionsIn({ second_id }));
  if (base?.analysis_version !== analysis_version) throw new Refusal('reading/other-analysis');
  await tx
    .update(secondReadings)
    .set({ finished_at: now, analysis_version, second_sequence: sequence, agreement })
    .where(eq(secondReadings.second_id, second_id));
  noteAudit({ case_id, target: `second-reading/${String(second_id)}` });
  const recipients = await recipientsOf(tx, row, caller.id);
  const message = {
    patch_id: case_id,
    code: 'second-reading-done',
    category: 'progress',
    parameters: { hn_id },
    create_time: now,
  } as const;
  await insertNotifications(
    tx,
    recipients.map((user_id) => ({ user_id, ...message })),
  );
}

export async function finishSecond(
  dependencies: Comparing,
  { second_id, sequence }: { readonly second_id: number; readonly sequence: number },
  call: ReadingCall,
): Promise<void> {
  const { db } = dependencies;
  const row = await ownSecond(db, call.caller, second_id);
  if ((await lastSequence(db, { second_id })) !== sequence) throw new Refusal('reading/behind');
  const compared = await compare(dependencies, row);
  await transact(db, (tx) => keep(tx, row, compared, sequence, call));
}
