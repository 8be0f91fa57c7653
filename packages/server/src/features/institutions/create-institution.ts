/** Creates an institution with its required fields and any further ones of its type. */
import type { institutionRoutes } from '@rhythmdesk/contract/institutions';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import { institutionFields, typesFor } from '@rhythmdesk/domain/people/institution-fields';
import { levelOf, topLevel } from '@rhythmdesk/domain/people/roles';
import type { Db, Tx } from '../../platform/db/database.ts';
import { assignedGroups, userGroups } from '../../platform/db/schema/people.ts';
import { transact, violatedConstraint } from '../../platform/db/transact.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { saveServed } from './change-institution.ts';
import { judgeLogo, withKeptLogo } from './judge-logo.ts';
import { judgeReferences, refuseForeignFields } from './judge-value.ts';
import {
  conclude,
  shownValue,
  type Change,
  type HistoryEntry,
  type InstitutionRecord,
} from './lock-institution.ts';

type Sent = ParsedOf<typeof institutionRoutes.createInstitution>;
type Input = Omit<Sent, 'group_type'>;

async function insert(tx: Tx, input: Input, now: Date): Promise<InstitutionRecord> {
  const logo = await judgeLogo(input.logo);
  const { assigned_group, ...columns } = await withKeptLogo(tx, input, logo, now);
  try {
    const [row] = await tx
      .insert(userGroups)
      .values({ ...columns, created_at: now, updated_at: now })
      .returning();
    if (row === undefined) throw new Error('an institution was not made');
    if (assigned_group !== undefined) await saveServed(tx, row.id, assigned_group);
    return { ...row, type: input.type };
  } catch (fault) {
    if (violatedConstraint(fault) === 'user_groups_register_code')
      throw refuseField('group/register-code-taken', 'register_code');
    throw fault;
  }
}

async function entriesOf(tx: Tx, row: InstitutionRecord, input: Input): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (const field of institutionFields) {
    if (input[field] === undefined) continue;
    entries.push({ field, before: null, after: await shownValue(tx, row, field) });
  }
  return entries;
}

/** Creates it in the caller's transaction. */
export async function insertInstitution(tx: Tx, input: Input, context: Change) {
  const { caller } = context;
  const { actor } = caller;
  const { type } = input;
  if (!typesFor(actor).includes(type)) throw refuseField('group/field-not-yours', 'type');
  refuseForeignFields(
    type,
    institutionFields.filter((field) => input[field] !== undefined),
  );
  if (input.charging_unit_id !== undefined && can(actor, 'price.write') === 'never')
    throw refuseField('group/field-not-yours', 'charging_unit_id');
  if (type === 'team' && (input.tech_center_id ?? null) === null)
    throw refuseField('input/field-missing', 'tech_center_id');
  await judgeReferences(tx, caller, { id: null, type }, input);
  const row = await insert(tx, input, context.now);
  // A distributer sees only what it serves, so a new institution is assigned to it at once.
  if (levelOf(caller.role_key) < topLevel)
    await tx.insert(assignedGroups).values({ group_id: caller.user_group.id, facility_id: row.id });
  const { id, version } = row;
  await conclude(tx, { id, version, action: 'create', entries: await entriesOf(tx, row, input) }, context);
  return { id, version };
}

export async function createInstitution(db: Db, { group_type, ...input }: Sent, context: Change) {
  if (group_type !== undefined && group_type !== input.type) throw refuseField('input/invalid', 'group_type');
  return transact(db, (tx) => insertInstitution(tx, input, context));
}
