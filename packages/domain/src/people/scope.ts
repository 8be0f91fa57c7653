/**
 * Defines how far a scope reaches, as a condition over the fields of an object. The server turns it into SQL, and
 * `reaches` evaluates it over facts already read, so that both always agree.
 *
 * A condition is a disjunction of conjunctions: an object is inside if for one entry of `any` all tests are true. A
 * test is "the field is one of the values". `any: [[]]` matches everything, `any: []` nothing. A null field is in no
 * set, as in SQL. Example: center 7 over cases is { any: [[{ field: 'tech_center_id', values: [7] }]] }.
 */
import type { Grant, Scope } from './permission-cells.ts';
import type { GroupType, RoleKey } from './roles.ts';

/** The caller as stored in the session, read again on every request. */
export interface Actor {
  /** The row id of the user, not the login id. */
  readonly id: number;
  readonly role_key: RoleKey;
  readonly user_group_id: number;
  readonly group_type: GroupType;
  /** The own group if it is a tech center, its center if it is a team, else null. */
  readonly tech_center_id: number | null;
  /** The facilities in the own group's `assigned_group`. */
  readonly assigned_group_ids: readonly number[];
  /** The number of the user's current scope. Data stored for the user is bound to it. Absent if nothing is stored. */
  readonly scope_number?: number;
  /** The only permissions of an API key; absent for a person, who has all of the role. */
  readonly scopes?: readonly string[];
}

/**
 * The fields that decide whether an object is in a scope. `tech_center_id` of a user or an institution is a team's
 * center, a hospital's analysing center, or a tech center itself; for an upload it is its hospital's. `user_group_id`
 * of an upload or a notice is its author's group. `group_type` of a notice is its audience. `technician_group_id` of a
 * case is the assignee's group. `id` of an institution is its own id.
 */
interface ScopeFields {
  readonly case:
    | 'hospital_id'
    | 'tech_center_id'
    | 'technician_id'
    | 'technician_group_id'
    | 'confirmer_id'
    | 'uploader_group_id';
  readonly upload: 'hospital_id' | 'tech_center_id' | 'user_group_id';
  readonly user: 'id' | 'user_group_id' | 'group_type' | 'tech_center_id';
  readonly institution: 'id' | 'group_type' | 'tech_center_id';
  readonly notice: 'user_group_id' | 'tech_center_id' | 'group_type';
}

export type ScopedObject = keyof ScopeFields;
export type ScopeField<Kind extends ScopedObject> = ScopeFields[Kind];
type ScopeValue = number | string;
export type Facts<Kind extends ScopedObject> = {
  readonly [Field in ScopeField<Kind>]: Field extends 'group_type' ? string | null : number | null;
};

interface Test<Kind extends ScopedObject> {
  readonly field: ScopeField<Kind>;
  readonly values: readonly ScopeValue[];
}
export interface Condition<Kind extends ScopedObject> {
  readonly any: readonly (readonly Test<Kind>[])[];
}

type Reach<Kind extends ScopedObject> = (actor: Actor) => Condition<Kind>['any'];
type ReachTable<Kind extends ScopedObject> = Readonly<Record<Scope, Reach<Kind>>>;

const everything = (): readonly (readonly never[])[] => [[]];
const nothing = (): readonly never[] => [];
const ownCenter = (actor: Actor): readonly number[] =>
  actor.tech_center_id === null ? [] : [actor.tech_center_id];

const caseReach: ReachTable<'case'> = {
  self: (actor) => [[{ field: 'technician_id', values: [actor.id] }]],
  uploads: (actor) => [[{ field: 'uploader_group_id', values: [actor.user_group_id] }]],
  hospital: (actor) => [[{ field: 'hospital_id', values: [actor.user_group_id] }]],
  assigned: (actor) => [[{ field: 'technician_id', values: [actor.id] }]],
  group: (actor) => [
    [{ field: 'hospital_id', values: [actor.user_group_id] }],
    [{ field: 'tech_center_id', values: [actor.user_group_id] }],
    [{ field: 'technician_group_id', values: [actor.user_group_id] }],
    [{ field: 'uploader_group_id', values: [actor.user_group_id] }],
  ],
  center: (actor) => [[{ field: 'tech_center_id', values: ownCenter(actor) }]],
  network: (actor) => [
    [{ field: 'hospital_id', values: actor.assigned_group_ids }],
    [{ field: 'tech_center_id', values: actor.assigned_group_ids }],
  ],
  all: everything,
  confirmer: (actor) => [[{ field: 'confirmer_id', values: [actor.id] }]],
  'assigned-hospitals': (actor) => [[{ field: 'hospital_id', values: actor.assigned_group_ids }]],
  staff: nothing,
  side: nothing,
  audience: nothing,
};

