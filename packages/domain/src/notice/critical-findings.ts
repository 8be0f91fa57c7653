/**
 * Who learns of a critical finding, and when. It does not wait for the report inside the center: its chiefs are told
 * when it is recorded. The hospital sees a reading once it is finished (people/masking.ts), so it is told then, in
 * place of the plain message that the report is ready. One that a rule found is told level by level until the hospital
 * has acknowledged it.
 */
import type { EscalationLevel } from '../critical/critical-rules.ts';
import type { Severity } from '../case/status.ts';
import type { NotificationCode, NotificationRule } from './notifications.ts';

export function notificationsOfSeverity(
  before: string,
  after: Severity | undefined,
): readonly NotificationRule[] {
  if (after !== 'critical' || before === 'critical') return [];
  return [{ recipients: 'center-chiefs', code: 'critical-finding' }];
}

const finished: ReadonlySet<NotificationCode> = new Set<NotificationCode>(['completed', 'corrected']);

/** What an action tells, with the severity that the case then has. */
export function withSeverity(
  notify: readonly NotificationRule[],
  severity: string,
): readonly NotificationRule[] {
  if (severity !== 'critical') return notify;
  return notify.map((rule) =>
    rule.recipients === 'hospital' && finished.has(rule.code) ? { ...rule, code: 'critical-report' } : rule,
  );
}

/** Whom each level of a critical finding is. */
export const notificationsOfFinding: Readonly<Record<EscalationLevel, readonly NotificationRule[]>> = {
  team: [
    { recipients: 'center-chiefs', code: 'critical-finding' },
    { recipients: 'assignee', code: 'critical-finding' },
  ],
  technicians: [{ recipients: 'center-technicians', code: 'critical-waiting' }],
  center: [
    { recipients: 'center-heads', code: 'critical-waiting' },
    { recipients: 'center-chiefs', code: 'critical-waiting' },
  ],
  hospital: [{ recipients: 'hospital', code: 'critical-call' }],
};
