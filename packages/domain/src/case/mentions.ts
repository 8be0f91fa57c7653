/**
 * Who may be mentioned in a comment of a case: who will be able to read it. Whoever works for the center mentions anybody
 * of both houses who may; the hospital's side mentions its own people and those of the center who hold the case or spoke
 * of it, since who else works there is the center's own matter.
 */
import { may, seesInternalComments } from '../people/can.ts';
import type { Actor } from '../people/scope.ts';
import type { CaseFacts } from './facts.ts';

/** Most people whom one comment mentions. */
export const mentionLimit = 20;

export interface MentionQuery {
  readonly facts: CaseFacts;
  /** Who writes. */
  readonly writer: Actor;
  readonly internal: boolean;
  /** Who wrote a comment before that the writer may read. */
  readonly spoke: ReadonlySet<number>;
}

export function mayBeMentioned(person: Actor, { facts, writer, internal, spoke }: MentionQuery): boolean {
  if (person.id === writer.id) return false;
  if (internal && !seesInternalComments(person)) return false;
  if (!may('case', person, 'case.read', facts) || !may('case', person, 'case.history', facts)) return false;
  if (seesInternalComments(writer) || person.user_group_id === writer.user_group_id) return true;
  return person.id === facts.technician_id || person.id === facts.confirmer_id || spoke.has(person.id);
}
