/**
 * Decides who is notified of a critical finding, and when. The chiefs of the center are notified when it is recorded,
 * without waiting for the report. The hospital sees a reading once it is finished (people/masking.ts). It is notified
 * at that time, and this replaces the plain message that the report is ready. A finding of a rule is escalated level by
 * level until the hospital has acknowledged it.
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

const finished = ['completed', 'corrected'] as const satisfies readonly NotificationCode[];
const isFinished = (code: NotificationCode): boolean => finished.some((one) => one === code);

/** The notifications with which a hospital learns of a released report. */
export const reportCodes = [...finished, 'critical-report'] as const satisfies readonly NotificationCode[];

/** Returns the notifications of an action, given the severity that the case has afterwards. */
export function withSeverity(
  notify: readonly NotificationRule[],
  severity: string,
): readonly NotificationRule[] {
  if (severity !== 'critical') return notify;
  return notify.map((rule) =>
    rule.recipients === 'hospital' && isFinished(rule.code) ? { ...rule, code: 'critical-report' } : rule,
  );
}

/** The recipients of each escalation level of a critical finding. */
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
