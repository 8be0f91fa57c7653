/** Returns the progress of an export for its owner's streams. */
import { exportStates } from '@rhythmdesk/contract/export-states';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { exports } from '../../platform/db/schema/exports.ts';

const state = z.enum(exportStates);

/** Null if the export was deleted. */
export async function exportProgress(db: Db, export_id: number) {
  const [found] = await db
    .select({ state: exports.state, rows_done: exports.rows_done, rows_total: exports.rows_total })
    .from(exports)
    .where(eq(exports.export_id, export_id));
  return found === undefined ? null : { export_id, ...found, state: state.parse(found.state) };
}
