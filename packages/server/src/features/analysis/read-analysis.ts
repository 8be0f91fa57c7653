/** Returns the latest analysis in the form of the API, its earlier versions, and its beats. */
import {
  analysisFaults,
  analysisSummary,
  analysisVersion,
  type AnalysisVersion,
  type RecordingAnalysis,
} from '@rhythmdesk/contract/analysis';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { countFindings } from '@rhythmdesk/ecg/rhythm/count-findings';
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { users } from '../../platform/db/schema/people.ts';
import { storedHours } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWaiting } from './analysis-record.ts';
import { doneRow, latestRow, versionRow, type AnalysisRow } from '../../records/readings/analysis-rows.ts';
import { deviceDifferences } from './device-differences.ts';

const storedCode = z.enum(analysisFaults).nullable();
const storedState = analysisVersion.shape.state;

async function personOf(db: Db, id: number | null): Promise<RecordingAnalysis['created_by']> {
  if (id === null) return null;
  const [person] = await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, id));
  return person ?? null;
}

async function figuresOf(db: Db, case_id: number, version: AnalysisRow | null) {
  if (version?.state !== 'done') return { summary: null, findings: [], differences: [] };
  const summary = analysisSummary.parse(version.summary);
  const [row] = await db
    .select({ hours: recordings.hours })
    .from(recordings)
    .where(eq(recordings.case_id, case_id));
  return {
    summary,
    findings: countFindings(summary),
    differences: deviceDifferences(storedHours.parse(row?.hours ?? []), summary),
  };
}

/** Returns the results of a version; a failed one has no figures. */
async function versionParts(db: Db, case_id: number, row: AnalysisRow | null, latest: AnalysisRow | null) {
  return {
    case_id,
    analysis_version: row?.analysis_version ?? null,
    latest_version: latest?.analysis_version ?? 0,
    current_engine: engineVersion,
    created_at: row?.created_at.toISOString() ?? null,
    created_by: await personOf(db, row?.created_by ?? null),
    ...(await figuresOf(db, case_id, row)),
  };
}

export async function readAnalysis(db: Db, case_id: number): Promise<RecordingAnalysis> {
  const [waiting, latest, done] = await Promise.all([
    isWaiting(db, case_id),
    latestRow(db, case_id),
    doneRow(db, case_id),
  ]);
  const failed = !waiting && latest?.state === 'failed';
  return {
    state: waiting ? 'processing' : failed ? 'failed' : latest === null ? 'none' : 'done',
    code: failed ? storedCode.parse(latest.code) : null,
    ...(await versionParts(db, case_id, done, latest)),
  };
}

export async function readVersion(db: Db, case_id: number, version: number): Promise<RecordingAnalysis> {
  const [row, latest] = await Promise.all([versionRow(db, case_id, version), latestRow(db, case_id)]);
  if (row === null) throw new Refusal('object/not-found');
  return {
    state: storedState.parse(row.state),
    code: storedCode.parse(row.code),
    ...(await versionParts(db, case_id, row, latest)),
  };
}

const { analysis_version, state, code, engine_version, criteria, created_at } = analyses;

/** Lists the versions, newest first, without their figures. */
export async function listVersions(db: Db, case_id: number): Promise<AnalysisVersion[]> {
  const rows = await db
    .select({
      row: { analysis_version, state, code, engine_version, criteria, created_at },
      person: { id: users.id, name: users.name },
    })
    .from(analyses)
    .leftJoin(users, eq(users.id, analyses.created_by))
    .where(eq(analyses.case_id, case_id))
    .orderBy(desc(analysis_version));
  return rows.map(({ row, person }) =>
    analysisVersion.parse({ ...row, created_at: row.created_at.toISOString(), created_by: person }),
  );
}

export async function readBeats(
  db: Db,
  files: FileStore,
  case_id: number,
  version?: number,
): Promise<BinaryReply> {
  const sha256 = (await doneRow(db, case_id, version))?.beats_sha256 ?? null;
  if (sha256 === null) throw new Refusal('object/not-found');
  return { body: await files.whole(sha256) };
}
