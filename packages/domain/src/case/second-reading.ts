/**
 * Defines the rules of second readings. When a case is completed, it is selected with the probability that its center
 * sets. A user who knows nothing of the first reading then reads it again. The random number is an argument.
 *
 * Invariants: a share of 0 or null selects no case, a share of 100 selects every case. Nobody re-reads a case they
 * worked on. The first reader learns of a second reading only when it is finished. A second reading that nobody can
 * read blind waits until somebody can, or a chief or the head of the center cancels it, but never the first reader.
 */
import { can, may } from '../people/can.ts';
import type { Actor } from '../people/scope.ts';

export const secondStates = ['waiting', 'taken', 'finished'] as const;
export type SecondState = (typeof secondStates)[number];

/** Returns whether the case is selected. `share` is in per cent, null is none; `chance` is uniform over [0, 1). */
export const isDrawn = (share: number | null, chance: number): boolean =>
  share !== null && chance * 100 < share;

/** The facts about a second reading that the rules use. */
export interface SecondFacts {
  readonly center_id: number;
  readonly first_reader_id: number;
  readonly reader_id: number | null;
  readonly given_back: boolean;
  readonly finished: boolean;
}

export function secondStateOf({ reader_id, finished }: SecondFacts): SecondState {
  if (finished) return 'finished';
  return reader_id === null ? 'waiting' : 'taken';
}

/** Applies a permission over cases to a second reading, which belongs to its center only. */
const inCenter = (actor: Actor, permission: SecondPermission, { center_id }: SecondFacts): boolean =>
  may('case', actor, permission, {
    hospital_id: null,
    tech_center_id: center_id,
    technician_id: null,
    technician_group_id: null,
    confirmer_id: null,
    uploader_group_id: null,
  });
type SecondPermission = 'second_reading.list' | 'second_reading.write' | 'second_reading.figures';

/** Returns whether the second reading is the actor's to read now. */
export const readsSecond = (actor: Actor, facts: SecondFacts): boolean =>
  inCenter(actor, 'second_reading.write', facts) &&
  facts.reader_id === actor.id &&
  !facts.given_back &&
  !facts.finished;

/** `had_a_hand`: the user edited the case, or opened it since the second reading began. */
export const mayTakeSecond = (actor: Actor, facts: SecondFacts, had_a_hand: boolean): boolean =>
  inCenter(actor, 'second_reading.write', facts) &&
  facts.reader_id === null &&
  facts.first_reader_id !== actor.id &&
  !had_a_hand;

/** Its reader may give it back, and so may a chief or the head of the center, because a reader may have left. */
export const mayGiveBackSecond = (actor: Actor, facts: SecondFacts): boolean =>
  readsSecond(actor, facts) ||
  (facts.reader_id !== null &&
    facts.first_reader_id !== actor.id &&
    !facts.given_back &&
    !facts.finished &&
    inCenter(actor, 'second_reading.figures', facts));

/**
 * Decides who may cancel it: only the chiefs and the head of the center learn that nobody can read it. `reader_found`:
 * somebody could take it.
 */
export const mayLetGoSecond = (actor: Actor, facts: SecondFacts, reader_found: boolean): boolean =>
  !reader_found &&
  facts.reader_id === null &&
  facts.first_reader_id !== actor.id &&
  !facts.given_back &&
  inCenter(actor, 'second_reading.figures', facts);

/**
 * Once it is finished, the agreement figures and the names of the readers are visible to both readers, the chiefs and
 * the head of the center.
 */
export const seesAgreement = (actor: Actor, facts: SecondFacts): boolean =>
  facts.finished &&
  (inCenter(actor, 'second_reading.figures', facts) ||
    (inCenter(actor, 'second_reading.list', facts) &&
      (facts.reader_id === actor.id || facts.first_reader_id === actor.id)));

/** A user who oversees the center's second readings without reading them sees all that are in progress. */
export const overseesSecond = (actor: Pick<Actor, 'role_key' | 'group_type'>): boolean =>
  can(actor, 'second_reading.figures') !== 'never' && can(actor, 'second_reading.write') === 'never';
