/**
 * Lists every notification: its stable code, its category, the key of its text and the parameters that the text may
 * use. A notification is stored as code and parameters, and its text is written when it is read. No parameter names or
 * describes a patient, because a push message is shown on a locked screen. Source: specification, section 4; decisions,
 * section 3, column "Tells".
 */
import type { RoleKey } from '../people/roles.ts';

export const notificationCategories = [
  'upload',
  'request',
  'progress',
  'verification',
  'correction',
  'closing',
  'account',
  'critical',
] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

export type NotificationParameter =
  | 'hn_id'
  | 'user_name'
  | 'group_name'
  | 'comment'
  | 'filename'
  | 'system_name'
  | 'refusal_code';

interface NotificationRow {
  readonly category: NotificationCategory;
  readonly message: `notification.${string}`;
  readonly parameters: readonly NotificationParameter[];
}

const named = ['hn_id'] as const;
const byUser = ['hn_id', 'user_name'] as const;
const withComment = ['hn_id', 'user_name', 'comment'] as const;

export const notificationTable = {
  'case-ready': { category: 'upload', message: 'notification.case-ready', parameters: named },
  'upload-refused': {
    category: 'upload',
    message: 'notification.upload-refused',
    parameters: ['filename', 'refusal_code'],
  },
  'file-damaged': {
    category: 'upload',
    message: 'notification.file-damaged',
    parameters: ['hn_id', 'filename'],
  },
  'chain-broken': { category: 'account', message: 'notification.chain-broken', parameters: [] },
  'partner-off': { category: 'account', message: 'notification.partner-off', parameters: ['system_name'] },
  'export-done': { category: 'account', message: 'notification.export-done', parameters: ['filename'] },
  'export-failed': { category: 'account', message: 'notification.export-failed', parameters: ['filename'] },
  'new-request': { category: 'request', message: 'notification.new-request', parameters: named },
  'share-given': { category: 'request', message: 'notification.share-given', parameters: byUser },
  'request-cancelled': {
    category: 'request',
    message: 'notification.request-cancelled',
    parameters: byUser,
  },
  'technician-assigned': {
    category: 'progress',
    message: 'notification.technician-assigned',
    parameters: named,
  },
  'assigned-to-you': { category: 'progress', message: 'notification.assigned-to-you', parameters: byUser },
  'back-in-pool': { category: 'request', message: 'notification.back-in-pool', parameters: named },
  rejected: { category: 'request', message: 'notification.rejected', parameters: withComment },
  started: { category: 'progress', message: 'notification.started', parameters: named },
  'taken-back': { category: 'progress', message: 'notification.taken-back', parameters: withComment },
  'reassigned-from-you': {
    category: 'progress',
    message: 'notification.reassigned-from-you',
    parameters: withComment,
  },
  'reassigned-to-you': {
    category: 'progress',
    message: 'notification.reassigned-to-you',
    parameters: withComment,
  },
  'verification-requested': {
    category: 'verification',
    message: 'notification.verification-requested',
    parameters: byUser,
  },
  verified: { category: 'verification', message: 'notification.verified', parameters: byUser },
  'modification-requested': {
    category: 'verification',
    message: 'notification.modification-requested',
    parameters: withComment,
  },
  completed: { category: 'progress', message: 'notification.completed', parameters: named },
  'edit-requested': {
    category: 'correction',
    message: 'notification.edit-requested',
    parameters: ['hn_id', 'comment'],
  },
  'edit-cancelled': { category: 'correction', message: 'notification.edit-cancelled', parameters: named },
  corrected: { category: 'correction', message: 'notification.corrected', parameters: named },
  'technician-left': {
    category: 'request',
    message: 'notification.technician-left',
    parameters: ['hn_id', 'comment'],
  },
  'confirmer-left': {
    category: 'verification',
    message: 'notification.confirmer-left',
    parameters: ['hn_id', 'comment'],
  },
  mentioned: { category: 'progress', message: 'notification.mentioned', parameters: byUser },
  'consent-given': { category: 'request', message: 'notification.consent-given', parameters: named },
  'consent-declined': { category: 'request', message: 'notification.consent-declined', parameters: named },
  'critical-finding': {
    category: 'critical',
    message: 'notification.critical-finding',
    parameters: named,
  },
  'critical-report': { category: 'critical', message: 'notification.critical-report', parameters: named },
  'critical-waiting': {
    category: 'critical',
    message: 'notification.critical-waiting',
    parameters: named,
  },
  'critical-call': { category: 'critical', message: 'notification.critical-call', parameters: named },
  'second-reading-waits': {
    category: 'progress',
    message: 'notification.second-reading-waits',
    parameters: [],
  },
  'second-reading-done': {
    category: 'progress',
    message: 'notification.second-reading-done',
    parameters: named,
  },
  closed: { category: 'closing', message: 'notification.closed', parameters: ['hn_id', 'comment'] },
  'sign-up-waiting': {
    category: 'account',
    message: 'notification.sign-up-waiting',
    parameters: ['user_name', 'group_name'],
  },
  'password-changed': { category: 'account', message: 'notification.password-changed', parameters: [] },
  'email-changed': { category: 'account', message: 'notification.email-changed', parameters: [] },
  'session-ended': { category: 'account', message: 'notification.session-ended', parameters: [] },
  'factors-changed': { category: 'account', message: 'notification.factors-changed', parameters: [] },
  'factors-reset': {
    category: 'account',
    message: 'notification.factors-reset',
    parameters: ['user_name'],
  },
  'sessions-ended-by': {
    category: 'account',
    message: 'notification.sessions-ended-by',
    parameters: ['user_name'],
  },
} as const satisfies Record<string, NotificationRow>;

