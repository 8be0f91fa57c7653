import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Hand, shareOut, usualPlaces, type WaitingCase } from './share-out.ts';

const team = fc.constantFrom(null, 1, 2);
const people = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 12 }), team_id: team, held: fc.nat(12), capacity: fc.nat(10) }),
  { selector: ({ id }) => id, maxLength: 6 },
);
const waiting = fc.array(fc.record({ case_id: fc.integer({ min: 1, max: 30 }), team_id: team }), {
  maxLength: 40,
});

const mayHave = (one: WaitingCase, hand: Hand): boolean =>
  one.team_id === null || hand.team_id === null || one.team_id === hand.team_id;

test('two cases go to a user with 1 of 8, then one to a user with 3 of 8', () => {
  const some = [1, 2, 3, 4].map((case_id) => ({ case_id, team_id: null }));
  const hands = [
    { id: 7, team_id: null, held: 1, capacity: 8 },
    { id: 8, team_id: null, held: 3, capacity: 8 },
  ];
  expect(shareOut(some, hands).dealt.map(({ technician_id }) => technician_id)).toEqual([7, 7, 7, 8]);
});

test('a user with twice the capacity gets twice the cases', () => {
  const some = Array.from({ length: 9 }, (_none, at) => ({ case_id: at + 1, team_id: null }));
  const hands = [
    { id: 1, team_id: null, held: 0, capacity: 4 },
    { id: 2, team_id: null, held: 0, capacity: 8 },
  ];
  const of = (id: number) =>
    shareOut(some, hands).dealt.filter(({ technician_id }) => technician_id === id).length;
  expect([of(1), of(2)]).toEqual([3, 6]);
});

test('a chief gets no cases without a set capacity, however busy all others are', () => {
  const some = [1, 2, 3].map((case_id) => ({ case_id, team_id: null }));
  const full = { id: 1, team_id: null, held: 9, capacity: usualPlaces('TECHNICIAN') };
  const chief = { id: 2, team_id: null, held: 0, capacity: usualPlaces('CHIEF') };
  expect(shareOut(some, [full, chief])).toEqual({
    dealt: [],
    staying: some.map(({ case_id }) => ({ case_id, why: 'full' })),
  });
  const { dealt, staying } = shareOut(some, [full, { ...chief, capacity: 2 }]);
  expect(dealt.map(({ technician_id }) => technician_id)).toEqual([2, 2]);
  expect(staying).toEqual([{ case_id: 3, why: 'full' }]);
});

test('each case is assigned or stays, and the reason for staying is true once all are assigned', () => {
  fc.assert(
    fc.property(waiting, people, (cases, hands) => {
      const { dealt, staying } = shareOut(cases, hands);
      const ids = [...dealt, ...staying].map(({ case_id }) => case_id);
      const all = new Set(cases.map(({ case_id }) => case_id));
      expect([ids.length, new Set(ids)]).toEqual([all.size, all]);
      const roomy = hands.filter(
        ({ id, held, capacity }) =>
          held + dealt.filter(({ technician_id }) => technician_id === id).length < capacity,
      );
      for (const { case_id, why } of staying) {
        expect(why).toBe(roomy.length === 0 ? 'full' : 'team_full');
        const one = cases.find((each) => each.case_id === case_id);
        expect(one === undefined || roomy.some((hand) => mayHave(one, hand))).toBe(false);
      }
    }),
  );
});

test('no case is assigned twice, nobody exceeds their capacity, no share goes to another team, and the result is repeatable', () => {
  fc.assert(
    fc.property(waiting, people, (cases, hands) => {
      const { dealt, staying } = shareOut(cases, hands);
      expect(new Set(dealt.map(({ case_id }) => case_id)).size).toBe(dealt.length);
      for (const hand of hands) {
        const got = dealt.filter(({ technician_id }) => technician_id === hand.id).length;
        expect(got).toBeLessThanOrEqual(Math.max(0, hand.capacity - hand.held));
      }
      for (const { case_id, technician_id } of dealt) {
        const [one] = cases.filter((each) => each.case_id === case_id);
        const [hand] = hands.filter(({ id }) => id === technician_id);
        expect(one !== undefined && hand !== undefined && mayHave(one, hand)).toBe(true);
      }
      expect(shareOut(cases, hands)).toEqual({ dealt, staying });
      expect(shareOut(cases, hands.toReversed())).toEqual({ dealt, staying });
    }),
  );
});

test('each case goes to the lowest used capacity, and waits only without free capacity', () => {
  fc.assert(
    fc.property(waiting, people, (cases, hands) => {
      const once = cases.filter(
        ({ case_id }, at) => cases.findIndex((each) => each.case_id === case_id) === at,
      );
      const held = new Map(hands.map((hand) => [hand.id, hand.held]));
      const whose = new Map(
        shareOut(cases, hands).dealt.map(({ case_id, technician_id }) => [case_id, technician_id]),
      );
      for (const one of once) {
        const able = hands.filter((hand) => mayHave(one, hand) && (held.get(hand.id) ?? 0) < hand.capacity);
        const fullness = ({ id, capacity }: Hand) => ((held.get(id) ?? 0) + 1) / capacity;
        const given = able.find(({ id }) => id === whose.get(one.case_id));
        expect(given === undefined).toBe(able.length === 0);
        if (given === undefined) continue;
        expect(fullness(given)).toBeCloseTo(Math.min(...able.map(fullness)), 9);
        held.set(given.id, (held.get(given.id) ?? 0) + 1);
      }
    }),
  );
});
