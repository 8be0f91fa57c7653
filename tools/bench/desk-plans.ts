/**
 * What costs the hand least, worked out before a key is pressed: how a wall of findings is judged, and how templates are
 * taken together in the gallery to be named. Places count from nought in the order of the screen.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { Saying } from './desk-truth.ts';

export type Run = { readonly first: number; readonly last: number };

/** Unbroken runs of what is true. */
export function runsOf(marks: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  for (const [at, isMarked] of marks.entries()) {
    const open = runs.at(-1);
    if (!isMarked) continue;
    if (open?.last === at - 1) runs.splice(-1, 1, { first: open.first, last: at });
    else runs.push({ first: at, last: at });
  }
  return runs;
}

/** A strip alone is a press, a run of them a press and one with Shift. */
export const pressesFor = (runs: readonly Run[]): number =>
  runs.reduce((sum, { first, last }) => sum + (first === last ? 1 : 2), 0);

export const wallSize = 25;

export type WallPlan = {
  readonly key: 'Enter' | 'Delete';
  /** What is taken out first. */
  readonly out: readonly Run[];
  /** How many the key judges. */
  readonly judged: number;
  readonly inputs: number;
};

/** A wall that is looked through to its last page: what it judges by one key, and what that costs; null where nothing. */
export function wallPlan(sayings: readonly Saying[]): WallPlan | null {
  const count = (say: Saying): number => sayings.filter((one) => one === say).length;
  const own = count('accept') >= count('reject') ? 'accept' : 'reject';
  const judged = count(own);
  if (judged === 0) return null;
  const out = runsOf(sayings.map((say) => say !== own));
  const pages = Math.ceil(sayings.length / wallSize);
  // The key that opens it, the pages behind the first, the key that judges.
  const inputs = 1 + (pages - 1) + pressesFor(out) + 1;
  return { key: own === 'accept' ? 'Enter' : 'Delete', out, judged, inputs };
}

/** Inputs for a finding that is judged alone: another name is a key of its own. */
export const inputsAlone = (say: Saying): number => (say === 'accept' || say === 'reject' ? 1 : 2);

/** A tile of the gallery: what most of its beats are called now and are in truth; `mixed`: some are called otherwise. */
export type TileName = { readonly now: BeatClass; readonly truth: BeatClass; readonly mixed: boolean };
export type NamingPlan = {
  readonly label: BeatClass;
  /** Pressed first, by itself. */
  readonly first: number;
  /** Pressed with Shift: all between are taken; null where each is taken alone. */
  readonly last: number | null;
  /** Pressed with Ctrl: taken in addition, or left out of the stretch again. */
  readonly turned: readonly number[];
};

export const inputsToName = ({ last, turned }: NamingPlan): number =>
  2 + Number(last !== null) + turned.length;

/**
 * For each class that some templates should bear: they alone, or a stretch of tiles without what is something else. A
 * mixed one that is rightly called is left as it is: some of its beats were told apart.
 */
export function namingPlans(tiles: readonly TileName[]): NamingPlan[] {
  const wrong = tiles.flatMap(({ now, truth }, at) => (now === truth ? [] : [{ at, truth }]));
  return [...new Set(wrong.map(({ truth }) => truth))].map((label) => {
    const [first = 0, ...others] = wrong.filter(({ truth }) => truth === label).map(({ at }) => at);
    const each: NamingPlan = { label, first, last: null, turned: others };
    const last = others.at(-1);
    if (last === undefined) return each;
    const left = tiles
      .map((tile, at) => ({ ...tile, at }))
      .filter(({ at }) => at > first && at < last)
      .filter(({ now, truth, mixed }) => truth !== label || (mixed && now === truth));
    const stretch: NamingPlan = { label, first, last, turned: left.map(({ at }) => at) };
    return inputsToName(stretch) < inputsToName(each) ? stretch : each;
  });
}
