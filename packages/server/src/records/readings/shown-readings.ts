/**
 * Records which users have seen the first reading of a case. Routes that show it (the case's page, its report, its
 * files, a notice of a critical finding) write a row before the response is sent. Such a user cannot take the second
 * reading.
 *
 * Invariant: if one user opens a case and takes its second reading at the same moment, one of the two requests is
 * refused.
 */
import { isReaderRole } from '@rhythmdesk/domain/people/roles';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { unaudited, type AuditedCall } from '../../platform/audit/audited-call.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Lists leave out hidden results themselves (`hidden-results.ts`). */
const hidesResults = new Set(['case.list', 'case.find', 'case.export']);
/** Routes that show the signal alone. A page requests tiles all the time, and none contains anything of a reading. */
const signalRoutes = new Set(['tile', 'tiles']);
/** Routes that a second reader needs: the recording and its analysis. */
const blindRoutes = new Set(['recording', 'analysis', 'latestBeats', 'beats', 'beatLikeness']);

/** Returns the cases whose reading this response shows. */
function shownIn({ name, noted, act, rows }: AuditedCall): readonly number[] {
  if (signalRoutes.has(name)) return [];
  const action = noted.act ?? act;
  if (action === 'critical.list') return noted.case_ids ?? [];
  // A user who changed a case is in its history.
  if (rows > 0 || hidesResults.has(action) || action.startsWith('second-reading.')) return [];
  return noted.case_id === undefined ? [] : [noted.case_id];
}

const shownRow = z.object({ case_id: z.coerce.number(), is_new: z.boolean() });
const arrayOf = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::bigint[]`;

/**
 * Records who was shown these readings. A case on which work has not begun shows none, and neither does a case to its
 * own second reader.
 */
export async function writeShown(db: Queryable, users: readonly number[], cases: readonly number[]) {
  const { rows } = await db.execute(sql`with written as (insert into shown_readings (case_id, user_id)
      select c.case_id, u.id from cases c cross join unnest(${arrayOf(users)}) u (id)
      where c.case_id = any(${arrayOf(cases)})
        and exists (select 1 from case_history h where h.case_id = c.case_id and h.action = 'start')
        and (exists (select 1 from user_groups g where g.id = c.tech_center_id and g.second_reading_share is not null)
          or exists (select 1 from second_readings s where s.case_id = c.case_id and s.given_back_at is null
            and s.finished_at is null))
        and not exists (select 1 from second_readings s where s.case_id = c.case_id and s.reader_id = u.id
          and s.given_back_at is null and s.finished_at is null)
      on conflict do nothing returning case_id)
    select case_id, true as is_new from written
    union all select case_id, false from shown_readings
      where case_id = any(${arrayOf(cases)}) and user_id = any(${arrayOf(users)})`);
  return rows.map((row) => shownRow.parse(row));
}

const readerRow = z.object({ reader_id: z.coerce.number().nullable() });

/**
 * Returns whether the user has taken one of these second readings. It waits for a taking in progress, which either has
 * committed or finds the recorded row.
 */
async function readsNow(db: Db, user_id: number, cases: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute(sql`select s.reader_id from second_readings s
    where s.case_id = any(${arrayOf(cases)}) and s.given_back_at is null and s.finished_at is null for share`);
  return rows.some((row) => readerRow.parse(row).reader_id === user_id);
}

const mostRemembered = 50_000;

/**
 * Returns the function that runs before the response to a call is sent. It records what the response shows, or refuses
 * the call. Recorded rows never change, so they are cached here and not written again.
 */
export function noteShownReadings(db: Db): (call: AuditedCall) => Promise<void> {
  const known = new Set<string>();
  return async (call) => {
    const { who } = call.noted;
    if (who === undefined || !isReaderRole(who.role_key)) return;
    const { user_id } = who;
    const cases = shownIn(call).filter((id) => !known.has(`${String(user_id)} ${String(id)}`));
    if (cases.length === 0) return;
    await unaudited(() =>
      inScope(everything, async () => {
        const shown = await writeShown(db, [user_id], cases);
        if (await readsNow(db, user_id, cases)) {
          if (blindRoutes.has(call.name)) return;
          throw new Refusal('object/not-found');
        }
        if (known.size > mostRemembered) known.clear();
        for (const { case_id } of shown) known.add(`${String(user_id)} ${String(case_id)}`);
      }),
    );
  };
}
