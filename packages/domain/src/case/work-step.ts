/**
 * Determines what a user does next on a case, for its primary button: on the page of the case and at the reading desk.
 * While a report is still required of this reader, the reading says how far it is: findings to judge, time to look at,
 * the conclusion, the report. A report that does not say what the reader found, such as that of the device, is made
 * again before its review. Everything else is the next step of the case.
 */
import type { NextStep, OnwardAction } from './next-step.ts';

export type WorkStep =
  /** Findings were not judged. */
  | 'read'
  /** All are judged, but less of the recording was viewed than the center requires. */
  | 'look'
  /** The conclusion is empty. */
  | 'conclude'
  | 'report'
  | { readonly action: OnwardAction };

export interface WorkFacts {
  readonly next_step: NextStep;
  /** The user may edit the reading. */
  readonly reads: boolean;
  /** How many items of the queue were not judged; null if there is no reading. */
  readonly open_items: number | null;
  readonly conclusion: string;
  /** The newest report does not say what the reading and the conclusion say now. */
  readonly report_old: boolean;
}

/** The actions that send the newest report to its review. */
const reviewing: readonly OnwardAction[] = ['review-request', 'request-verification'];

const ofReport = (conclusion: string): WorkStep => (conclusion.trim() === '' ? 'conclude' : 'report');

/** Returns null if another user has to act, or what is missing is no part of the reading. */
export function workStep(facts: WorkFacts): WorkStep | null {
  const { next_step, reads, open_items, conclusion, report_old } = facts;
  if (next_step.kind === 'act') {
    const { action } = next_step;
    const isOld = reads && open_items === 0 && report_old && reviewing.includes(action);
    return isOld ? ofReport(conclusion) : { action };
  }
  if (next_step.kind !== 'owed' || !reads || open_items === null) return null;
  const { guard } = next_step;
  if (guard !== 'coverage' && guard !== 'report' && guard !== 'new-report') return null;
  if (open_items > 0) return 'read';
  if (guard === 'coverage') return 'look';
  return ofReport(conclusion);
}

/** Returns whether a user is done with a case, so that the next case may be offered. */
export const isHandedOn = ({ kind }: NextStep): boolean => kind !== 'act' && kind !== 'owed';
