/**
 * Deals the cases that wait to people, as a proposal: who looks at it decides what is assigned.
 *
 * The cases are dealt in the order given. Each goes to whoever's places are the least full once they have it; where two
 * are alike, to who has fewer in hand, then to the older account. Held against each other as products, so that nothing is
 * rounded.
 *
 * Laws: each case is either dealt once or stays, with why; nobody is dealt more than their free places; a case of a team's
 * share goes to that team's people or to those of no team; a case stays only where nobody who may have it has a free place;
 * the same cases and people give the same proposal.
 * Example: of three cases two go to who has 1 of 8 in hand, and then one to who has 3 of 8.
 */
import type { RoleKey } from '../people/roles.ts';

export interface WaitingCase {
  readonly case_id: number;
  /** To whose share it belongs, if to any. */
  readonly team_id: number | null;
}

export interface Hand {
  readonly id: number;
  readonly team_id: number | null;
  /** Open cases that they have. */
  readonly held: number;
  /** How many they should have at most; who has none is dealt none. */
  readonly capacity: number;
}

interface DealtCase {
  readonly case_id: number;
  readonly technician_id: number;
}

/** Nobody has a free place once all are dealt, or nobody of its team and of no team has one. */
export type StayReason = 'full' | 'team_full';
interface StayingCase {
  readonly case_id: number;
  readonly why: StayReason;
}

/** Whose places nobody has set: who checks the work of others is dealt none of it. */
export const usualPlaces = (role_key: RoleKey): number => (role_key === 'TECHNICIAN' ? 8 : 0);

const mayHave = ({ team_id }: WaitingCase, hand: Hand): boolean =>
  team_id === null || hand.team_id === null || team_id === hand.team_id;

const hasPlace = ({ held, capacity }: Hand): boolean => held < capacity;

/** Below zero where the first would be less full with one more. */
const byFullness = (one: Hand, other: Hand): number =>
  (one.held + 1) * other.capacity - (other.held + 1) * one.capacity ||
  one.held - other.held ||
  one.id - other.id;

export interface Proposal {
  readonly dealt: readonly DealtCase[];
  readonly staying: readonly StayingCase[];
}

export function shareOut(waiting: readonly WaitingCase[], people: readonly Hand[]): Proposal {
  const hands = new Map(people.map((hand) => [hand.id, hand]));
  const dealt: DealtCase[] = [];
  const left: number[] = [];
  const seen = new Set<number>();
  for (const each of waiting) {
    if (seen.has(each.case_id)) continue;
    seen.add(each.case_id);
    const [next] = [...hands.values()]
      .filter((hand) => hasPlace(hand) && mayHave(each, hand))
      .toSorted(byFullness);
    if (next === undefined) {
      left.push(each.case_id);
      continue;
    }
    hands.set(next.id, { ...next, held: next.held + 1 });
    dealt.push({ case_id: each.case_id, technician_id: next.id });
  }
  const why = [...hands.values()].some(hasPlace) ? 'team_full' : 'full';
  return { dealt, staying: left.map((case_id) => ({ case_id, why })) };
}
