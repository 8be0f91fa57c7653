/**
 * Maps the words of a case to numbers for the indexes of the lists: positions in the domain's order, from 1. The
 * database stores them in generated columns; a test compares both for every word.
 */
import {
  caseStatuses,
  priorities,
  severities,
  type CaseStatus,
  type Priority,
  type Severity,
} from '@rhythmdesk/domain/case/status';

export const statusRank = (status: CaseStatus): number => 1 + caseStatuses.indexOf(status);
export const priorityRank = (priority: Priority): number => 1 + priorities.indexOf(priority);
export const severityRank = (severity: Severity): number => 1 + severities.indexOf(severity);
