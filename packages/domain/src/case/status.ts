/** The words of a case: statuses, labels, priorities, severities, genders. Source: decisions, section 3. */
export const caseStatuses = ['ready', 'request', 'assigned', 'start', 'review', 'complete', 'edit'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** Where the life of every case begins. */
export const firstStatus: CaseStatus = 'ready';

/** What a chip may say: a status, or what stands in its place once the case is verified or closed. */
export const caseLabels = [...caseStatuses, 'verified', 'closed'] as const;
export type CaseLabel = (typeof caseLabels)[number];

export const priorities = ['normal', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const severities = ['none', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

export const genders = ['male', 'female', 'other'] as const;
export type Gender = (typeof genders)[number];

/** Statuses in which nobody is assigned: the pool. */
export const unassignedStatuses = ['ready', 'request'] as const satisfies readonly CaseStatus[];

export function isUnassigned(status: CaseStatus): boolean {
  return unassignedStatuses.some((one) => one === status);
}

export function isCaseStatus(text: string): text is CaseStatus {
  return caseStatuses.some((status) => status === text);
}

/** Closed wins over verified, verified over the status it is verified in. A job at work is shown beside the label. */
export function labelOf(facts: {
  readonly status: CaseStatus;
  readonly closed: boolean;
  readonly verified?: boolean;
}): CaseLabel {
  if (facts.closed) return 'closed';
  const isChecked = facts.verified === true && (facts.status === 'review' || facts.status === 'edit');
  return isChecked ? 'verified' : facts.status;
}
