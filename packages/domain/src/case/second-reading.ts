/**
 * Second readings: when a case is completed it is drawn with the chance that its center sets, and somebody who knows
 * nothing of the first reading reads it once more. Chance comes from outside.
 *
 * Laws: a share of none draws nothing and one of 100 everything; nobody reads a second time what they had a hand in; of
 * a second reading the first reader learns when it is finished; one that nobody can read blind waits until somebody can,
 * or is let go by who answers for the center, but never by the first reader.
 */
import { can, may } from '../people/can.ts';
import type { Actor } from '../people/scope.ts';

export const secondStates = ['waiting', 'taken', 'finished'] as const;
export type SecondState = (typeof secondStates)[number];

/** Whether it is drawn: `share` in per cent, null is none; `chance` is spread evenly over 0 to 1, 1 not among them. */
export const isDrawn = (share: number | null, chance: number): boolean =>
  share !== null && chance * 100 < share;

/** A second reading as the rules ask about it. */
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

/** What a permission over cases reaches of it: it is its center's alone. */
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

/** Is it theirs to read now? */
export const readsSecond = (actor: Actor, facts: SecondFacts): boolean =>
  inCenter(actor, 'second_reading.write', facts) &&
  facts.reader_id === actor.id &&
  !facts.given_back &&
  !facts.finished;

/** `had_a_hand`: wrote in the case, or opened it since it was begun. */
export const mayTakeSecond = (actor: Actor, facts: SecondFacts, had_a_hand: boolean): boolean =>
  inCenter(actor, 'second_reading.write', facts) &&
  facts.reader_id === null &&
  facts.first_reader_id !== actor.id &&
  !had_a_hand;

/** Its reader, or who answers for the center: a reader may have left. */
export const mayGiveBackSecond = (actor: Actor, facts: SecondFacts): boolean =>
  readsSecond(actor, facts) ||
  (facts.reader_id !== null &&
    facts.first_reader_id !== actor.id &&
    !facts.given_back &&
    !facts.finished &&
    inCenter(actor, 'second_reading.figures', facts));

/** That nobody can read it, and the end of it, are for who answers for the center. `reader_found`: somebody might take it. */
export const mayLetGoSecond = (actor: Actor, facts: SecondFacts, reader_found: boolean): boolean =>
  !reader_found &&
  facts.reader_id === null &&
  facts.first_reader_id !== actor.id &&
  !facts.given_back &&
  inCenter(actor, 'second_reading.figures', facts);

/** The figures of agreement, and who read what: both readers and who answers for the center, once it is finished. */
export const seesAgreement = (actor: Actor, facts: SecondFacts): boolean =>
  facts.finished &&
  (inCenter(actor, 'second_reading.figures', facts) ||
    (inCenter(actor, 'second_reading.list', facts) &&
      (facts.reader_id === actor.id || facts.first_reader_id === actor.id)));

/** Who oversees the center's second readings without reading itself sees all that are under way. */
export const overseesSecond = (actor: Pick<Actor, 'role_key' | 'group_type'>): boolean =>
  can(actor, 'second_reading.figures') !== 'never' && can(actor, 'second_reading.write') === 'never';
