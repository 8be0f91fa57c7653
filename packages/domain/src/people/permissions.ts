/**
 * Defines the permission matrix as one table: guards, menus, `actions`, SQL scopes and docs/permissions.md derive from
 * it; no other code compares role names to decide what a caller may do. `'-'` means never (403). A grant says how far
 * the permission reaches (`scopes`, any suffices) and what limits it (`flags`). Source: decisions, section 2.
 */
import type { GroupType, RoleKey } from './roles.ts';
import { everybody, nobody, to, type Cell, type Row } from './permission-cells.ts';

const assigneeOnly: Row = { ...nobody, TECHNICIAN: to('assigned'), CHIEF: to('assigned') };
const confirmerOnly: Row = { ...nobody, CHIEF: to('confirmer', 'not-own-work') };
const invoicing: Row = { ...nobody, DISTRIBUTER: to('network'), ADMIN: to('all') };
const reading: Row = { ...nobody, TECHNICIAN: to('center'), CHIEF: to('center') };
const completing: Row = { ...nobody, TECHNICIAN: to('assigned'), CHIEF: to(['assigned', 'confirmer']) };
const requesting: Row = {
  ...nobody,
  DOCTOR: to('hospital'),
  MANAGER: to('group', 'hospital-group'),
  ADMIN: to('all'),
};
const dispatching: Row = { ...nobody, CHIEF: to('center'), CENTER: to('center'), ADMIN: to('all') };
const peopleWriting: Row = {
  ...nobody,
  MANAGER: to('group', 'below-own-level'),
  CENTER: to('center', 'below-own-level'),
  DISTRIBUTER: to('network', 'below-own-level'),
  ADMIN: to('all'),
};
const caseTalk: Row = {
  ...nobody,
  DOCTOR: to('hospital', 'no-internal'),
  TECHNICIAN: to('center'),
  CHIEF: to('center'),
  MANAGER: to('group'),
  CENTER: to('center'),
  ADMIN: to('all'),
};

const casePermissions = {
  'case.read': {
    LOGISTICS: to('uploads', 'masked'),
    DOCTOR: to('hospital'),
    TECHNICIAN: to('center', 'pool-masked'),
    CHIEF: to('center'),
    MANAGER: to('group'),
    CENTER: to('center'),
    DISTRIBUTER: to('network', 'masked'),
    ADMIN: to('all', 'reason'),
  },
  'case.create': {
    ...nobody,
    LOGISTICS: to('assigned-hospitals'),
    DOCTOR: to('hospital'),
    MANAGER: to('group'),
    ADMIN: to('all'),
  },
  'case.edit_patient': {
    ...nobody,
    DOCTOR: to('hospital', 'until-assigned'),
    MANAGER: to('group', 'until-assigned'),
    ADMIN: to('all'),
  },
  'case.edit_reading': {
    ...nobody,
    TECHNICIAN: to('assigned', 'while-working'),
    CHIEF: to('center', 'while-working'),
  },
  'case.request': requesting,
  'case.cancel_request': requesting,
  'case.assign_to_me': reading,
  'case.assign': dispatching,
  'case.take_back': dispatching,
  'case.reject': assigneeOnly,
  'case.start': assigneeOnly,
  'case.unassign': { ...nobody, TECHNICIAN: to('assigned'), CHIEF: to('center'), CENTER: to('center') },
  'case.reassign': { ...nobody, CHIEF: to('center'), CENTER: to('center') },
  'case.change_team': dispatching,
  'case.review_request': assigneeOnly,
  'case.request_verification': assigneeOnly,
  'case.verify': confirmerOnly,
  'case.return': confirmerOnly,
  'case.complete': completing,
  'case.complete_editing': completing,
  'case.request_editing': { ...nobody, DOCTOR: to('hospital'), ADMIN: to('all') },
  'case.cancel_editing': { ...nobody, DOCTOR: to('hospital'), CHIEF: to('center'), ADMIN: to('all') },
  'case.close': { ...dispatching, DOCTOR: to('hospital') },
  'case.void': dispatching,
  'case.history': caseTalk,
  'case.comment': caseTalk,
  /** Users who work on the case: its assignee, and the chiefs of its center. */
  'case.answer_pin': { ...nobody, TECHNICIAN: to('assigned'), CHIEF: to('center') },
  'case.export': {
    ...nobody,
    DOCTOR: to('hospital'),
    CHIEF: to('center'),
    MANAGER: to('group'),
    CENTER: to('center'),
    DISTRIBUTER: to('network', 'masked'),
    ADMIN: to('all'),
  },
} as const satisfies Record<`case.${string}`, Row>;

