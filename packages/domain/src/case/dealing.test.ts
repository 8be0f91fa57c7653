import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deal, fairShare, presentShares, type TeamRatio, type TeamShare } from './dealing.ts';

const anyTeams: fc.Arbitrary<readonly TeamRatio[]> = fc
  .uniqueArray(
    fc.record({ team_id: fc.integer({ min: 1, max: 999 }), ratio: fc.option(fc.nat({ max: 100 })) }),
    {
      selector: ({ team_id }) => team_id,
      maxLength: 12,
    },
  )
  .filter((teams) => teams.some(({ ratio }) => (ratio ?? 0) > 0));

/** Assigns this many cases and returns the team of each. */
function dealMany(teams: readonly TeamRatio[], cases: number, kept: readonly TeamShare[] = []) {
  let shares = presentShares(teams, kept);
  const order: number[] = [];
  for (let at = 0; at < cases; at += 1) {
    const dealt = deal(presentShares(teams, shares));
    if (dealt === null) throw new Error('nobody takes a case');
    order.push(dealt.team_id);
    ({ shares } = dealt);
  }
  return { order, shares };
}

const ratioOf = ({ team_id, ratio }: TeamShare): string => `${String(team_id)}: ${String(ratio)}`;

/**
 * Returns the greatest distance of any team from its share after any of these cases, calculated independently of the
 * code under test.
 */
function farthest(teams: readonly TeamRatio[], order: readonly number[]): number {
  const all = teams.reduce((total, { ratio }) => total + (ratio ?? 0), 0);
  const had = new Map<number, number>();
  let most = 0;
  for (const [index, team_id] of order.entries()) {
    had.set(team_id, (had.get(team_id) ?? 0) + 1);
    for (const team of teams) {
      // In whole numbers: a distance of one case is `all`.
      const distance = Math.abs((had.get(team.team_id) ?? 0) * all - (index + 1) * (team.ratio ?? 0));
      most = Math.max(most, distance / all);
    }
  }
  return most;
}

test('after any number of cases every team is less than one case from its share', () => {
  fc.assert(
    fc.property(anyTeams, fc.integer({ min: 1, max: 700 }), (teams, cases) => {
      expect(farthest(teams, dealMany(teams, cases).order)).toBeLessThan(1);
    }),
    { numRuns: 300 },
  );
});

test('the largest remainder alone would leave a small team a whole case short', () => {
  const teams: readonly TeamRatio[] = [94, 94, 1, 8].map((ratio, at) => ({ team_id: at + 1, ratio }));
  const had = teams.map(() => 0);
  const order = Array.from({ length: 197 }, (_, turn) => {
    const remainders = teams.map(({ ratio }, at) => (turn + 1) * (ratio ?? 0) - (had[at] ?? 0) * 197);
    const next = remainders.indexOf(Math.max(...remainders));
    had[next] = (had[next] ?? 0) + 1;
    return next + 1;
  });
  expect(farthest(teams, order)).toBeGreaterThanOrEqual(1);
  expect(farthest(teams, dealMany(teams, 197).order)).toBeLessThan(1);
});

test('a team without a ratio gets none; if no team has one, nobody gets any', () => {
  fc.assert(
    fc.property(anyTeams, (teams) => {
      const idle = teams.filter(({ ratio }) => (ratio ?? 0) === 0).map(({ team_id }) => team_id);
      const { order } = dealMany(teams, 150);
      expect(order.some((team_id) => idle.includes(team_id))).toBe(false);
    }),
  );
  const none = [
    { team_id: 1, ratio: 0 },
    { team_id: 2, ratio: null },
  ];
  expect(deal(presentShares(none, []))).toBeNull();
  expect(deal(presentShares([], []))).toBeNull();
});

test('a change of ratios or teams restarts the count, and the invariant is true from there', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyTeams, fc.integer({ min: 1, max: 120 })), { minLength: 2, maxLength: 5 }),
      (parts) => {
        let kept: readonly TeamShare[] = [];
        for (const [teams, cases] of parts) {
          const shares = presentShares(teams, kept);
          const fresh = presentShares(teams, []);
          const isSame = kept.map(ratioOf).join() === fresh.map(ratioOf).join();
          expect(shares).toEqual(isSame ? kept : fresh);
          if (isSame) continue;
          const dealt = dealMany(teams, cases, kept);
          expect(farthest(teams, dealt.order)).toBeLessThan(1);
          const taking = teams.filter(({ ratio }) => (ratio ?? 0) > 0).map(({ team_id }) => team_id);
          expect(dealt.order.every((team_id) => taking.includes(team_id))).toBe(true);
          kept = dealt.shares;
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a stored count continues unchanged, in any order of the teams', () => {
  fc.assert(
    fc.property(
      anyTeams,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
      (teams, first, more) => {
        const whole = dealMany(teams, first + more).order;
        const begun = dealMany(teams, first);
        const turned = [...teams].reverse();
        const stored: readonly TeamShare[] = begun.shares.map((share) => ({ ...share }));
        const went = dealMany(turned, more, stored).order;
        expect([...begun.order, ...went]).toEqual(whole);
      },
    ),
    { numRuns: 100 },
  );
});

test('the window stays bounded, and contains the latest cases', () => {
  fc.assert(
    fc.property(anyTeams, (teams) => {
      const { order, shares } = dealMany(teams, 2500);
      const counted = shares.reduce((total, { dealt }) => total + dealt, 0);
      const all = teams.reduce((total, { ratio }) => total + (ratio ?? 0), 0);
      expect(counted).toBeGreaterThanOrEqual(100);
      expect(counted).toBeLessThan(2 * (all + 100));
      for (const share of shares) {
        expect(share.dealt).toBe(order.slice(-counted).filter((team_id) => team_id === share.team_id).length);
        expect(Math.abs(share.dealt - fairShare(shares, share))).toBeLessThan(1);
      }
    }),
    { numRuns: 60 },
  );
});

test('ties are always resolved the same way: the larger remainder, then the older team', () => {
  const teams = [
    { team_id: 9, ratio: 50 },
    { team_id: 4, ratio: 50 },
  ];
  expect(dealMany(teams, 6).order).toEqual([4, 9, 4, 9, 4, 9]);
  const sixty = [
    { team_id: 1, ratio: 60 },
    { team_id: 2, ratio: 40 },
  ];
  expect(dealMany(sixty, 10).order).toEqual([1, 2, 1, 2, 1, 1, 2, 1, 2, 1]);
});
