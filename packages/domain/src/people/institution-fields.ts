/**
 * Defines the fields of an institution (user group): which kinds of group each field belongs to, and who may change it.
 * In a group of another kind the field has its default value and is not offered.
 *
 * Invariants: nobody below the top level changes what decides their own scope, or creates a group that outranks them. A
 * center changes only the ratios of its teams, descriptions and the look of its reports.
 * Source: specification, sections 3 to 5; decisions, section 2.
 */
import type { RefusalCode } from '../kit/refusal.ts';
import { can, has } from './can.ts';
import { groupTypes, levelOf, topLevel, type GroupType } from './roles.ts';
import type { Actor } from './scope.ts';

export const twoFactorRules = ['off', 'offered', 'required'] as const;

const staffed: readonly GroupType[] = ['tech_center', 'team'];
const printing: readonly GroupType[] = ['hospital', 'tech_center'];
const serving: readonly GroupType[] = ['logistics', 'distributer'];

/** The kinds of group that each field belongs to. */
const institutionFieldTypes = {
  name: groupTypes,
  type: groupTypes,
  register_code: groupTypes,
  region: groupTypes,
  postcode: groupTypes,
  address: groupTypes,
  time_zone: groupTypes,
  description: groupTypes,
  department: ['hospital'],
  /** The facilities that the group serves. */
  assigned_group: serving,
  /** For a hospital the analysing center, for a team the center that it belongs to. */
  tech_center_id: ['hospital', 'team'],
  agree_type: ['hospital'],
  charging_unit_id: ['hospital'],
  billing_address: ['hospital'],
  /** For a hospital the address that invoices are sent to, for a center the address for questions about them. */
  billing_email: ['hospital', 'tech_center'],
  tax_rate_bp: ['hospital'],
  invoice_language: ['hospital'],
  tax_number: ['tech_center'],
  bank_account: ['tech_center'],
  analysis_ratio: ['team'],
  takes_others_share: ['tech_center'],
  verification_required: ['tech_center'],
  /** The share of a recording, in per cent, that must be looked at before it is checked; null requires none. */
  coverage_minimum: ['tech_center'],
  /** The share of completed cases, in per cent, that is selected for a second reading; null selects none. */
  second_reading_share: ['tech_center'],
  turnaround_normal_h: ['tech_center'],
  turnaround_urgent_h: ['tech_center'],
  /** What reports print about the institution. A hospital's own setting has priority over its center's. */
  letterhead: printing,
  logo: printing,
  report_sections: printing,
  immediate_sign_up: groupTypes,
  /** A user who signs in through the institution's provider and has no account gets one of level 1. */
  provider_sign_up: ['hospital', 'logistics', 'tech_center', 'team'],
  two_factor: groupTypes,
  idle_minutes: groupTypes,
} as const satisfies Record<string, readonly GroupType[]>;
export type InstitutionField = keyof typeof institutionFieldTypes;

export const institutionFields: readonly InstitutionField[] = Object.keys(institutionFieldTypes).filter(
  (name): name is InstitutionField => Object.hasOwn(institutionFieldTypes, name),
);

/** The edit modes of the specification, each with the one field that it sends. */
export const editModes = {
  changename: 'name',
  changehosp: 'assigned_group',
  changechargingunit: 'charging_unit_id',
  changegrouptype: 'type',
  changedescription: 'description',
  changegroupagreetype: 'agree_type',
} as const satisfies Record<string, InstitutionField>;

export function hasField(type: GroupType, field: InstitutionField): boolean {
  const types: readonly GroupType[] = institutionFieldTypes[field];
  return types.includes(type);
}

const centersFields: readonly InstitutionField[] = [
  'analysis_ratio',
  'description',
  'letterhead',
  'logo',
  'report_sections',
];
const scopeFields: readonly InstitutionField[] = ['type', 'assigned_group', 'tech_center_id'];

/** Returns the kinds of group that this caller may create or change another group into. */
export function typesFor(actor: Pick<Actor, 'role_key'>): readonly GroupType[] {
  if (levelOf(actor.role_key) === topLevel) return groupTypes;
  return groupTypes.filter((type) => type === 'hospital' || type === 'logistics' || staffed.includes(type));
}

/** Returns why this caller cannot change this field of an institution in scope, or null. */
export function fieldFault(
  actor: Actor,
  institution: { readonly id: number; readonly type: GroupType },
  field: InstitutionField,
): RefusalCode | null {
  const grant = can(actor, 'institution.write');
  if (grant === 'never') return 'auth/role-never';
  if (!hasField(institution.type, field)) return 'group/type-unfit';
  if (has(grant, 'ratio-and-description') && !centersFields.includes(field)) return 'group/field-not-yours';
  if (field === 'charging_unit_id' && can(actor, 'price.write') === 'never') return 'group/field-not-yours';
  const isOwn = institution.id === actor.user_group_id;
  const narrowed = levelOf(actor.role_key) < topLevel && isOwn && scopeFields.includes(field);
  return narrowed ? 'group/own-scope' : null;
}

/** Returns the fields that this caller may change now. */
export function editableFields(
  actor: Actor,
  institution: { readonly id: number; readonly type: GroupType },
): readonly InstitutionField[] {
  return institutionFields.filter((field) => fieldFault(actor, institution, field) === null);
}
