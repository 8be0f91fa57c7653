/** The words of a case: statuses, labels, priorities, severities, genders. Source: decisions, section 3. */
export const caseStatuses = ['ready', 'request', 'assigned', 'start', 'review', 'complete', 'edit'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** Where the life of every case begins. */
export const firstStatus: CaseStatus = 'ready';

/** What a chip may say: a status, or what lies over it. */
export const caseLabels = [...caseStatuses, 'processing', 'closed'] as const;
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

/** Closed wins over processing, processing over the status. */
export function labelOf(facts: {
  readonly status: CaseStatus;
  readonly processing: boolean;
  readonly closed: boolean;
}): CaseLabel {
  if (facts.closed) return 'closed';
  return facts.processing ? 'processing' : facts.status;
}