const recordingPermissions = {
  'recording.read': { ...reading, DOCTOR: to('hospital'), ADMIN: to('all', 'reason') },
  'file.signal': {
    ...nobody,
    DOCTOR: to('hospital'),
    TECHNICIAN: to('assigned'),
    CHIEF: to('center'),
    ADMIN: to('all', 'reason'),
  },
  'file.report': {
    ...nobody,
    DOCTOR: to('hospital'),
    TECHNICIAN: to('center'),
    CHIEF: to('center'),
    MANAGER: to('group'),
    CENTER: to('center'),
    ADMIN: to('all', 'reason'),
  },
  'file.add_user': {
    ...nobody,
    DOCTOR: to('hospital', 'until-assigned'),
    MANAGER: to('group', 'hospital-group', 'until-assigned'),
  },
  'upload.history': {
    ...nobody,
    LOGISTICS: to('uploads'),
    DOCTOR: to('hospital'),
    MANAGER: to('group'),
    CENTER: to('center'),
    ADMIN: to('all'),
  },
  'critical.read': { ...reading, TECHNICIAN: to('center', 'pool-masked'), CENTER: to('center') },
  'critical.act': reading,
  /** Second readings: list them, read one, see their results. */
  'second_reading.list': { ...reading, CENTER: to('center') },
  'second_reading.write': reading,
  'second_reading.figures': { ...nobody, CHIEF: to('center'), CENTER: to('center') },
  'analysis.renew': { ...nobody, ADMIN: to('all') },
  'job.operate': { ...nobody, ADMIN: to('all') },
  'agreement.write': { ...nobody, DOCTOR: to('hospital'), MANAGER: to('group'), ADMIN: to('all') },
} as const satisfies Record<string, Row>;

/** The institutions that each administrative role oversees. */
const offices = {
  MANAGER: to('group'),
  CENTER: to('center'),
  DISTRIBUTER: to('network'),
  ADMIN: to('all'),
} as const;

const officePermissions = {
  'user.list': {
    ...peopleWriting,
    TECHNICIAN: to('staff', 'names-only'),
    CHIEF: to('staff'),
    MANAGER: to('group'),
    CENTER: to('center'),
    DISTRIBUTER: to('network'),
  },
  'user.write': peopleWriting,
  'user.activities': { ...everybody('self'), ...offices },
  'institution.read': {
    LOGISTICS: to('assigned-hospitals', 'names-only'),
    DOCTOR: to('group'),
    TECHNICIAN: to('center', 'names-only'),
    CHIEF: to('center'),
    ...offices,
  },
  'institution.write': { ...invoicing, CENTER: to('center', 'ratio-and-description') },
  'institution.administer': { ...nobody, ...offices },
  'institution.shares': { ...invoicing, CHIEF: to('center'), CENTER: to('center') },
  'institution.keys': { ...nobody, ...offices },
  'institution.certificate': { ...nobody, CENTER: to('center'), ADMIN: to('all') },
  /** Other systems of an institution and the messages exchanged with them. */
  'partner.read': { ...nobody, MANAGER: to('group'), CENTER: to('center'), ADMIN: to('all', 'reason') },
  'partner.resend': { ...nobody, MANAGER: to('group'), CENTER: to('center'), ADMIN: to('all') },
  'partner.write': { ...nobody, ADMIN: to('all') },
  'report.phrases': { ...nobody, CHIEF: to('center'), CENTER: to('center') },
  'critical.settings': { ...nobody, CHIEF: to('center'), CENTER: to('center') },
  'institution.create': invoicing,
  'institution.delete': invoicing,
  'price.read': invoicing,
  'price.write': invoicing,
  'notice.read': everybody('audience'),
  'notice.write': { ...nobody, CENTER: to('side'), DISTRIBUTER: to('network'), ADMIN: to('all') },
  self: everybody('self'),
  /** Sharing a view of a list, which is its filters and never rows. */
  'view.share': { ...nobody, CHIEF: to('center'), ...offices, DISTRIBUTER: to('group') },
  'statistics.read': {
    ...nobody,
    DOCTOR: to('hospital'),
    TECHNICIAN: to('self'),
    CHIEF: to('center'),
    ...offices,
  },
  'invoice.read': invoicing,
  'invoice.close': invoicing,
  /** For a closed month: level 5 only. */
  'invoice.reopen': { ...nobody, ADMIN: to('all') },
  'billing.read': invoicing,
  'audit.read': { ...nobody, ADMIN: to('all') },
  /** What the data protection law gives a patient: a copy of the data, and its erasure. */
  'patient.export': { ...nobody, ADMIN: to('all') },
  'patient.erase': { ...nobody, ADMIN: to('all') },
  'research.export': { ...nobody, ADMIN: to('all') },
} as const satisfies Record<string, Row>;

const table = { ...casePermissions, ...recordingPermissions, ...officePermissions };

export type Permission = keyof typeof table;

/**
 * For cases, recordings and uploads, a MANAGER of a carrier or distributer has the permissions of its users, masked
 * like theirs. Only sending recordings follows the manager's own row.
 */
export const managedAs: Readonly<Partial<Record<GroupType, RoleKey>>> = {
  logistics: 'LOGISTICS',
  distributer: 'DISTRIBUTER',
};
const seenAsUsers: ReadonlySet<string> = new Set(
  Object.keys({ ...casePermissions, ...recordingPermissions }).filter((name) => name !== 'case.create'),
);

/** Returns the role whose row applies to a caller for this permission. */
export function rowRole(
  actor: { readonly role_key: RoleKey; readonly group_type: GroupType },
  permission: Permission,
): RoleKey {
  if (actor.role_key !== 'MANAGER' || !seenAsUsers.has(permission)) return actor.role_key;
  return managedAs[actor.group_type] ?? actor.role_key;
}
export const permissions: Readonly<Record<Permission, Readonly<Record<RoleKey, Cell>>>> = table;

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissions, text);
}
