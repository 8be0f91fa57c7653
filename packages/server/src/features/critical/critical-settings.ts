/** Reads and changes the rules of a center, version by version; a center that never set any has the default rules. */
import { criticalSettings, type criticalRoutes } from '@rhythmdesk/contract/critical';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { escalationFault, usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { criticalSettings as settingsTable } from '../../platform/db/schema/critical.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { transact } from '../../platform/db/transact.ts';
import { readCriticalSettings } from '../../records/critical/critical-settings.ts';
import type { CriticalCall } from './critical-dependencies.ts';

export function ownCenter({ caller }: Pick<CriticalCall, 'caller'>): number {
  const { tech_center_id } = caller.actor;
  if (tech_center_id === null) throw new Refusal('object/not-found');
  return tech_center_id;
}

export async function readRules(
  db: Db,
  call: Pick<CriticalCall, 'caller'>,
): Promise<OutputOf<typeof criticalRoutes.criticalRules>> {
  const center_id = ownCenter(call);
  const [center] = await db.select().from(userGroups).where(eq(userGroups.id, center_id));
  if (center === undefined || !isGroupType(center.type)) throw new Refusal('object/not-found');
  const rows = await db
    .select({ row: settingsTable, user: users.name })
    .from(settingsTable)
    .innerJoin(users, eq(users.id, settingsTable.created_by))
    .where(eq(settingsTable.center_id, center_id))
    .orderBy(desc(settingsTable.version));
  const usual = { version: 0, settings: usualCriticalSettings, created_by: null, created_at: null };
  const [present = usual, ...earlier] = rows.map(({ row, user }) => ({
    version: row.version,
    settings: criticalSettings.parse(row.settings),
    created_by: { id: row.created_by, name: user },
    created_at: row.created_at.toISOString(),
  }));
  return { center: { id: center.id, name: center.name, type: center.type }, present, earlier };
}

/** Inserts a version. The center's row is locked, so that of two users who change the same version one is refused. */
async function insertVersion(
  tx: Tx,
  { version, settings }: ParsedOf<typeof criticalRoutes.changeCriticalRules>,
  { caller, now }: CriticalCall,
): Promise<{ version: number }> {
  const center_id = ownCenter({ caller });
  await tx.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, center_id)).for('update');
  const before = await readCriticalSettings(tx, center_id);
  if (before.version !== version) throw new Refusal('critical/stale-version');
  const next = { center_id, version: version + 1, settings, created_by: caller.id, created_at: now };
  await tx.insert(settingsTable).values(next);
  noteAudit({ target: `institution/${String(center_id)}: critical rules ${String(next.version)}` });
  return { version: next.version };
}

export function changeRules(
  db: Db,
  input: ParsedOf<typeof criticalRoutes.changeCriticalRules>,
  call: CriticalCall,
): Promise<{ version: number }> {
  const fault = escalationFault(input.settings.escalation);
  if (fault !== null) {
    const field = `settings.escalation.${fault}`;
    throw new Refusal('critical/escalation-order', {
      fields: { [field]: 'refusal.critical.escalation-order' },
    });
  }
  return transact(db, (tx) => insertVersion(tx, input, call));
}
