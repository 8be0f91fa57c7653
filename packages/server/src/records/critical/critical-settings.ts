/** Reads the critical rules of a center; a center that never set any has the default rules. */
import { criticalSettings, type CriticalSettings } from '@rhythmdesk/contract/critical';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { criticalSettings as settingsTable } from '../../platform/db/schema/critical.ts';

export type StandingSettings = {
  readonly version: number;
  readonly settings: CriticalSettings;
  readonly created_at: Date | null;
};

/** Returns the current rules. */
export async function readCriticalSettings(db: Queryable, center_id: number): Promise<StandingSettings> {
  const [row] = await db
    .select()
    .from(settingsTable)
    .where(eq(settingsTable.center_id, center_id))
    .orderBy(desc(settingsTable.version))
    .limit(1);
  if (row === undefined) return { version: 0, settings: usualCriticalSettings, created_at: null };
  const { version, settings, created_at } = row;
  return { version, settings: criticalSettings.parse(settings), created_at };
}
