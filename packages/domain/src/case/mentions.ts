/**
 * Decides who may be mentioned in a comment of a case: only users who will be able to read it. Staff of the center may
 * mention anybody of the center or the hospital who can read it. Users of the hospital may mention their own
 * colleagues, and those of the center who are responsible for the case or commented on it. Who else works at the center
 * is not shown to the hospital.
 */
import { may, seesInternalComments } from '../people/can.ts';
import type { Actor } from '../people/scope.ts';
import type { CaseFacts } from './facts.ts';

/** The maximum number of users mentioned in one comment. */
export const mentionLimit = 20;

export interface MentionQuery {
  readonly facts: CaseFacts;
  /** The author of the comment. */
  readonly writer: Actor;
  readonly internal: boolean;
  /** The authors of earlier comments that the writer may read. */
  readonly spoke: ReadonlySet<number>;
}

export function mayBeMentioned(person: Actor, { facts, writer, internal, spoke }: MentionQuery): boolean {
  if (person.id === writer.id) return false;
  if (internal && !seesInternalComments(person)) return false;
  if (!may('case', person, 'case.read', facts) || !may('case', person, 'case.history', facts)) return false;
  if (seesInternalComments(writer) || person.user_group_id === writer.user_group_id) return true;
  return person.id === facts.technician_id || person.id === facts.confirmer_id || spoke.has(person.id);
}
