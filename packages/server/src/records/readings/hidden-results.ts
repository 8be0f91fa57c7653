/**
 * Finds the cases whose results are hidden from a user. A user who may still do the second reading of a case sees no
 * result of its first reading in lists, spreadsheets and statistics. A user who opens the case sees the results and may
 * not take its second reading (`shown-readings.ts`).
 */
import { can } from '@rhythmdesk/domain/people/can';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { hadAHand } from './second-reading.ts';

const idRow = z.object({ case_id: z.coerce.number() });

/**
 * Returns the cases whose results are hidden from this user, among these or among all: selected and not finished, or
 * being read at a center that selects cases, as long as the user knows nothing of them.
 */
export async function hiddenCases(
  db: Queryable,
  actor: Actor,
  among?: readonly number[],
): Promise<readonly number[]> {
  const { id, tech_center_id: center } = actor;
  if (center === null || among?.length === 0) return [];
  if (can(actor, 'second_reading.write') === 'never') return [];
  const listed = among === undefined ? sql`true` : sql`c.case_id = any(${`{${among.join(',')}}`}::bigint[])`;
  const { rows } = await db.execute(sql`select c.case_id from (
      select c.case_id, c.technician_id from second_readings s join cases c on c.case_id = s.case_id
        where s.center_id = ${center} and s.given_back_at is null and s.finished_at is null and ${listed}
      union all
      select c.case_id, c.technician_id from cases c
        where c.tech_center_id = ${center} and c.status in ('start', 'review') and c.edit_started_at is null
          and ${listed} and exists (select 1 from user_groups g where g.id = ${center}
            and g.second_reading_share is not null)) c
    where c.technician_id is distinct from ${id} and not ${hadAHand(id, sql`c.case_id`)}`);
  return rows.map((row) => idRow.parse(row).case_id);
}
