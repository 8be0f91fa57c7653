/**
 * The pen of a reading: one person writes, all others follow. It belongs to the case's assignee, in a correction too; the
 * confirmer may take it while the case waits for a verification. Who has gone for a minute holds it no longer.
 */
import { reviewStatus } from './status.ts';
import type { Actor } from '../people/scope.ts';
import { mayEdit } from './edits.ts';
import type { CaseFacts } from './facts.ts';

/** A holder who was not heard of for so long has gone. */
export const penFreeAfterMs = 60_000;

export interface HeldPen {
  readonly user_id: number;
  /** The page that writes: a person with two windows writes in one of them. */
  readonly page_id: string;
  readonly seen_ms: number;
}

const isAssignee = (facts: CaseFacts, id: number): boolean => facts.technician_id === id;
const isVerifying = (facts: CaseFacts, id: number): boolean =>
  facts.confirmer_id === id && facts.status === reviewStatus && facts.verification_requested;

/** Whether the pen may be this person's at all. */
export function mayWrite(facts: CaseFacts, actor: Actor): boolean {
  return mayEdit(facts, 'reading', actor) && (isAssignee(facts, actor.id) || isVerifying(facts, actor.id));
}

/** Whether it is still held: by somebody whose it may be, and who is there. */
export function isHeld(facts: CaseFacts, pen: HeldPen | null, now_ms: number): pen is HeldPen {
  if (pen === null || now_ms - pen.seen_ms > penFreeAfterMs) return false;
  return isAssignee(facts, pen.user_id) || isVerifying(facts, pen.user_id);
}

/** Whether this person may take it now: it is free, it is theirs in another window, or they verify. */
export function mayTake(facts: CaseFacts, actor: Actor, pen: HeldPen | null, now_ms: number): boolean {
  if (!mayWrite(facts, actor)) return false;
  return !isHeld(facts, pen, now_ms) || pen.user_id === actor.id || isVerifying(facts, actor.id);
}
