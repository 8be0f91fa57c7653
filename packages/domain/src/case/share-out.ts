/**
 * Proposes an assignment of the waiting cases to users; the user who looks at the proposal decides what is assigned.
 *
 * The cases are assigned in the given order. Each goes to the user with the lowest share of used capacity after getting
 * it. If two are equal, it goes to the one with fewer cases, then to the older account. Shares are compared as
 * products, so that nothing is rounded.
 *
 * Invariants: each case is either assigned once or stays, with the reason. Nobody gets more than their free capacity. A
 * case of a team's share goes to users of that team or of no team. A case stays only if no user who may have it has
 * free capacity. The same cases and users give the same proposal.
 * Example: of three cases, two go to the user who has 1 of 8, then one to the user who has 3 of 8.
 */
import type { RoleKey } from '../people/roles.ts';

export interface WaitingCase {
  readonly case_id: number;
  /** The team to whose share it belongs, if any. */
  readonly team_id: number | null;
}

export interface Hand {
  readonly id: number;
  readonly team_id: number | null;
  /** The number of open cases they have. */
  readonly held: number;
  /** The maximum number they should have; with 0 a user gets none. */
  readonly capacity: number;
}

interface DealtCase {
  readonly case_id: number;
  readonly technician_id: number;
}

/** Nobody has free capacity once all others are assigned, or nobody of its team or without a team has. */
export type StayReason = 'full' | 'team_full';
interface StayingCase {
  readonly case_id: number;
  readonly why: StayReason;
}

/** Returns the default capacity. Users who check the work of others get no cases. */
export const usualPlaces = (role_key: RoleKey): number => (role_key === 'TECHNICIAN' ? 8 : 0);

const mayHave = ({ team_id }: WaitingCase, hand: Hand): boolean =>
  team_id === null || hand.team_id === null || team_id === hand.team_id;

const hasPlace = ({ held, capacity }: Hand): boolean => held < capacity;

/** Returns a negative number if the first would use a lower share of its capacity with one more case. */
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
