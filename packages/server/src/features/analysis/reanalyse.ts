/**
 * Applies new criteria: computes the findings again from the stored beats, without detecting beats again, as the next
 * version. This is a change of the reading and follows the same rules: who, when, which version of the case.
 */
import { analysisCriteria, type AnalysisCriteria, type analysisRoutes } from '@rhythmdesk/contract/analysis';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { criteriaFault, criteriaKeys } from '@rhythmdesk/ecg/criteria/criteria';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { analyseInThread } from './analyse-in-thread.ts';
import type { MadeAnalysis } from './analysis-message.ts';
import { insertVersion, isWaiting } from './analysis-record.ts';
import { doneRow } from '../../records/readings/analysis-rows.ts';
import { localMidnights } from '../../records/recordings/local-midnights.ts';
import { changeReading, mayChangeReading, type EditContext } from '../../records/cases/open-edit.ts';
import type { AnalysisDependencies } from './analysis-dependencies.ts';

type Input = ParsedOf<typeof analysisRoutes.reanalyse>;

function proveCriteria(criteria: AnalysisCriteria): void {
  const fault = criteriaFault(criteria);
  if (fault !== null)
    throw new Refusal('input/invalid', { fields: { [`criteria.${fault}`]: 'refusal.input.invalid' } });
}

/** Writes the text for the history, such as `pause_s 2 → 2.5`. */
function changesBetween(before: AnalysisCriteria, after: AnalysisCriteria): string {
  const changed = criteriaKeys.filter((key) => before[key] !== after[key]);
  return changed.map((key) => `${key} ${String(before[key])} → ${String(after[key])}`).join(', ');
}

/** A waiting analysis has the criteria of its beginning, so it would undo the new ones at its end. */
async function refuseWaiting(db: Queryable, case_id: number): Promise<void> {
  if (await isWaiting(db, case_id)) throw new Refusal('recording/processing');
}

async function summariseAgain(
  dependencies: AnalysisDependencies,
  { case_id, criteria }: Input,
  found: { readonly beats_sha256: string; readonly engine_version: string },
  signal: AbortSignal,
): Promise<MadeAnalysis> {
  const [row] = await dependencies.db
    .select({ start_ms: recordings.start_ms })
    .from(recordings)
    .where(eq(recordings.case_id, case_id));
  if (row === undefined) throw new Refusal('case/no-recording');
  const outcome = await analyseInThread(
    {
      kind: 'beats',
      files_folder: dependencies.files_folder,
      criteria,
      start_ms: row.start_ms,
      midnights_s: await localMidnights(dependencies.db, case_id),
      ...found,
    },
    signal,
  );
  if (!outcome.ok) throw new Error(`stored beats could not be read: ${outcome.code}`);
  return outcome.analysis;
}

export async function reanalyse(
  dependencies: AnalysisDependencies,
  input: Input,
  context: EditContext,
  signal: AbortSignal,
) {
  const { db, files } = dependencies;
  const { case_id, version, criteria } = input;
  const key = { case_id, version };
  await transact(db, (tx) => mayChangeReading(tx, key, context));
  proveCriteria(criteria);
  await refuseWaiting(db, case_id);
  const before = await doneRow(db, case_id);
  const { beats_sha256 = null, engine_version = '' } = before ?? {};
  if (before === null || beats_sha256 === null) throw new Refusal('recording/processing');
  const made = await summariseAgain(dependencies, input, { beats_sha256, engine_version }, signal);
  await files.announce();
  const { af_share, ve_count, pause_count } = made;
  const description = changesBetween(analysisCriteria.parse(before.criteria), criteria);
  return transact(db, async (tx) => {
    await mayChangeReading(tx, key, context);
    await refuseWaiting(tx, case_id);
    const changed = await changeReading(tx, key, { af_share, ve_count, pause_count }, description, context);
    const order = { case_id, criteria, created_by: context.caller.id, now: context.now };
    return { ...changed, analysis_version: await insertVersion(tx, files, order, made) };
  });
}
