/**
 * Searches a case for what its center defines as critical, as a job after an analysis and after edits of its reading.
 * It also stores the reading's figures for lists, which are those of the report, and its checksum.
 *
 * Invariants: running it twice, also at the same time, has the same result as once; a run that used an older reading
 * than the current one changes nothing, because a later job searches again; a case whose report was released, or that
 * is closed, opens no new finding, but its open findings are still followed up.
 */
import { analysisCriteria } from '@rhythmdesk/contract/analysis';
import { criticalChanges } from '@rhythmdesk/domain/critical/critical-states';
import { finishedStatus } from '@rhythmdesk/domain/case/status';
import { and, eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { noteChangedCase } from '../../platform/audit/audited-call.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import { FileFault, isUnreadable } from '../../platform/files/file-store.ts';
import type { JobContext } from '../../platform/jobs/runner.ts';
import { keptForQueueMs, runInThread } from '../../platform/threads/run-in-thread.ts';
import { changeListFigures } from '../../records/cases/save-case.ts';
import { lockCaseRecord, readCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { baseOf, lastSequence, wholeLog, type ReadingBase } from '../../records/readings/reading-log.ts';
import { keepReadingChecksum } from '../../records/readings/reading-checksum.ts';
import type { CriticalJobDependencies } from './critical-dependencies.ts';
import {
  criticalReply,
  type CriticalOrder,
  type CriticalReply,
  type FoundPlaces,
} from './critical-message.ts';
import { keptFindings, renewCriticalDue } from './critical-record.ts';
import { addEvent, notifyLevel } from '../../records/critical/notify-level.ts';
import { readCriticalSettings, type StandingSettings } from '../../records/critical/critical-settings.ts';
import { cutStrip } from './critical-strip.ts';

const entry = new URL('./critical-worker.ts', import.meta.url);

type Judged = {
  readonly base: ReadingBase;
  readonly sequence: number;
  readonly standing: StandingSettings;
  readonly places: FoundPlaces;
  readonly figures: CriticalReply['figures'];
  readonly checksum: string;
  readonly now: Date;
};

async function criteriaOf(db: Queryable, case_id: number, analysis_version: number) {
  const [row] = await db
    .select({ criteria: analyses.criteria })
    .from(analyses)
    .where(and(eq(analyses.case_id, case_id), eq(analyses.analysis_version, analysis_version)));
  return analysisCriteria.parse(row?.criteria);
}

/** Returns the critical places of the current reading, or null if nothing can be evaluated. */
async function readCriticalPlaces(
  { db, clock, files_folder }: CriticalJobDependencies,
  case_id: number,
  signal: AbortSignal,
): Promise<Judged | null> {
  const record = await readCaseRecord(db, case_id);
  const center_id = record?.facts.tech_center_id ?? null;
  const base = await baseOf(db, case_id);
  if (center_id === null || base === null) return null;
  const standing = await readCriticalSettings(db, center_id);
  const log = await wholeLog(db, { case_id }, 0);
  const order: CriticalOrder = {
    files_folder,
    base: base.files,
    edits: log,
    criteria: await criteriaOf(db, case_id, base.analysis_version),
    rules: standing.settings.rules,
  };
  const limits = { heapMb: 512 };
  const found = await runInThread({ entry, work: order, limits, signal, keepMs: keptForQueueMs });
  return { base, sequence: log.length, standing, ...criticalReply.parse(found), now: clock.now() };
}

/** Returns the strip of a finding; null if its signal cannot be read, because nobody must wait for it to be notified. */
async function stripAt(
  files: CriticalJobDependencies['files'],
  recording: Parameters<typeof cutStrip>[1],
  start_sample: number,
) {
  try {
    return await cutStrip(files, recording, start_sample);
  } catch (fault) {
    if (fault instanceof FileFault && isUnreadable(fault)) return null;
    throw fault;
  }
}

async function open(
  tx: Tx,
  { files }: CriticalJobDependencies,
  record: CaseRecord,
  judged: Judged,
  { place, places }: ReturnType<typeof criticalChanges<FoundPlaces[number]>>['opened'][number],
): Promise<void> {
  const { case_id } = record.row;
  const [recording] = await tx.select().from(recordings).where(eq(recordings.case_id, case_id));
  if (recording === undefined) return;
  const { base, sequence, standing, now } = judged;
  const { deadline_minutes } = standing.settings.rules[place.rule];
  const [finding] = await tx
    .insert(criticalFindings)
    .values({
      case_id,
      ...place,
      start_ms: Math.round(recording.start_ms + (1000 * place.start_sample) / recording.sampling_hz),
      places,
      analysis_version: base.analysis_version,
      reading_sequence: sequence,
      settings_version: standing.version,
      deadline_minutes,
      uploaded_at: recording.created_at,
      found_at: now,
      due_at: new Date(now.getTime() + 60_000 * deadline_minutes),
      ...(await stripAt(files, recording, place.start_sample)),
    })
    .returning();
  if (finding === undefined) throw new Error('the finding was not written');
  const { finding_id } = finding;
  await addEvent(tx, { finding_id, case_id, event: 'found', created_at: now });
  await notifyLevel(tx, finding, 1, { record, settings: standing.settings, by: null, now });
  noteChangedCase({ case_id, target: `critical-found/${String(finding_id)}` }, null);
}

async function withdraw(tx: Tx, case_id: number, finding_id: number, { base, sequence, now }: Judged) {
  await tx
    .update(criticalFindings)
    .set({ state: 'withdrawn', ended_at: now })
    .where(eq(criticalFindings.finding_id, finding_id));
  // The note names which of the two no longer contains the finding.
  const note = sequence > 0 ? `reading ${String(sequence)}` : `analysis ${String(base.analysis_version)}`;
  await addEvent(tx, { finding_id, case_id, event: 'withdrawn', note, created_at: now });
  noteChangedCase({ case_id, target: `critical-withdrawn/${String(finding_id)}` }, null);
}

async function settle(
  tx: Tx,
  dependencies: CriticalJobDependencies,
  case_id: number,
  judged: Judged,
): Promise<void> {
  const record = await lockCaseRecord(tx, case_id);
  if (record === null) return;
  const standing = await baseOf(tx, case_id);
  const isStale =
    standing?.analysis_version !== judged.base.analysis_version ||
    (await lastSequence(tx, { case_id })) !== judged.sequence;
  if (isStale) return;
  const { base, sequence, checksum } = judged;
  await keepReadingChecksum(tx, { case_id, analysis_version: base.analysis_version, sequence, checksum });
  // Without an edit the figures are those of the analysis, which stored them itself.
  if (judged.sequence > 0) await changeListFigures(tx, case_id, judged.figures);
  const mayOpen = !record.facts.closed && record.status !== finishedStatus;
  const changes = criticalChanges(await keptFindings(tx, case_id), judged.places, mayOpen);
  if (changes.opened.length + changes.withdrawn.length === 0) return;
  for (const finding_id of changes.withdrawn) await withdraw(tx, case_id, finding_id, judged);
  for (const opened of changes.opened) await open(tx, dependencies, record, judged, opened);
  await renewCriticalDue(tx, case_id);
}

export async function findCritical(
  dependencies: CriticalJobDependencies,
  case_id: number,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const judged = await readCriticalPlaces(dependencies, case_id, signal);
  if (judged === null) return;
  await transact(dependencies.db, (tx) => settle(tx, dependencies, case_id, judged));
}
