/**
 * Lists every act of the audit log with its kind. A route names the act that a call of it is recorded as. The act
 * determines when its row is written, whether repeats are merged, and in which view of the log the row is shown.
 *
 * - Changes are written in the transaction that they record. Exports, downloads and prints are written before the
 *   response is sent. Reads are written within a quarter of a second after the response.
 * - `repeats`: if the same user reads the same thing again within five minutes (a list that refreshes itself, the tiles
 *   of one recording), the log counts it as the same read.
 */
import type { RefusalCode } from '../kit/refusal.ts';

export const auditKinds = [
  'sign-in',
  'read',
  'change',
  'export',
  'download',
  'print',
  'consent',
  'user',
  'institution',
  'operation',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The view of the log in which each kind is shown. */
export const kindViews = {
  'sign-in': 'people',
  read: 'patients',
  change: 'patients',
  export: 'exports',
  download: 'patients',
  print: 'patients',
  consent: 'patients',
  user: 'people',
  institution: 'people',
  operation: 'other',
} as const satisfies Record<AuditKind, string>;

type ActRow = { readonly kind: AuditKind; readonly repeats?: true };

const act = (kind: AuditKind, repeats?: 'repeats'): ActRow =>
  repeats === undefined ? { kind } : { kind, repeats: true };

const auditActs = {
  'session.begin': act('sign-in'),
  'session.end': act('sign-in'),
  'session.revoke': act('sign-in'),
  'password.ask': act('sign-in'),
  'password.reset': act('sign-in'),
  'two-factor.change': act('sign-in'),
  'two-factor.reset': act('sign-in'),
  'identity.change': act('sign-in'),
  'case.list': act('read', 'repeats'),
  'case.find': act('read', 'repeats'),
  'case.open': act('read'),
  'case.history': act('read'),
  'case.comments': act('read'),
  'case.files': act('read'),
  'recording.view': act('read', 'repeats'),
  'analysis.read': act('read', 'repeats'),
  'upload.list': act('read', 'repeats'),
  'upload.look': act('read', 'repeats'),
  'critical.list': act('read', 'repeats'),
  'critical.read': act('read', 'repeats'),
  'second-reading.list': act('read', 'repeats'),
  'second-reading.read': act('read', 'repeats'),
  'consent.read': act('read'),
  'patient.read': act('read'),
  'health-link.list': act('read', 'repeats'),
  'notification.list': act('read', 'repeats'),
  'job.list': act('read', 'repeats'),
  'operation.read': act('read', 'repeats'),
  'message.list': act('read', 'repeats'),
  'message.read': act('read'),
  'ledger.list': act('read', 'repeats'),
  'user.list': act('read', 'repeats'),
  'user.read': act('read'),
  'audit.read': act('read', 'repeats'),
  'case.create': act('change'),
  'case.change': act('change'),
  'case.reading': act('change'),
  'reading.change': act('change'),
  'reading.coverage': act('change'),
  'case.step': act('change'),
  'case.assign': act('change'),
  'case.team': act('change'),
  'case.comment': act('change'),
  'case.file': act('change'),
  'analysis.change': act('change'),
  'critical.act': act('change'),
  'critical.find': act('change'),
  'critical.escalate': act('change'),
  'second-reading.take': act('change'),
  'second-reading.give-back': act('change'),
  'second-reading.change': act('change'),
  'second-reading.finish': act('change'),
  'upload.begin': act('change'),
  'upload.send': act('change'),
  'upload.give-up': act('change'),
  'upload.take': act('change'),
  'order.take': act('change'),
  'message.send': act('change'),
  'message.again': act('change'),
  'patient.erase': act('change'),
  'patient.export': act('export'),
  'research.export': act('export'),
  'health-link.create': act('change'),
  'health-link.revoke': act('change'),
  'case.export': act('export'),
  'recording.export': act('export'),
  'upload.export': act('export'),
  'user.export': act('export'),
  'institution.export': act('export'),
  'billing.export': act('export'),
  'invoice.export': act('export'),
  'invoice.document': act('download'),
  'statistics.export': act('export'),
  'ledger.export': act('export'),
  'audit.export': act('export'),
  'audit.accesses': act('export'),
  'export.ask': act('export'),
  'export.read': act('download'),
  'report.read': act('download'),
  'health-link.open': act('download'),
  'order.read': act('download'),
  'operation.bundle': act('download'),
  'file.read': act('download'),
  'case.print': act('print'),
  'consent.ask': act('consent'),
  'consent.give': act('consent'),
  'consent.answer': act('consent'),
  'consent.withdraw': act('consent'),
  'user.sign-up': act('user'),
  'user.approve': act('user'),
  'user.refuse': act('user'),
  'user.create': act('user'),
  'user.change': act('user'),
  'user.delete': act('user'),
  'user.withdraw': act('user'),
  'user.sleep': act('user'),
  'user.import': act('user'),
  'profile.change': act('user'),
  'institution.create': act('institution'),
  'institution.change': act('institution'),
  'institution.delete': act('institution'),
  'institution.import': act('institution'),
  'api-key.create': act('institution'),
  'api-key.rotate': act('institution'),
  'api-key.revoke': act('institution'),
  'smart-client.create': act('institution'),
  'smart-client.change': act('institution'),
  'smart-client.revoke': act('institution'),
  'certificate.add': act('institution'),
  'certificate.remove': act('institution'),
  'critical.settings': act('institution'),
  'report.phrases': act('institution'),
  'critical.contacts': act('institution'),
  'partner.create': act('institution'),
  'partner.change': act('institution'),
  'partner.secret': act('institution'),
  'price.create': act('institution'),
  'price.change': act('institution'),
  'invoice.close': act('institution'),
  'invoice.reopen': act('institution'),
  'invoice.adjust': act('institution'),
  'invoice.state': act('institution'),
  'invoice.mail': act('institution'),
  'notice.change': act('operation'),
  'job.again': act('operation'),
  'audit.prove': act('operation'),
  'analysis.renew': act('operation'),
  'audit.check': act('operation'),
  /** Used for routes without an act of their own: only their refusals are written. */
  'function.call': act('operation'),
} as const satisfies Record<string, ActRow>;

export type AuditAct = keyof typeof auditActs;

export function isAuditAct(text: string): text is AuditAct {
  return Object.hasOwn(auditActs, text);
}

export const kindOfAct = (name: AuditAct): AuditKind => auditActs[name].kind;

export const repeatsItself = (name: AuditAct): boolean => {
  const row: ActRow = auditActs[name];
  return row.repeats === true;
};

/** When the row of a successful act is written. */
const writtenAt = {
  'sign-in': 'transaction',
  read: 'soon',
  change: 'transaction',
  export: 'answer',
  download: 'answer',
  print: 'answer',
  consent: 'transaction',
  user: 'transaction',
  institution: 'transaction',
  operation: 'transaction',
} as const satisfies Record<AuditKind, 'transaction' | 'answer' | 'soon'>;

export const writingOf = (name: AuditAct): 'transaction' | 'answer' | 'soon' => writtenAt[kindOfAct(name)];

export const auditOutcomes = ['done', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Refusals of unknown callers. The log records the address and the route. */
export const refusalsOfStrangers: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'auth/required',
  'auth/unknown-token',
]);

/** Refusal codes for a missing permission. Input errors, stale versions and wrong case states are not among them. */
const refusalsOfAuthorisation: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  ...refusalsOfStrangers,
  'auth/login-failed',
  'auth/session-expired',
  'auth/session-revoked',
  'auth/account-inactive',
  'auth/role-never',
  'auth/throttled',
  'auth/locked',
  'auth/wrong-password',
  'auth/factor-due',
  'auth/factor-wrong',
  'auth/passkey-refused',
  'auth/provider-refused',
  'auth/provider-link-first',
  'auth/provider-no-account',
  'auth/password-change-due',
  'auth/link-gone',
  'object/not-found',
  'input/masked-field',
  'case/not-yours',
  'case/own-work',
  'user/level-too-high',
  'user/grant-too-high',
  'user/own-role',
  'group/field-not-yours',
  'group/own-scope',
  'group/own',
]);

export const isOfAuthorisation = (code: RefusalCode): boolean => refusalsOfAuthorisation.has(code);
