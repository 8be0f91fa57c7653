/**
 * Changes one field of an institution: the six edit modes of the specification and every further field, each a separate
 * call with the version that the user saw. Of several calls with the same version only one succeeds.
 */
import type { InstitutionChange, institutionRoutes } from '@rhythmdesk/contract/institutions';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { messageKeyOf } from '@rhythmdesk/domain/kit/refusal';
import {
  fieldFault,
  hasField,
  institutionFields,
  type InstitutionField,
} from '@rhythmdesk/domain/people/institution-fields';
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { transact, violatedConstraint } from '../../platform/db/transact.ts';
import { assignedGroups, userGroups } from '../../platform/db/schema/people.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { moveUnassigned } from './center-change.ts';
import { judgeLogo, withKeptLogo, type JudgedLogo } from './judge-logo.ts';
import { judgeValue } from './judge-value.ts';
import {
  conclude,
  lockInstitution,
  shownValue,
  type Change,
  type HistoryEntry,
  type InstitutionRecord,
} from './lock-institution.ts';

type Input = Omit<ParsedOf<typeof institutionRoutes.changeInstitution>, 'group_type'>;

/** Returns the one field that was sent. */
function fieldOf(change: InstitutionChange): InstitutionField {
  const sent = institutionFields.filter((name) => change[name] !== undefined);
  const [field] = sent;
  if (field !== undefined && sent.length === 1) return field;
  const fields = Object.fromEntries(sent.map((name) => [name, messageKeyOf('group/one-field')]));
  throw new Refusal('group/one-field', sent.length === 0 ? {} : { fields });
}

/** Returns the input with one type: `group_type` is the specification's second name of it. */
function withOneType({ group_type, ...input }: ParsedOf<typeof institutionRoutes.changeInstitution>): Input {
  if (group_type === undefined) return input;
  if (input.type !== undefined && input.type !== group_type) throw refuseField('input/invalid', 'group_type');
  return { ...input, type: group_type };
}

export async function saveServed(tx: Tx, group_id: number, ids: readonly number[]): Promise<void> {
  await tx.delete(assignedGroups).where(eq(assignedGroups.group_id, group_id));
  const rows = [...new Set(ids)].map((facility_id) => ({ group_id, facility_id }));
  if (rows.length > 0) await tx.insert(assignedGroups).values(rows);
}

/** Value of a field in a group whose type does not have it. */
const withoutField = {
  department: null,
  tech_center_id: null,
  agree_type: 'NONE',
  charging_unit_id: null,
  billing_address: '',
  billing_email: '',
  tax_rate_bp: 0,
  invoice_language: null,
  tax_number: '',
  bank_account: '',
  analysis_ratio: null,
  takes_others_share: true,
  verification_required: false,
  coverage_minimum: null,
  second_reading_share: null,
  provider_sign_up: false,
  letterhead: '',
  logo: '',
  report_sections: [],
} as const;

/** Returns the columns that a change writes; a new type clears the fields that it does not have. */
function columnsOf(
  row: InstitutionRecord,
  change: InstitutionChange,
): Partial<typeof userGroups.$inferInsert> {
  const { assigned_group: _served, type, ...rest } = change;
  const columns: Partial<typeof userGroups.$inferInsert> = {};
  if (type === undefined) return Object.assign(columns, rest);
  const lost = Object.entries(withoutField).filter(([field]) =>
    institutionFields.some((each) => each === field && hasField(row.type, each) && !hasField(type, each)),
  );
  return { ...Object.fromEntries(lost), type };
}

async function write(tx: Tx, row: InstitutionRecord, change: InstitutionChange, now: Date) {
  const version = row.version + 1;
  try {
    await tx
      .update(userGroups)
      .set({ ...columnsOf(row, change), version, updated_at: now })
      .where(eq(userGroups.id, row.id));
  } catch (fault) {
    if (violatedConstraint(fault) === 'user_groups_register_code')
      throw refuseField('group/register-code-taken', 'register_code');
    throw fault;
  }
  const { assigned_group, type } = change;
  if (assigned_group !== undefined) await saveServed(tx, row.id, assigned_group);
  if (type !== undefined && !hasField(type, 'assigned_group')) await saveServed(tx, row.id, []);
  return version;
}

async function differences(
  tx: Tx,
  before: InstitutionRecord,
  served: HistoryEntry['before'],
  after: InstitutionRecord,
) {
  const entries: HistoryEntry[] = [];
  for (const field of institutionFields) {
    const was = field === 'assigned_group' ? served : await shownValue(tx, before, field);
    const is = await shownValue(tx, after, field);
    if (JSON.stringify(was) !== JSON.stringify(is)) entries.push({ field, before: was, after: is });
  }
  return entries;
}

async function change(tx: Tx, input: Input, logo: JudgedLogo | null, context: Change) {
  const { id, version, ...fields } = input;
  const { caller } = context;
  const before = await lockInstitution(tx, caller, id, 'institution.write');
  if (version !== undefined && version !== before.version) throw new Refusal('group/stale-version');
  const field = fieldOf(fields);
  const fault = fieldFault(caller.actor, before, field);
  if (fault !== null) throw refuseField(fault, field);
  await judgeValue(tx, caller, before, fields);
  const served = await shownValue(tx, before, 'assigned_group');
  const next = await write(tx, before, await withKeptLogo(tx, fields, logo, context.now), context.now);
  if (field === 'tech_center_id' && before.type === 'hospital')
    await beyondScope(tx, () => moveUnassigned(tx, before, fields.tech_center_id ?? null, context));
  const after = await lockInstitution(tx, caller, id, 'institution.write');
  const entries = await differences(tx, before, served, after);
  await conclude(tx, { id, version: next, action: 'change', entries }, context);
  return { id, version: next };
}

export async function changeInstitution(
  db: Db,
  input: ParsedOf<typeof institutionRoutes.changeInstitution>,
  context: Change,
) {
  const named = withOneType(input);
  const logo = await judgeLogo(named.logo);
  return transact(db, (tx) => change(tx, named, logo, context));
}
