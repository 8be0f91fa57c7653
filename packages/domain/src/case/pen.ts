/**
 * Decides who holds the write lock (`pen`) of a reading: one user writes, all others follow. The lock belongs to the
 * assignee, also during a correction. The confirmer may take it while the case waits for a verification. A holder who
 * was away for a minute loses it.
 */
import { reviewStatus } from './status.ts';
import type { Actor } from '../people/scope.ts';
import { mayEdit } from './edits.ts';
import type { CaseFacts } from './facts.ts';

/** A holder without a sign of life for this long loses the lock. */
export const penFreeAfterMs = 60_000;

export interface HeldPen {
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

/** Returns whether the lock is still held, by a user who may hold it and who is present. */
export function isHeld(facts: CaseFacts, pen: HeldPen | null, now_ms: number): pen is HeldPen {
  if (pen === null || now_ms - pen.seen_ms > penFreeAfterMs) return false;
  return isAssignee(facts, pen.user_id) || isVerifying(facts, pen.user_id);
}

/**
 * Returns whether the user may take the lock now: it is free, the same user holds it in another window, or the user
 * verifies.
 */
export function mayTake(facts: CaseFacts, actor: Actor, pen: HeldPen | null, now_ms: number): boolean {
  if (!mayWrite(facts, actor)) return false;
  return !isHeld(facts, pen, now_ms) || pen.user_id === actor.id || isVerifying(facts, actor.id);
}
