/**
 * The door to a recording. A tile is asked for hundreds of times a minute, so one small query by key says whether
 * this caller may see it now; where its tiles lie never changes once the recording exists and is kept in memory.
 *
 * Laws: permission and retention are judged on every request; nothing that can change is kept.
 */
import { can, has, reaches } from '@rhythmdesk/domain/people/can';
import type { PyramidShape } from '@rhythmdesk/ecg/pyramid/layout';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { storedLeads, storedPyramid } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export type RecordingTools = {
  readonly db: Db;
  readonly files: FileStore;
  /** Throws where the caller's role owes a reason for opening this case and gave none. */
  readonly requireReason: (caller: Caller, case_id: number) => Promise<unknown>;
};

const id = z.number().nullable();
const doorRow = z.object({
  hospital_id: z.number(),
  tech_center_id: id,
  technician_id: id,
  technician_group_id: id,
  confirmer_id: id,
  uploader_group_id: z.number(),
  job_count: z.number(),
  time_zone: z.string(),
  recording_id: id,
  purged: z.boolean(),
});

async function readDoor(db: Db, case_id: number) {
  const found = await db.execute(sql`
    select c.hospital_id::float8, coalesce(c.tech_center_id, h.tech_center_id)::float8 as tech_center_id,
      c.technician_id::float8, c.technician_group_id::float8, c.confirmer_id::float8,
      c.uploader_group_id::float8, c.job_count, h.time_zone, r.recording_id::float8,
      r.purged_at is not null as purged
    from cases c join user_groups h on h.id = c.hospital_id
    left join recordings r on r.case_id = c.case_id where c.case_id = ${case_id}`);
  return found.rows.length === 0 ? null : doorRow.parse(found.rows[0]);
}

/** Which recording this caller opens with this case; refuses out of scope, without a reason, none yet, purged. */
export async function openRecording(
  tools: RecordingTools,
  caller: Caller,
  case_id: number,
): Promise<{ recording_id: number; time_zone: string }> {
  const grant = can(caller.actor, 'recording.read');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const door = await readDoor(tools.db, case_id);
  if (door === null || !reaches('case', caller.actor, grant, door)) throw new Refusal('object/not-found');
  if (has(grant, 'reason')) await tools.requireReason(caller, case_id);
  const { recording_id, time_zone, job_count, purged } = door;
  if (recording_id === null) throw new Refusal(job_count > 0 ? 'recording/processing' : 'object/not-found');
  if (purged) throw new Refusal('recording/purged');
  return { recording_id, time_zone };
}

/** Where the tiles of a recording lie. */
export type Places = {
  readonly shape: PyramidShape;
  readonly trace_sha256: string;
  readonly level_sha256: readonly string[];
};

const placesKept = 4096;

/** Looks places up by recording, the most recently asked for kept in memory. */
export function placesOf(db: Db): (recording_id: number) => Promise<Places> {
  const kept = new Map<number, Places>();
  return async (recording_id) => {
    const known = kept.get(recording_id);
    const places = known ?? (await readPlaces(db, recording_id));
    kept.delete(recording_id);
    kept.set(recording_id, places);
    const [oldest] = kept.keys();
    if (kept.size > placesKept && oldest !== undefined) kept.delete(oldest);
    return places;
  };
}

async function readPlaces(db: Db, recording_id: number): Promise<Places> {
  const { leads, samples, pyramid, trace_sha256 } = recordings;
  const [row] = await db
    .select({ leads, samples, pyramid, trace_sha256 })
    .from(recordings)
    .where(eq(recordings.recording_id, recording_id));
  if (row === undefined) throw new Refusal('object/not-found');
  const { header_bytes, level_sha256 } = storedPyramid.parse(row.pyramid);
  const lead_count = storedLeads.parse(row.leads).length;
  return {
    shape: { lead_count, samples: row.samples, header_bytes },
    trace_sha256: row.trace_sha256,
    level_sha256,
  };
}
