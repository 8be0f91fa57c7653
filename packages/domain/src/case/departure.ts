/**
 * Decides what happens to an open case when one of its users leaves (withdrawn, deleted, dormant, moved to another role
 * or center), so that no case stays with a user who can no longer act. Work goes back to the pool. A correction belongs
 * to its reader, so it waits until the chiefs name another. A verification that was requested from the user is requested
 * again from somebody else.
 */
import type { NotificationRule } from '../notice/notifications.ts';
import type { CaseFacts } from './facts.ts';
import {
  correctionStatus,
  finishedStatus,
  isUnassigned,
  requestedStatus,
  type CaseStatus,
} from './status.ts';

type Departure = {
  /** The new status, if it changes. */
  readonly status?: CaseStatus;
  readonly clears_technician: boolean;
  readonly clears_verification: boolean;
  readonly notify: readonly NotificationRule[];
};

/** Returns null if the case needs nothing from the leaving user. */
export function departureOf(facts: CaseFacts, user_id: number): Departure | null {
  if (facts.closed || facts.status === finishedStatus || isUnassigned(facts.status)) return null;
  const awaitsVerification =
    facts.confirmer_id === user_id && facts.verification_requested && !facts.verified;
  if (facts.technician_id === user_id) {
    const inCorrection = facts.status === correctionStatus;
    const chiefs = { recipients: 'center-chiefs', code: 'technician-left' } as const;
    const pool = { recipients: 'center-technicians', code: 'back-in-pool' } as const;
    return {
      ...(inCorrection ? {} : { status: requestedStatus }),
      clears_technician: !inCorrection,
      clears_verification: !inCorrection || awaitsVerification,
      notify: inCorrection ? [chiefs] : [chiefs, pool],
    };
  }
  if (!awaitsVerification) return null;
  return {
    clears_technician: false,
    clears_verification: true,
    notify: [{ recipients: 'assignee', code: 'confirmer-left' }],
  };
}