const uploadReach: ReachTable<'upload'> = {
  self: nothing,
  uploads: (actor) => [[{ field: 'user_group_id', values: [actor.user_group_id] }]],
  hospital: (actor) => [[{ field: 'hospital_id', values: [actor.user_group_id] }]],
  assigned: nothing,
  group: (actor) => [
    [{ field: 'hospital_id', values: [actor.user_group_id] }],
    [{ field: 'tech_center_id', values: [actor.user_group_id] }],
    [{ field: 'user_group_id', values: [actor.user_group_id] }],
  ],
  center: (actor) => [[{ field: 'tech_center_id', values: ownCenter(actor) }]],
  network: nothing,
  all: everything,
  confirmer: nothing,
  'assigned-hospitals': (actor) => [[{ field: 'hospital_id', values: actor.assigned_group_ids }]],
  staff: nothing,
  side: nothing,
  audience: nothing,
};

const centersGroups = (actor: Actor) => [[{ field: 'tech_center_id' as const, values: ownCenter(actor) }]];
const centerStaff = (actor: Actor) => [
  [
    { field: 'tech_center_id' as const, values: ownCenter(actor) },
    { field: 'group_type' as const, values: ['tech_center', 'team'] },
  ],
];

const userReach: ReachTable<'user'> = {
  self: (actor) => [[{ field: 'id', values: [actor.id] }]],
  uploads: nothing,
  hospital: nothing,
  assigned: nothing,
  group: (actor) => [[{ field: 'user_group_id', values: [actor.user_group_id] }]],
  center: centersGroups,
  network: (actor) => [
    [{ field: 'user_group_id', values: [...actor.assigned_group_ids, actor.user_group_id] }],
  ],
  all: everything,
  confirmer: nothing,
  'assigned-hospitals': nothing,
  staff: centerStaff,
  side: nothing,
  audience: nothing,
};

const institutionReach: ReachTable<'institution'> = {
  self: nothing,
  uploads: nothing,
  hospital: nothing,
  assigned: nothing,
  group: (actor) => [[{ field: 'id', values: [actor.user_group_id] }]],
  center: centersGroups,
  network: (actor) => [[{ field: 'id', values: [...actor.assigned_group_ids, actor.user_group_id] }]],
  all: everything,
  confirmer: nothing,
  'assigned-hospitals': (actor) => [[{ field: 'id', values: actor.assigned_group_ids }]],
  staff: centerStaff,
  side: nothing,
  audience: nothing,
};

const noticeReach: ReachTable<'notice'> = {
  self: nothing,
  uploads: nothing,
  hospital: nothing,
  assigned: nothing,
  group: nothing,
  center: nothing,
  network: (actor) => [[{ field: 'user_group_id', values: [actor.user_group_id] }]],
  all: everything,
  confirmer: nothing,
  'assigned-hospitals': nothing,
  staff: nothing,
  side: (actor) => [
    [
      { field: 'tech_center_id', values: ownCenter(actor) },
      { field: 'group_type', values: ['tech_center'] },
    ],
  ],
  audience: everything,
};

const reachTables: { readonly [Kind in ScopedObject]: ReachTable<Kind> } = {
  case: caseReach,
  upload: uploadReach,
  user: userReach,
  institution: institutionReach,
  notice: noticeReach,
};

/** Returns the condition for the objects of this kind that the grant reaches for this caller. */
export function conditionOf<Kind extends ScopedObject>(
  kind: Kind,
  actor: Actor,
  grant: Grant,
): Condition<Kind> {
  if (grant.flags.includes('hospital-group') && actor.group_type !== 'hospital') return { any: [] };
  const table: ReachTable<Kind> = reachTables[kind];
  return { any: grant.scopes.flatMap((scope) => table[scope](actor)) };
}

export function holds<Kind extends ScopedObject>(condition: Condition<Kind>, facts: Facts<Kind>): boolean {
  return condition.any.some((tests) =>
    tests.every(({ field, values }) => {
      const value = facts[field];
      return value !== null && values.includes(value);
    }),
  );
}
