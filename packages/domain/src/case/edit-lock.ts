/**
 * Decides who holds the edit lock of a reading: one user writes, all others follow. The lock belongs to the
 * assignee, also during a correction. The confirmer may take it while the case waits for a verification. A holder who
 * was away for a minute loses it.
 */
import { reviewStatus } from './status.ts';
import type { Actor } from '../people/scope.ts';
import { isInWork, mayEdit } from './edits.ts';
import type { CaseFacts } from './facts.ts';

/** A holder without a sign of life for this long loses the lock. */
export const editLockTimeoutMs = 60_000;

export interface HeldEditLock {
  readonly user_id: number;
  /** The page that writes. A user with two windows writes in only one of them. */
  readonly page_id: string;
  readonly seen_ms: number;
}

const isAssignee = (facts: CaseFacts, id: number): boolean => facts.technician_id === id;
const isVerifying = (facts: CaseFacts, id: number): boolean =>
  facts.confirmer_id === id && facts.status === reviewStatus && facts.verification_requested;

/** Returns whether the user may hold the lock at all. */
export function mayWrite(facts: CaseFacts, actor: Actor): boolean {
  return mayEdit(facts, 'reading', actor) && (isAssignee(facts, actor.id) || isVerifying(facts, actor.id));
}

/** Returns whether the lock is still held: by a user who may hold it and is present, in a case that is worked on. */
export function isHeld(facts: CaseFacts, lock: HeldEditLock | null, now_ms: number): lock is HeldEditLock {
  if (lock === null || now_ms - lock.seen_ms > editLockTimeoutMs) return false;
  return isInWork(facts) && (isAssignee(facts, lock.user_id) || isVerifying(facts, lock.user_id));
}

/**
 * Returns whether the user may take the lock now: it is free, the same user holds it in another window, or the user
 * verifies.
 */
export function mayTake(facts: CaseFacts, actor: Actor, lock: HeldEditLock | null, now_ms: number): boolean {
  if (!mayWrite(facts, actor)) return false;
  return !isHeld(facts, lock, now_ms) || lock.user_id === actor.id || isVerifying(facts, actor.id);
}