export type NotificationCode = keyof typeof notificationTable;

export function isNotificationCode(text: string): text is NotificationCode {
  return Object.hasOwn(notificationTable, text);
}

/** The codes in the order of the table. It is a tuple, because an enumeration needs at least one value. */
export const notificationCodes: readonly [NotificationCode, ...NotificationCode[]] = [
  'case-ready',
  ...Object.keys(notificationTable)
    .filter(isNotificationCode)
    .filter((code) => code !== 'case-ready'),
];

/** The recipients of an event: a user of the case, or the users with certain roles in one of its groups. */
export type Audience =
  | {
      readonly person: 'owner_id' | 'technician_id' | 'previous_technician_id' | 'confirmer_id';
    }
  | { readonly group: 'hospital_id' | 'tech_center_id' | 'team_id'; readonly role_keys: readonly RoleKey[] };

export const audiences = {
  uploader: { person: 'owner_id' },
  assignee: { person: 'technician_id' },
  'old-assignee': { person: 'previous_technician_id' },
  confirmer: { person: 'confirmer_id' },
  hospital: { group: 'hospital_id', role_keys: ['DOCTOR', 'MANAGER'] },
  'center-technicians': { group: 'tech_center_id', role_keys: ['TECHNICIAN'] },
  'team-technicians': { group: 'team_id', role_keys: ['TECHNICIAN'] },
  'center-heads': { group: 'tech_center_id', role_keys: ['CENTER'] },
  'center-chiefs': { group: 'tech_center_id', role_keys: ['CHIEF'] },
} as const satisfies Record<string, Audience>;
export type AudienceName = keyof typeof audiences;

export interface NotificationRule {
  readonly recipients: AudienceName;
  readonly code: NotificationCode;
}

/** One notification to one user. If several audiences include the user, only the first message is sent. */
export interface Message {
  readonly user_id: number;
  readonly code: NotificationCode;
}

/**
 * Returns the messages of an event. `membersOf` lists the active users of an audience. The user who acted is not
 * notified of the own action.
 */
export function messagesOf(
  notify: readonly NotificationRule[],
  membersOf: (recipients: AudienceName) => readonly number[],
  actor_id: number | null,
): readonly Message[] {
  const codesByRecipient = new Map<number, NotificationCode>();
  for (const { recipients, code } of notify) {
    for (const user_id of membersOf(recipients)) {
      if (user_id !== actor_id && !codesByRecipient.has(user_id)) codesByRecipient.set(user_id, code);
    }
  }
  return [...codesByRecipient].map(([user_id, code]) => ({ user_id, code }));
}
