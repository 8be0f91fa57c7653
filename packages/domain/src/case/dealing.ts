/**
 * Assigns the requests of a center to its teams by their analysis ratios.
 *
 * The next case of every team has a window of turns. The window opens when the case is due by the ratio and closes at
 * the turn at which the team would be a whole case behind. Among the teams whose window is open, the one whose window
 * closes first gets the case. If two windows close together, the larger remainder decides, then the older team. (The
 * largest remainder alone, applied case by case, would leave small teams more than a case behind beside many others.)
 *
 * Invariants: after any number of cases, every team is less than one case from its share. A team without a ratio gets
 * none. The same shares give the same team. If ratios or teams change, counting starts again and the invariants hold
 * from then on.
 * Example: 60 to 40 gives first, second, first, second, first, and so on.
 *
 * The counting window rolls. In each round (60 to 40: five cases) every team gets exactly its ratio, so whole rounds
 * can be dropped without changing anything. The stored counts cover at least the last hundred cases.
 *
 * Window scheduling: Baruah, Cohen, Plaxton and Varvel, Proportionate progress, Algorithmica 15 (1996).
 */
export interface TeamRatio {
  readonly team_id: number;
  /** The team's part of the center's cases relative to the other teams; with null or 0 it gets none. */
  readonly ratio: number | null;
}

export interface TeamShare {
  readonly team_id: number;
  readonly ratio: number;
  /** Cases assigned in the current window. */
  readonly dealt: number;
}

/** At least this many of the latest cases are counted, once there were that many. */
const fewestCounted = 100;

const sum = (shares: readonly TeamShare[], of: (share: TeamShare) => number): number =>
  shares.reduce((total, share) => total + of(share), 0);

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

const sameRatios = (some: readonly TeamShare[], others: readonly TeamShare[]): boolean =>
  some.length === others.length &&
  some.every(({ team_id, ratio }, at) => {
    const other = others[at];
    return other !== undefined && team_id === other.team_id && ratio === other.ratio;
  });

/** Returns the current shares of the teams: the stored counts if nothing changed, otherwise counts from zero. */
export function presentShares(teams: readonly TeamRatio[], kept: readonly TeamShare[]): readonly TeamShare[] {
  const anew = teams
    .flatMap(({ team_id, ratio }) => (ratio === null || ratio <= 0 ? [] : [{ team_id, ratio, dealt: 0 }]))
    .sort((a, b) => a.team_id - b.team_id);
  return sameRatios(anew, kept) ? kept : anew;
}

/** Returns how many of the window's cases a team should have; it is a whole number only at the end of a round. */
export function fairShare(shares: readonly TeamShare[], { ratio }: TeamShare): number {
  const all = sum(shares, (share) => share.ratio);
  return all === 0 ? 0 : (sum(shares, ({ dealt }) => dealt) * ratio) / all;
}

/** Returns the team that gets the next case. Uses whole numbers only, so that nothing is rounded. */
function nextTeam(shares: readonly TeamShare[]): TeamShare | undefined {
  const all = sum(shares, ({ ratio }) => ratio);
  const turn = sum(shares, ({ dealt }) => dealt) + 1;
  const remainder = ({ ratio, dealt }: TeamShare): number => turn * ratio - dealt * all;
  const lastTurn = ({ ratio, dealt }: TeamShare): number => Math.ceil(((dealt + 1) * all) / ratio);
  return shares
    .filter((share) => remainder(share) > 0)
    .sort((a, b) => lastTurn(a) - lastTurn(b) || remainder(b) - remainder(a) || a.team_id - b.team_id)[0];
}

/** Drops the older half of a window of two halves, each of which consists of whole rounds. */
function rolled(shares: readonly TeamShare[]): readonly TeamShare[] {
  const all = sum(shares, ({ ratio }) => ratio);
  const round = all / shares.reduce((divisor, { ratio }) => commonDivisor(divisor, ratio), 0);
  const half = Math.ceil(fewestCounted / round) * round;
  if (sum(shares, ({ dealt }) => dealt) < 2 * half) return shares;
  return shares.map((share) => ({ ...share, dealt: share.dealt - (half * share.ratio) / all }));
}

export interface Dealt {
  readonly team_id: number;
  readonly shares: readonly TeamShare[];
}

/** Returns the team that gets the next case and the shares after it; null if no team takes any. */
export function deal(shares: readonly TeamShare[]): Dealt | null {
  const next = nextTeam(shares);
  if (next === undefined) return null;
  const after = shares.map((share) => (share === next ? { ...share, dealt: share.dealt + 1 } : share));
  return { team_id: next.team_id, shares: rolled(after) };
}
