/**
 * Checks access to a recording. Tiles are requested hundreds of times a minute, so one small query by key decides
 * whether this caller may see it now. The location of its tiles never changes once the recording exists and is cached
 * in memory.
 *
 * Invariants: permission and retention are checked on every request; nothing that can change is cached.
 */
import { can, has, reaches } from '@rhythmdesk/domain/people/can';
import type { PyramidShape } from '@rhythmdesk/ecg/pyramid/layout';
import { eq, sql } from 'drizzle-orm';
import { caseScopeColumns } from '../../platform/db/case-scope-columns.ts';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { storedLeads, storedPyramid } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seenCase } from '../cases/seen-case.ts';
import { openBlind } from '../readings/second-reading.ts';
import { tracePlaceOf } from './trace-place-of.ts';
import type { TracePlace } from './trace-place.ts';

/** Prepares the statement, so that the database plans it once per connection. */
function recordingQuery(db: Db) {
  return db
    .select({
      ...caseScopeColumns,
      job_count: cases.job_count,
      time_zone: userGroups.time_zone,
      recording_id: recordings.recording_id,
      purged_at: recordings.purged_at,
    })
    .from(cases)
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .leftJoin(recordings, eq(recordings.case_id, cases.case_id))
    .where(eq(cases.case_id, sql.placeholder('case_id')))
    .prepare('open_recording');
}

/** By database, since a test process opens several. */
const queries = new WeakMap<Db, ReturnType<typeof recordingQuery>>();

function queryOf(db: Db) {
  const query = queries.get(db) ?? recordingQuery(db);
  queries.set(db, query);
  return query;
}

export type OpenRecording = { readonly recording_id: number; readonly time_zone: string };

/**
 * Returns the recording that a caller opens with a case; refuses if it is out of scope, a reason is missing, there is
 * none yet, or it was purged.
 */
export async function openRecording(db: Db, caller: Asking, case_id: number): Promise<OpenRecording> {
  const grant = can(caller.actor, 'recording.read');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const [found] = await queryOf(db).execute({ case_id });
  if (found === undefined || !reaches('case', caller.actor, grant, found)) {
    throw new Refusal('object/not-found');
  }
  if (has(grant, 'reason')) await seenCase(db, caller, case_id, 'recording.read');
  const { recording_id, time_zone, job_count, purged_at } = found;
  if (recording_id === null) throw new Refusal(job_count > 0 ? 'recording/processing' : 'object/not-found');
  if (purged_at !== null) throw new Refusal('recording/purged');
  return { recording_id, time_zone };
}

/**
 * Returns the recording for routes that read its signal or the results of the engine. Unlike `openRecording`, it also
 * admits second readers, who cannot see the case itself; for them `blind` is true.
 */
export async function openToRead(
  db: Db,
  caller: Asking,
  case_id: number,
): Promise<OpenRecording & { readonly blind: boolean }> {
  try {
    return { ...(await openRecording(db, caller, case_id)), blind: false };
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.code !== 'object/not-found') throw refusal;
    const found = await openBlind(db, caller.actor, case_id);
    if (found === null) throw refusal;
    return { ...found, blind: true };
  }
}

/** Where the tiles of a recording are stored. */
export type Places = {
  readonly shape: PyramidShape;
  readonly trace: TracePlace;
  readonly level_sha256: readonly string[];
};

const placesKept = 4096;

const cachedPlaces = new WeakMap<Db, Map<number, Places>>();

/** Looks up the places of a recording and caches the most recently used. */
export async function findPlaces(db: Db, recording_id: number): Promise<Places> {
  const cached = cachedPlaces.get(db) ?? new Map<number, Places>();
  cachedPlaces.set(db, cached);
  const places = cached.get(recording_id) ?? (await readPlaces(db, recording_id));
  cached.delete(recording_id);
  cached.set(recording_id, places);
  const [oldest] = cached.keys();
  if (cached.size > placesKept && oldest !== undefined) cached.delete(oldest);
  return places;
}

async function readPlaces(db: Db, recording_id: number): Promise<Places> {
  const { leads, samples, pyramid, trace_sha256 } = recordings;
  const [row] = await db
    .select({ leads, samples, pyramid, trace_sha256 })
    .from(recordings)
    .where(eq(recordings.recording_id, recording_id));
  if (row === undefined) throw new Refusal('object/not-found');
  const trace = tracePlaceOf(row);
  const { level_sha256 } = storedPyramid.parse(row.pyramid);
  const lead_count = storedLeads.parse(row.leads).length;
  return {
    shape: { lead_count, samples: row.samples, header_bytes: trace.header_bytes },
    trace,
    level_sha256,
  };
}
