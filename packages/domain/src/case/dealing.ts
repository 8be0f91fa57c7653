/**
 * Deals the requests of a center to its teams by their analysis ratios.
 *
 * Of every team's cases the next one has a window of turns: not before it is due by the ratio, and no later than the
 * turn at which the team would be a whole case behind. Among the teams whose window is open the one whose window closes
 * first gets the case; where two close together the larger remainder decides, then the older team. (The largest
 * remainder alone, taken case by case, leaves small teams more than a case behind beside many others.)
 *
 * Laws: after any number of cases every team is less than one case from its share; a team without a ratio gets none;
 * the same shares give the same team; where ratios or teams change, the count begins anew and the laws hold from there.
 * Example: 60 to 40 is dealt first, second, first, second, first, and so on.
 *
 * The window of counts rolls: in each round (60 to 40: five cases) every team gets exactly its ratio, so whole rounds
 * are forgotten without changing anything. What is kept tells of the last hundred cases or more.
 *
 * Window scheduling: Baruah, Cohen, Plaxton and Varvel, Proportionate progress, Algorithmica 15 (1996).
 */
export interface TeamRatio {
  readonly team_id: number;
  /** Its part of the center's cases, in relation to those of the other teams; null or 0 takes none. */
  readonly ratio: number | null;
}

export interface TeamShare {
  readonly team_id: number;
  readonly ratio: number;
  /** Cases of the present window. */
  readonly dealt: number;
}

/** As many of the latest cases at least are counted, once there were so many. */
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

/** The shares of the teams as they are now: counted on while nothing changed, else from none. */
export function presentShares(teams: readonly TeamRatio[], kept: readonly TeamShare[]): readonly TeamShare[] {
  const anew = teams
    .flatMap(({ team_id, ratio }) => (ratio === null || ratio <= 0 ? [] : [{ team_id, ratio, dealt: 0 }]))
    .sort((a, b) => a.team_id - b.team_id);
  return sameRatios(anew, kept) ? kept : anew;
}

/** How many of the window's cases a team should have; whole only at the end of a round. */
export function fairShare(shares: readonly TeamShare[], { ratio }: TeamShare): number {
  const all = sum(shares, (share) => share.ratio);
  return all === 0 ? 0 : (sum(shares, ({ dealt }) => dealt) * ratio) / all;
}

/** Whose case the next one is; in whole numbers throughout, so that nothing is rounded. */
function nextTeam(shares: readonly TeamShare[]): TeamShare | undefined {
  const all = sum(shares, ({ ratio }) => ratio);
  const turn = sum(shares, ({ dealt }) => dealt) + 1;
  const remainder = ({ ratio, dealt }: TeamShare): number => turn * ratio - dealt * all;
  const lastTurn = ({ ratio, dealt }: TeamShare): number => Math.ceil(((dealt + 1) * all) / ratio);
  return shares
    .filter((share) => remainder(share) > 0)
    .sort((a, b) => lastTurn(a) - lastTurn(b) || remainder(b) - remainder(a) || a.team_id - b.team_id)[0];
}

/** Forgets the older half of a window of two halves, each of whole rounds. */
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

/** The team that the next case goes to, and the shares after it; null where no team takes any. */
export function deal(shares: readonly TeamShare[]): Dealt | null {
  const next = nextTeam(shares);
  if (next === undefined) return null;
  const after = shares.map((share) => (share === next ? { ...share, dealt: share.dealt + 1 } : share));
  return { team_id: next.team_id, shares: rolled(after) };
}
