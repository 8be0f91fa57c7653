/**
 * Contains the first and last steps of every change of an institution: its locked row, its history, the audit row, the
 * live event.
 */
import type { InstitutionHistoryValue } from '@rhythmdesk/contract/institutions';
import type { InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { isGroupType, type GroupType } from '@rhythmdesk/domain/people/roles';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { chargingUnits, userGroupHistory, userGroups } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { reachedBy } from './institution-query.ts';
import { servedBy } from './read-institution.ts';

export type InstitutionRecord = typeof userGroups.$inferSelect & { readonly type: GroupType };

/** The user who changes an institution, the request and the time. */
export type Change = {
  readonly caller: Caller;
  readonly request_id: string;
  readonly now: Date;
};

/** Returns the row, locked until the transaction ends, if the permission covers it. */
export async function lockInstitution(
  tx: Tx,
  caller: Caller,
  id: number,
  permission: Permission,
): Promise<InstitutionRecord> {
  const [row] = await tx
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.id, id), reachedBy(caller, permission)))
    .for('update');
  if (row === undefined) throw new Refusal('object/not-found');
  const { type } = row;
  if (!isGroupType(type)) throw new Error(`group ${String(id)} has no known type`);
  return { ...row, type };
}

async function nameOf(tx: Queryable, table: typeof userGroups | typeof chargingUnits, id: number | null) {
  if (id === null) return null;
  const [found] = await tx.select({ id: table.id, name: table.name }).from(table).where(eq(table.id, id));
  return found ?? null;
}

/** Returns a field's value for the history: a reference by id and by its name at that time. */
export async function shownValue(
  tx: Queryable,
  row: InstitutionRecord,
  field: InstitutionField,
): Promise<InstitutionHistoryValue> {
  if (field === 'tech_center_id') return nameOf(tx, userGroups, row.tech_center_id);
  if (field === 'charging_unit_id') return nameOf(tx, chargingUnits, row.charging_unit_id);
  if (field === 'report_sections') return row.report_sections.join(', ');
  if (field !== 'assigned_group') return row[field];
  const served = await servedBy(tx, row.id);
  return served.map(({ id, name }) => ({ id, name }));
}

export type HistoryEntry = {
  readonly field: InstitutionField | null;
  readonly before: InstitutionHistoryValue;
  readonly after: InstitutionHistoryValue;
};

type Written = {
  readonly id: number;
  readonly version: number;
  readonly action: 'create' | 'change' | 'delete';
  readonly entries: readonly HistoryEntry[];
};

/** Writes history, audit row and live event of one version. */
export async function conclude(
  tx: Tx,
  { id, version, action, entries }: Written,
  { caller, request_id, now }: Change,
): Promise<void> {
  const who = { user_id: caller.id, role_key: caller.role_key, request_id };
  if (entries.length > 0) {
    await tx
      .insert(userGroupHistory)
      .values(
        entries.map((entry) => ({ user_group_id: id, version, action, ...entry, ...who, created_at: now })),
      );
  }
  const fields = entries.flatMap(({ field }) => (field === null ? [] : [field]));
  noteAudit({ target: `institution/${String(id)}${action === 'change' ? `: ${fields.join(', ')}` : ''}` });
  await publish(tx, { type: 'institution', id, version });
}

/**
 * Returns whether all these groups have one of the given types and are in the caller's scope. They are locked until the
 * transaction ends, so that none of them is deleted meanwhile.
 */
export async function allReached(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
  types: readonly GroupType[],
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  const found = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(
      and(
        inArray(userGroups.id, wanted),
        inArray(userGroups.type, [...types]),
        reachedBy(caller, 'institution.read'),
      ),
    )
    .orderBy(asc(userGroups.id))
    .for('share');
  return found.length === wanted.length;
}
