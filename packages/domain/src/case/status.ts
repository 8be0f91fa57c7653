/** Lists the values of case fields: statuses, labels, priorities, severities, genders. Source: decisions, section 3. */
export const caseStatuses = ['ready', 'request', 'assigned', 'start', 'review', 'complete', 'edit'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The initial status of every case. */
export const firstStatus = 'ready' satisfies CaseStatus;

/** The labels of a status chip: a status, or its replacement once the case is verified or closed. */
export type CaseLabel = CaseStatus | 'verified' | 'closed';

export const priorities = ['normal', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const severities = ['none', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

export const genders = ['male', 'female', 'other'] as const;
export type Gender = (typeof genders)[number];

/** Sets of statuses that views, filters and buttons use; their SQL is also made from them. */
export const finishedStatus = 'complete' satisfies CaseStatus;
export const requestedStatus = 'request' satisfies CaseStatus;
export const reviewStatus = 'review' satisfies CaseStatus;
export const correctionStatus = 'edit' satisfies CaseStatus;
/** Statuses in which a technician works on the case or has it checked. */
export const assignedStatuses = [
  'assigned',
  'start',
  'review',
  'edit',
] as const satisfies readonly CaseStatus[];
/** Requested but not yet answered, so that the due date counts. */
export const dueStatuses = [
  'request',
  'assigned',
  'start',
  'review',
] as const satisfies readonly CaseStatus[];
/** Statuses in which the report has been given; a correction changes it afterwards. */
export const answeredStatuses = [finishedStatus, correctionStatus] as const satisfies readonly CaseStatus[];
/** Statuses in which a chief verifies. */
export const checkedStatuses = ['review', 'edit'] as const satisfies readonly CaseStatus[];
/** Statuses in which somebody still has to act. */
export const openStatuses: readonly CaseStatus[] = caseStatuses.filter((status) => status !== finishedStatus);

/** Statuses in which nobody is assigned: the pool. */
export const unassignedStatuses = ['ready', 'request'] as const satisfies readonly CaseStatus[];

export function isUnassigned(status: CaseStatus): boolean {
  return unassignedStatuses.some((one) => one === status);
}

export function isAnswered(status: CaseStatus): boolean {
  return answeredStatuses.some((one) => one === status);
}

export function isCaseStatus(text: string): text is CaseStatus {
  return caseStatuses.some((status) => status === text);
}

/**
 * Returns the label of a case. Closed has priority over verified, and verified over the review that it ends. A
 * correction is always shown as one, because it shows who has to act. A running job is shown beside the label.
 */
export function labelOf(facts: {
  readonly status: CaseStatus;
  readonly closed: boolean;
  readonly verified?: boolean;
}): CaseLabel {
  if (facts.closed) return 'closed';
  return facts.verified === true && facts.status === reviewStatus ? 'verified' : facts.status;
}
